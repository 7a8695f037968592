"""Who works, who drives and who holds a permit in Teófilo Otoni. Every name is invented."""

from datetime import date
from typing import Final

from webapp.cli.sample.cast import Cast, Official, Permit, Seat

DIVISION, COUNTER = "Divisão de Trânsito e Transporte", "Protocolo Central"
PLANNING: Final = "Secretaria Municipal de Planejamento"

OFFICIALS: Final = (
    Official(
        "dtt",
        "Zulmira Esteves Gonzaga",
        "30118",
        (Seat("secretaria", DIVISION, "Chefe da Divisão de Trânsito e Transporte"),),
    ),
    Official(
        "guiche",
        "Raimundo Tolentino Braga",
        "30142",
        (Seat("protocolo", COUNTER, "Assistente de protocolo"),),
    ),
    Official(
        "vistoriador",
        "Anselmo Guedes Pacheco",
        "30151",
        (Seat("vistoria", DIVISION, "Vistoriador"),),
    ),
    Official(
        "planejamento",
        "Celina Barroso Antunes",
        "30007",
        (
            Seat(
                "autoridade",
                PLANNING,
                "Secretária Municipal de Planejamento",
                appointed_by="Decreto 9/2025",
            ),
        ),
    ),
)

PERMITS: Final = tuple(
    Permit.of(*row)
    for row in (
        (
            *("014", "RTA2B34", "Honda CG 160 Start", "amarela", 2022),
            ("Adalgisa Medina Cordeiro", "512883401", "Rua Epaminondas Otoni, 310, Centro"),
            ("Benício Cordeiro Lages", "623994512", "Rua Epaminondas Otoni, 312, Centro"),
        ),
        (
            *("021", "RTB5C61", "Yamaha Factor 150", "amarela", 2021),
            ("Cristóvão Peixoto Nazaré", "734105623", "Rua Doutor João Antônio, 88, Centro"),
        ),
        (
            *("033", "RTC8D12", "Honda CG 160 Fan", "amarela", 2023),
            ("Dalva Quaresma Figueira", "845216734", "Avenida Luiz Boali, 1450, Ipiranga"),
            ("Edivaldo Figueira Sena", "956327845", "Rua Coronel Mário Cordeiro, 9, Ipiranga"),
        ),
        (
            *("047", "RTD1E77", "Honda Biz 125", "amarela", 2022),
            ("Francelino Borges Mattos", "167438956", "Rua Teodolindo Pereira, 27, Marajoara"),
        ),
        (
            *("052", "RTE4F29", "Yamaha Fazer 150", "amarela", 2020),
            ("Graciema Dutra Salomão", "278549067", "Rua Antônio Onofre, 140, Grão Pará"),
            ("Heraldo Salomão Pires", "389650178", "Rua Antônio Onofre, 142, Grão Pará"),
        ),
        (
            *("068", "RTF7G80", "Honda CG 160 Titan", "amarela", 2024),
            ("Irineu Calixto Fagundes", "490761289", "Rua das Acácias, 63, Jardim das Acácias"),
        ),
        (
            *("074", "RTG0H13", "Honda CG 160 Start", "amarela", 2020),
            ("Jussara Abreu Mourão", "501872390", "Rua Aníbal Benévolo, 515, São Diogo"),
            ("Kléber Mourão Tavares", "612983501", "Rua Aníbal Benévolo, 517, São Diogo"),
        ),
        (
            *("089", "RTH3J46", "Yamaha Factor 150", "amarela", 2023),
            ("Leônidas Amaral Freire", "723094612", "Rua Padre Virgulino, 44, Palmeiras"),
        ),
        (
            *("095", "RTJ6K91", "Honda CG 160 Cargo", "amarela", 2021),
            ("Maristela Veloso Chaves", "834105724", "Rua Joaquim Nabuco, 201, Fátima"),
            ("Nilton Chaves Godói", "945216835", "Rua Joaquim Nabuco, 203, Fátima"),
        ),
        (
            *("102", "RTK9L54", "Honda Biz 125", "amarela", 2022),
            ("Olímpia Rangel Duarte", "156327946", "Rua São Jacinto, 78, São Jacinto"),
        ),
        (
            *("118", "RTL2M37", "Honda CG 160 Fan", "amarela", 2024),
            ("Percival Lacerda Simões", "267438057", "Rua Minas Novas, 16, Bela Vista"),
            ("Quirino Simões Aguilar", "378549168", "Rua Minas Novas, 18, Bela Vista"),
        ),
        (
            *("123", "RTM5N08", "Yamaha Fazer 150", "amarela", 2023),
            ("Rosalvo Prata Monteiro", "489650279", "Rua Pedro Abrantes, 390, Vila Verônica"),
        ),
    )
)
STANDS: Final = ("Praça Tiradentes", "Rodoviária", "Mercado Municipal")
CAST: Final = Cast(
    "teofilo_otoni",
    "mototaxi",
    date(2024, 5, 2),
    OFFICIALS,
    PERMITS,
    STANDS,
    "Permissão {number}/2024",
)
