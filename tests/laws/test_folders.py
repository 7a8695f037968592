"""Settings, and where laws, diagrams and forms are found."""

from datetime import timedelta
from pathlib import Path

import pytest

from webapp import config


def test_without_environment_the_product_runs_on_this_machine() -> None:
    settings = config.settings({})
    assert settings.port == 8000
    assert settings.base_url == "http://127.0.0.1:8000"
    assert settings.database == f"sqlite:///{Path.cwd()}/var/autos.db"
    assert (settings.secret, settings.roots, settings.mail) == (None, (), None)
    assert settings.keep_requests == timedelta(days=30)


def test_the_address_follows_the_port_unless_it_is_set() -> None:
    assert config.settings({"AUTOS_PORT": "9000"}).base_url == "http://127.0.0.1:9000"
    set_by_hand = {"AUTOS_PORT": "9000", "AUTOS_BASE_URL": "https://autos.example/"}
    assert config.settings(set_by_hand).base_url == "https://autos.example"


@pytest.mark.parametrize("port", ["oito mil", "0", "70000", ""])
def test_a_port_that_is_no_port_is_refused(port: str) -> None:
    with pytest.raises(ValueError, match="AUTOS_PORT"):
        config.settings({"AUTOS_PORT": port})


def test_marilandia_is_here_and_the_federal_law_is_no_municipality() -> None:
    assert "marilandia" in config.municipalities([])
    assert config.FEDERAL not in config.municipalities([])


def test_extra_roots_come_after_the_own_folders(tmp_path: Path) -> None:
    for name in ("laws/marilandia", "workflows/shared", "workflows/vila_nova", "forms/vila_nova"):
        (tmp_path / name).mkdir(parents=True)
    own, extra = config.law_folders("marilandia", [tmp_path])
    assert (own.parent.name, extra) == ("laws", tmp_path / "laws" / "marilandia")
    assert config.workflow_folders("vila_nova", [tmp_path])[-2:] == (
        tmp_path / "workflows" / "vila_nova",
        tmp_path / "workflows" / "shared",
    )
    assert config.form_folders("vila_nova", [tmp_path])[-1] == tmp_path / "forms" / "vila_nova"
