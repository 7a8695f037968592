"""Who works, who drives and who holds a permit in Santa Teresa. Every name is invented."""

from datetime import date
from typing import Final

from webapp.cli.sample.cast import Cast, Official, Permit, Seat

ROADS, COUNTER = "Fiscalização de Transportes", "Protocolo Geral"
TRANSPORT, PALACE = "Secretaria Municipal de Transportes", "Gabinete do Prefeito"
TREASURY = "Setor de Arrecadação"
SECRETARY: Final = "Secretário Municipal de Transportes"

OFFICIALS: Final = (
    Official(
        "agente",
        "Lourival Zanetti Pimentel",
        "20115",
        (Seat("fiscalizacao", ROADS, "Agente de fiscalização"),),
    ),
    Official(
        "balcao",
        "Custódia Loss Machado",
        "20142",
        (Seat("protocolo", COUNTER, "Assistente de protocolo"),),
    ),
    Official(
        "transportes",
        "Genoveva Bassetti Lyra",
        "20098",
        (Seat("secretaria", TRANSPORT, "Chefe de expediente"),),
    ),
    Official(
        "secretario",
        "Aristeu Corteletti Dutra",
        "20003",
        (Seat("autoridade", TRANSPORT, SECRETARY, appointed_by="Decreto 4/2025"),),
    ),
    Official(
        "adjunta",
        "Penha Romagna Siqueira",
        "20031",
        (Seat("autoridade", TRANSPORT, SECRETARY, "substituto", "Decreto 61/2025"),),
    ),
    Official(
        "prefeito",
        "Hermes Gasparini Tonini",
        "20001",
        (
            Seat(
                "chefe_do_executivo",
                PALACE,
                "Prefeito",
                appointed_by="Termo de posse de 1º/01/2025",
            ),
        ),
    ),
    Official(
        "tesouraria",
        "Odete Ferrari Campos",
        "20077",
        (Seat("arrecadacao", TREASURY, "Fiscal de rendas"),),
    ),
    Official(
        "vistoria",
        "Silvano Bridi Nunes",
        "20123",
        (Seat("vistoria", TRANSPORT, "Vistoriador"),),
    ),
)

PERMITS: Final = tuple(
    Permit.of(*row)
    for row in (
        (
            *("003", "RQB4C17", "Chevrolet Spin", "branca", 2023),
            ("Arlindo Casotti Bergami", "411882310", "Rua Jerônimo Vervloet, 88, Centro"),
        ),
        (
            *("007", "RNG2D58", "Fiat Cronos", "branca", 2022),
            ("Delza Rosalém Pasolini", "522993421", "Rua do Lampião, 140, Centro"),
            ("Everaldo Pasolini Ramos", "633114532", "Rua das Hortênsias, 31, Vila Nova"),
        ),
        (
            *("012", "QRT8E42", "Renault Logan", "branca", 2022),
            ("Frederico Novelli Assis", "744225643", "Avenida Maria Angélica, 510, Vila Nova"),
        ),
        (
            *("018", "RDK1F93", "Volkswagen Virtus", "branca", 2024),
            ("Iolanda Tomazelli Rigo", "855336754", "Rua São Lourenço, 77, Centro"),
            ("Josias Rigo Valentim", "966447865", "Rua São Lourenço, 79, Centro"),
        ),
        (
            *("021", "QXP6G20", "Chevrolet Onix Plus", "branca", 2023),
            ("Laerte Biasutti Moraes", "177558976", "Rua da Fonte, 22, Dois Pinheiros"),
        ),
        (
            *("027", "RBS3H64", "Toyota Etios Sedã", "branca", 2021),
            ("Neuza Chieppe Fontana", "288669087", "Rua Bolívar de Abreu, 9, Centro"),
        ),
        (
            *("033", "QWV9J05", "Fiat Cronos", "branca", 2023),
            ("Osório Mazzo Galimberti", "399770198", "Rua Ricardo Pasolini, 204, Centro"),
            ("Quitéria Galimberti Luz", "410881209", "Rua Ricardo Pasolini, 206, Centro"),
        ),
    )
)
STANDS: Final = ("Praça da Matriz", "Rodoviária")
CAST: Final = Cast("santa_teresa", "taxi", date(2023, 6, 1), OFFICIALS, PERMITS, STANDS)
