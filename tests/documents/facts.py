"""The facts of an invented case, whole and as bare as they come."""

from typing import Any

MINIMAL: dict[str, Any] = {"municipality": {"name": "Marilândia", "uf": "ES"}}

_SHA = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
_DAYS = [
    ("01/12/2025", "seg", "excluded", 0, "dia do recebimento, que não se conta (art. 23)"),
    ("02/12/2025", "ter", "counted", 1, ""),
    ("03/12/2025", "qua", "counted", 2, ""),
    ("04/12/2025", "qui", "counted", 3, ""),
    ("05/12/2025", "sex", "counted", 4, ""),
    ("06/12/2025", "sáb", "weekend", None, "sábado"),
    ("07/12/2025", "dom", "weekend", None, "domingo"),
    ("08/12/2025", "seg", "closed", None, "ponto facultativo (Decreto 431/2025)"),
    ("09/12/2025", "ter", "counted", 5, ""),
]

FULL: dict[str, Any] = {
    "municipality": {
        "name": "Marilândia",
        "uf": "ES",
        "prefeitura": "Prefeitura Municipal de Marilândia",
        "unit": "Setor de Trânsito",
    },
    "document": {
        "kind": "auto_infracao",
        "subject": "sobre o Auto de infração nº 0035/2025",
        "number": "0093/2025",
        "basis": "Lei 853/2009, art. 22",
        "issued_at": "2025-12-01T14:12:00-03:00",
        "issued_on": "01/12/2025",
        "copies": ["1ª via – autos", "2ª via – autuado"],
    },
    "case": {
        "number": "0412/2025",
        "process": "Infração de mototáxi",
        "opened_on": "01/12/2025",
        "fact_on": "01/12/2025",
    },
    "parties": [
        {
            "role": "autuado",
            "name": "Jonas Gasparini",
            "cpf": "529.982.247-25",
            "address": "Rua São José, 12\nCentro",
        },
        {"role": "titular", "name": "Valdir Broetto", "cpf": "111.444.777-35", "address": ""},
    ],
    "vehicle": {"plate": "QRG2H15", "model": "Honda CG 160", "colour": "amarela", "year": "2022"},
    "items": [
        {
            "code": "5-III",
            "text": "Cobrar acima da tarifa",
            "article": "art. 5º, III",
            "sanction": "multa (art. 15)",
        }
    ],
    "fields": [
        {"label": "Data e hora", "value": "01/12/2025, 14h05"},
        {"label": "Lugar", "value": "Rodoviária"},
    ],
    "paragraphs": ["Às 13h50, o condutor cobrou R$ 18,00 na «bandeira 1».", "É o relato (§ 1º)."],
    "terms": [
        {
            "name": "defesa",
            "article": "art. 23",
            "reference_on": "01/12/2025",
            "last_day_on": "09/12/2025",
            "rule": "5 dias úteis contados do recebimento deste auto",
            "party": "Jonas Gasparini",
            "state": "fired",
            "ledger": [
                dict(zip(("day_on", "weekday", "kind", "n", "reason"), day, strict=True))
                for day in _DAYS
            ],
            "alternatives": [
                {"last_day_on": "08/12/2025", "because": "se o protocolo abrir no dia 8"}
            ],
        },
        {"name": "defesa", "article": "art. 23", "party": "Valdir Broetto", "state": "met"},
    ],
    "recount": {
        "what": "sem expediente: luto oficial",
        "act": "Decreto 431/2025",
        "from_on": "08/12/2025",
        "to_on": "08/12/2025",
        "entered_by": "Sílvia Secretaria",
        "approved_by": "Dário Diretor",
        "moves": [
            {
                "party": "Jonas Gasparini",
                "name": "defesa",
                "article": "art. 23",
                "before_on": "08/12/2025",
                "after_on": "09/12/2025",
            }
        ],
    },
    "decision": {
        "result": "Auto procedente",
        "reasons": "A usuária declarou o valor.\nA defesa não o negou.",
        "payment_day": "15/01/2026",
        "payment_basis": "art. 15",
        "items": [
            {
                "code": "5-III",
                "article": "art. 15",
                "penalty": "multa",
                "amount": "R$ 759,00",
                "units": "½ salário-mínimo",
                "why": "primeira infração",
            }
        ],
    },
    "notice": {
        "means": "carta com AR",
        "address": "Rua São José, 12\nCentro\n29725-000 Marilândia/ES",
        "addressee": "Jonas Gasparini",
        "deadline": "Defesa: 5 dias úteis contados do recebimento (art. 23).",
        "to_whom": "Diretor do órgão municipal regulamentador",
    },
    "auto": {
        "number": "0035/2025",
        "on": "01/12/2025",
        "hour": "14h05",
        "place": "Rodoviária",
        "account": "Cobrou R$ 18,00 por uma corrida de R$ 9,00.",
    },
    "charge": {
        "grounds": [{"article": "art. 55, V, b", "text": "Descumprir determinações"}],
        "facts": "Três vezes intimado, não apresentou o veículo.",
    },
    "measures": ["Retirada do veículo apreendido: até 02/03/2026 (art. 20)."],
    "certificate": {"says": "", "ended": ""},
    "notices": [
        {
            "party": "Jonas Gasparini",
            "role": "autuado",
            "attempt": 1,
            "means": "carta com AR",
            "on": "10/12/2025",
            "result": "não procurado",
            "proof": "AR devolvido",
        },
        {
            "party": "Jonas Gasparini",
            "role": "autuado",
            "attempt": 2,
            "means": "em mãos",
            "on": "18/12/2025",
            "result": "ciente",
            "proof": "recibo",
        },
    ],
    "papers": [
        {
            "number": "7.318/2025",
            "kind": "Defesa",
            "party": "Valdir Broetto",
            "on": "05/12/2025",
            "timeliness": "controvertido",
        }
    ],
    "amount": {
        "text": "R$ 759,00",
        "in_words": "setecentos e cinquenta e nove reais",
        "due_on": "15/01/2026",
        "payer": "Jonas Gasparini",
        "calculation": "½ × R$ 1.518,00",
    },
    "witnesses": [
        {"name": "Ana Lúcia Côgo", "address": "Rua das Acácias, 7"},
        {"name": "João Peçanha", "address": "Córrego do Ouro, s/nº"},
    ],
    "signatures": [
        {
            "name": "Renato Zamprogno",
            "office": "Agente de fiscalização",
            "registration": "1187",
            "capacity": "autuante",
            "appointed_by": "Portaria 45/2021",
            "at": "01/12/2025 às 14:12",
        }
    ],
    "verification": {
        "code": "7K3Q-9XWM",
        "url": "https://autos.example/v/7K3Q9XWM",
        "sha256": _SHA,
    },
    "filing": {
        "number": "7.318/2025",
        "day": "05/12/2025",
        "hour": "10h31",
        "kind": "Defesa",
        "presenter": "Jonas Gasparini",
        "means": "balcão",
        "timeliness": "tempestivo",
        "pieces": [{"title": "Defesa", "pages": 3, "sha256": _SHA}],
    },
}
