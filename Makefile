# On a fresh machine python3 (3.11 or later, with venv), make and git are enough: each target
# fetches what it needs, from the registries that pip and npm are set up for, and leaves a stamp,
# so that a second run starts at once.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
WITH_NODE := PATH="$(CURDIR)/$(BIN):$$PATH"
APT_GET := DEBIAN_FRONTEND=noninteractive apt-get --quiet --option Acquire::http::Timeout=20
COMPILE := UV_PYTHON_DOWNLOADS=never build/lock/bin/uv pip compile --quiet --universal \
	--python-version 3.11 --generate-hashes --no-header --no-annotate --strip-extras \
	--no-emit-index-url --no-emit-find-links pyproject.toml --extra build
# npm notes where to give money and to read of a deprecation: addresses, which no lock needs.
WITHOUT_ADDRESSES := const fs = require("fs"), file = "package-lock.json"; \
	const lock = JSON.parse(fs.readFileSync(file)); \
	for (const one of Object.values(lock.packages)) { delete one.funding; delete one.deprecated; } \
	fs.writeFileSync(file, JSON.stringify(lock, null, 2) + "\n");

# Thousands of databases of tests come and go: in memory, where 8 GiB of it may be taken.
IN_MEMORY := $(shell df --output=avail --block-size=1G /dev/shm 2>/dev/null \
	| awk 'NR == 2 && $$1 >= 8 { print "TMPDIR=/dev/shm" }')

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo run setup test check bench pictures lock services

help: ## Show what can be asked of make
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 12

demo: setup ## Set up and start the demonstration, on its own fixed day
	$(BIN)/autos demo

run: setup ## Serve the application and fire its deadlines, until Ctrl-C
	@$(BIN)/autos db upgrade
	@$(BIN)/autos worker & worker=$$!; \
	trap 'kill $$worker 2>/dev/null' EXIT; trap 'exit 130' INT; trap 'exit 143' TERM; \
	$(BIN)/autos serve

setup: .venv/.runtime ## Leave a working .venv/bin/autos

test: .venv/.dev node_modules/.ready services ## Run every test (ARGS="-k words" to choose)
	$(IN_MEMORY) $(BIN)/pytest -n 3 $(ARGS)

check: .venv/.dev ## Lint, format, types and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: setup ## Measure the acts that clerks wait for
	$(BIN)/autos bench

pictures: .venv/.dev services ## Photograph the pages that the README shows
	AUTOS_PICTURES=1 $(BIN)/pytest tests/e2e/test_pictures.py

lock: .venv/.dev ## Resolve pyproject.toml and package.json anew (ARGS=--upgrade for newer releases)
	$(PYTHON) -m venv build/lock
	build/lock/bin/python -m pip install --quiet uv==0.13.9
	$(COMPILE) $(ARGS) --output-file requirements.lock
	$(COMPILE) $(ARGS) --extra dev --constraint requirements.lock --output-file requirements-dev.lock
	$(WITH_NODE) npm install --package-lock-only --silent
	$(WITH_NODE) node -e '$(WITHOUT_ADDRESSES)'

# PostgreSQL and Chromium are the system's. Where we may not install them, the tests that need
# them are skipped and say so.
services:
	@missing=; \
	{ command -v pg_ctl || ls /usr/lib/postgresql/*/bin/pg_ctl; } >/dev/null 2>&1 \
		|| missing=postgresql; \
	{ command -v chromium || command -v chromium-browser || command -v google-chrome; } \
		>/dev/null 2>&1 || missing="$$missing chromium fonts-liberation"; \
	[ -z "$$missing" ] || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null \
		|| { $(APT_GET) update && $(APT_GET) install --yes --no-install-recommends $$missing; } \
		|| echo "Could not install $$missing; the tests that need it will say so." >&2

.venv/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Autos needs Python 3.11 or later; try: make PYTHON=python3.11" >&2; exit 1; }
	$(PYTHON) -m venv .venv

.venv/.runtime: .venv/pyvenv.cfg requirements.lock pyproject.toml
	$(PIP) install --require-hashes --requirement requirements.lock
	$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

.venv/.dev: .venv/.runtime requirements-dev.lock
	$(PIP) install --require-hashes --requirement requirements-dev.lock
	@touch $@

node_modules/.ready: .npmrc package.json package-lock.json | .venv/.dev
	$(WITH_NODE) npm ci --silent --prefer-offline
	@touch $@
