"""Who works, who drives and who holds a permit in Marilândia. Every name is invented."""

from datetime import date
from typing import Final

from webapp.cli.sample.cast import Cast, Official, Permit, Seat

DIRECTOR: Final = "Diretor do órgão municipal regulamentador"
TRAFFIC, FRONT, OFFICE = "Fiscalização de Trânsito", "Protocolo Geral", "Secretaria do Transporte"
CABINET, MONEY = "Gabinete do Diretor", "Arrecadação Municipal"
MACHINES = "Núcleo de Informática"

OFFICIALS: Final = (
    Official(
        "fiscal",
        "Jandira Lorencini Prado",
        "10417",
        (Seat("fiscalizacao", TRAFFIC, "Agente de fiscalização"),),
    ),
    Official(
        "fiscal2",
        "Valdecir Monjardim Neto",
        "10432",
        (Seat("fiscalizacao", TRAFFIC, "Agente de fiscalização"),),
    ),
    Official(
        "protocolo",
        "Marlúcia Bergamin Teles",
        "09811",
        (Seat("protocolo", FRONT, "Assistente de protocolo"),),
    ),
    Official(
        "secretaria",
        "Ivonete Casagrande Luz",
        "09954",
        (Seat("secretaria", OFFICE, "Secretária administrativa"),),
    ),
    Official(
        "atendimento",
        "Nilcéia Furlan Barcelos",
        "10120",
        (
            Seat("protocolo", FRONT, "Assistente de protocolo"),
            Seat("secretaria", OFFICE, "Secretária administrativa"),
        ),
    ),
    Official(
        "diretor", "Otacílio Trevisan Rocha", "08802", (Seat("autoridade", CABINET, DIRECTOR),)
    ),
    Official(
        "substituta",
        "Rosângela Milanez Couto",
        "09340",
        (Seat("autoridade", CABINET, DIRECTOR, "substituto", "Portaria 88/2025"),),
    ),
    Official(
        "assessor",
        "Cleber Zanotti Farias",
        "10288",
        (Seat("autoridade", CABINET, "Assessor do Diretor", "apoio"),),
    ),
    Official(
        "arrecadacao",
        "Eliane Pianissola Reis",
        "09677",
        (Seat("arrecadacao", MONEY, "Fiscal de rendas"),),
    ),
    Official(
        "operador",
        "Hermínia Scardua Bastos",
        "10655",
        (Seat("operador", MACHINES, "Analista de sistemas"),),
    ),
)

PERMITS: Final = tuple(
    Permit.of(*row)
    for row in (
        (
            *("001/2024", "RQX2B14", "Honda CG 160 Start", "laranja", 2023),
            ("Adenir Falqueto Moura", "104882310", "Rua das Palmeiras, 41, Centro"),
        ),
        (
            *("002/2024", "QRM7C31", "Yamaha Factor 150", "preta", 2022),
            ("Benedita Sossai Prates", "215993421", "Rua do Cruzeiro, 208, Centro"),
            ("Juliano Sossai Prates", "326114532", "Rua do Cruzeiro, 208, Centro"),
        ),
        (
            *("003/2024", "RBA5F62", "Honda CG 160 Fan", "vermelha", 2024),
            ("Claudemir Gava Antunes", "437225643", "Avenida Beira-Rio, 15, Honorato"),
        ),
        (
            *("004/2024", "QTV3D08", "Honda Bros 160", "branca", 2021),
            ("Dulcinéia Rangel Pimenta", "548336754", "Rua Projetada B, 77, Liberdade"),
        ),
        (
            *("005/2024", "RNC8H45", "Yamaha Fazer 150", "azul", 2023),
            ("Edmilson Covre Batista", "659447865", "Rua São Pedro, 130, Centro"),
            ("Tainá Covre Batista", "760558976", "Rua São Pedro, 132, Centro"),
        ),
        (
            *("006/2024", "QPZ1J27", "Honda CG 160 Titan", "laranja", 2022),
            ("Fabiana Lovatti Serra", "871669087", "Rua da Fonte, 9, Sapucaia"),
        ),
        (
            *("007/2024", "RDE6K93", "Honda CG 150", "prata", 2021),
            ("Gilberto Marim Nogueira", "982770198", "Estrada do Patrão-Mor, 300"),
        ),
        (
            *("008/2024", "QXS4L50", "Yamaha Factor 125", "vermelha", 2022),
            ("Helenice Dalvi Amorim", "193881209", "Rua das Acácias, 52, Centro"),
        ),
        (
            *("009/2024", "RFG9M16", "Honda CG 160 Start", "preta", 2024),
            ("Iranildo Bravim Pontes", "204992310", "Rua Boa Vista, 18, Liberdade"),
        ),
        (
            *("010/2024", "QWK2N74", "Honda CG 160 Fan", "laranja", 2023),
            ("Jocimara Vago Teixeira", "315003421", "Rua do Campo, 233, Honorato"),
        ),
    )
)

STANDS: Final = ("Marilândia (centro)", "Monte Sinai", "Patrão-Mór", "Liberdade")
CAST: Final = Cast("marilandia", "mototaxi", date(2024, 3, 1), OFFICIALS, PERMITS, STANDS)
