"""What a form may name. Every list is closed; what a name does is the business of `cases`.

A name that needs fields says so in `needs`: a form without them is refused when it is read,
not in the middle of a case.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from webapp.domain.impedimento import GROUNDS
from webapp.forms.field import Field, Option

COMMON_KEYS: Final = frozenset({"name", "type", "label", "hint", "section", "required", "show_if"})

TYPES: Final[Mapping[str, frozenset[str]]] = {
    "text": frozenset({"pattern", "max", "per", "fact", "about"}),
    "long_text": frozenset({"max", "per"}),
    "date": frozenset({"limit", "fact", "about", "per"}),
    "time": frozenset({"per"}),
    "integer": frozenset({"min", "max", "per"}),
    "money": frozenset({"min", "max", "per"}),
    "choice": frozenset({"options", "options_from", "outcome", "fact", "about", "per"}),
    "several": frozenset({"options", "options_from", "per"}),
    "yes_no": frozenset({"outcome", "fact", "about", "per"}),
    "file": frozenset(),
    "files": frozenset(),
    "checklist": frozenset({"options", "options_from"}),
    "person": frozenset({"party"}),
    "vehicle": frozenset(),
}
"""Each type with the keys it takes beside those of every field."""

CONDITION_TYPES: Final = frozenset({"choice", "yes_no"})
OPTION_TYPES: Final = frozenset({"choice", "several", "checklist"})
PER: Final[Mapping[str, str]] = {"party": "party", "carta": "party", "item": "item"}
"""What a field may repeat for, and what each of these is: of a party sought by letter there may
be more to ask than of the others."""

LIMITS: Final = frozenset({"past", "future"})

OPTION_SOURCES: Final[Mapping[str, str]] = {
    "infracoes": "Itens de infração da lei do município em vigor no dia do fato",
    "fundamentos_cassacao": "Fundamentos de cassação que só um processo próprio pode aplicar",
    "retornos": "O que os Correios podem devolver de uma carta, e o que a lei faz disso",
}

PARTIES: Final[Mapping[str, str]] = {
    "autuado": "Autuado",
    "titular": "Titular da autorização ou da permissão",
    "auxiliar": "Auxiliar ou preposto",
    "requerente": "Requerente",
}

RESERVED: Final = frozenset(
    {
        "typename", "version", "id", "municipality_id", "case_id", "task_id", "form", "form_sha256",
        "outcome", "actor", "now", "today", "fato", "prazo", "resposta", "answer", "fact",
    }
)  # fmt: skip
"""Names that the machine uses: a field that took one could pass for a column or a function."""


@dataclass(frozen=True, slots=True)
class Use:
    """What a name makes happen, in one sentence, and the fields it reads."""

    says: str
    needs: tuple[str, ...] = ()


CHECKS: Final[Mapping[str, Use]] = {
    "recusa_com_testemunhas": Use(
        "Recusa certificada pede duas testemunhas com endereço e a cópia entregue.",
        ("entrega", "testemunha1_nome", "testemunha1_endereco", "testemunha2_nome",
         "testemunha2_endereco", "copia_entregue"),
    ),
    "entrega_depois_do_fato": Use(
        "A entrega não pode ser anterior ao fato.", ("data_fato", "data_entrega")
    ),
    "testemunhas_distintas": Use(
        "Testemunhas são duas pessoas, e nenhuma é o agente ou o autuado.",
        ("autuado", "testemunha1_nome", "testemunha2_nome"),
    ),
    "cpf_do_cadastro": Use(
        "O CPF não pode ser, no cadastro, de pessoa com outro nome.", ("autuado",)
    ),
    "lei_em_vigor_no_fato": Use(
        "A lei vigorava no dia do fato para cada item.", ("data_fato", "itens")
    ),
    "horas_conferem": Use(
        "Nada aconteceu depois de agora, nem a apreensão antes do fato.",
        ("data_fato", "hora_fato"),
    ),
    "apreensao_com_fundamento": Use(
        "Só se apreende por item a que a lei liga a apreensão.",
        ("apreensao", "itens", "data_fato"),
    ),
    "certidao_confere": Use(
        "A certidão tem de dizer o que está nos autos, e não vir cedo sem motivo.",
        ("resultado", "motivo_antecipado"),
    ),
    "pagamento_depois_do_fato": Use(
        "O pagamento não pode ser anterior ao fato.", ("data_pagamento",)
    ),
    "julgamento_coerente": Use(
        "O resultado do auto tem de concordar com o de cada item.",
        ("resultado", "item_resultado", "item_penalidade"),
    ),
    "penalidade_da_tabela": Use(
        "Penalidade diferente da que a lei dá pede motivo.",
        ("item_penalidade", "item_multa", "motivo_divergencia"),
    ),
    "penalidade_sobre_autorizacao": Use(
        "Suspensão e cassação pedem uma autorização no cadastro, ou que se escreva qual é.",
        ("item_penalidade", "motivo_divergencia"),
    ),
    "nao_agrava": Use(
        "Quem recorre ou pede reconsideração não sai com penalidade mais grave em nenhum item.",
        ("resultado", "item_penalidade", "item_multa", "suspensao_dias"),
    ),
    "unidade_com_fundamento": Use(
        "Valor da unidade da multa pede o ato que o fixa.", ("valor_unidade", "fundamento_unidade")
    ),
    "unidade_com_valor": Use(
        "Multa que fica definitiva pede o valor da unidade, se ainda não se conhece.",
        ("valor_unidade", "fundamento_unidade"),
    ),
    "infrator_do_cadastro": Use(
        "O infrator tem de concordar com quem conduzia, pelo cadastro da placa.",
        ("condutor", "autuado", "veiculo", "data_fato"),
    ),
    "lavratura_depois_do_fato": Use(
        "O auto não se lavra antes do fato.", ("data_fato", "data_lavratura")
    ),
    "decurso_coerente": Use(
        "O auto só se arquiva por falta de notificação quando o infrator não foi notificado.",
        ("resultado", "situacao"),
    ),
    "ciencia_no_prazo": Use(
        "A ciência depois do prazo para notificar não vale.", ("data_ciencia",)
    ),
    "desistencia_homologada": Use(
        "Só se dá por desistido o recurso cuja desistência foi homologada.", ("resultado",)
    ),
    "instrucao_coerente": Use(
        "Falha de representação ou testemunhas demais seguem anotadas.",
        ("resultado", "representacao", "sanada", "testemunhas"),
    ),
    "pagamento_com_fundamento": Use(
        "Dia de pagamento fixado na decisão pede a norma que o autoriza.",
        ("dia_pagamento", "fundamento_pagamento"),
    ),
    "pagamento_depois_do_pedido": Use(
        "A multa não vence enquanto ainda se pode pedir reconsideração.", ("dia_pagamento",)
    ),
    "edital_so_depois": Use(
        "Edital só depois de tentativa frustrada ou com endereço desconhecido.",
        ("meio", "endereco_desconhecido"),
    ),
    "diligencia_coerente": Use(
        "O resultado da diligência tem de concordar com o de cada parte.",
        ("resultado", "entrega"),
    ),
    "entrega_depois_do_ato": Use(
        "A entrega não pode ser anterior ao ato notificado.", ("data_entrega",)
    ),
    "publicacao_depois_do_ato": Use(
        "A publicação não pode ser anterior ao ato notificado.", ("data_publicacao",)
    ),
    "entrega_alcancou": Use(
        "Quem não foi encontrado na entrega em mãos não tem ciência.", ("ciencia_valida",)
    ),
    "todos_cientes": Use(
        "«Todas» só quando cada parte tem ciência válida.", ("resultado", "ciencia_valida")
    ),
    "ciencia_depois_do_ato": Use(
        "A ciência não pode ser anterior ao ato notificado.", ("data_ciencia",)
    ),
    "ciencia_em_vida": Use("Quem morreu não tem ciência do que lhe foi mandado em vida."),
    "retorno_nos_autos": Use(
        "O que os Correios devolveram está nos autos: o aviso se registra antes.", ("retorno",)
    ),
    "ciencia_do_retorno": Use(
        "A ciência por carta é a que a lei faz do retorno, ou diz por que diverge.",
        ("retorno", "ciencia_valida", "data_ciencia", "motivo_invalida", "motivo_divergencia"),
    ),
    "extinto_com_o_ultimo": Use(
        "O processo não se extingue pelo óbito enquanto o autuado vive.", ("resultado",)
    ),
    "cassacao_sem_outra": Use(
        "Não se propõe cassação contra quem já responde a um processo de cassação.",
        ("resultado", "fundamentos"),
    ),
    "cumprimento_depois_de_definitiva": Use(
        "A penalidade não se cumpre antes de definitiva, nem ao mesmo tempo que outra igual.",
        ("resultado", "dia_inicio"),
    ),
    "vistoria_dentro_do_impedimento": Use(
        "A vistoria que encerra o impedimento é feita enquanto ele dura.",
        ("resultado", "dia_vistoria"),
    ),
    "ha_de_que_desistir": Use(
        "Só se homologa a desistência de um papel ainda não decidido.", ("resultado",)
    ),
}  # fmt: skip

RECORDS: Final[Mapping[str, Use]] = {
    "auto": Use(
        "O auto de infração, com seu número, suas partes e seus itens.",
        ("data_fato", "hora_fato", "lugar", "autuado", "veiculo", "itens", "relato"),
    ),
    "decisao": Use(
        "A decisão, com o resultado e, onde há itens, a penalidade de cada um.",
        ("resultado", "razoes"),
    ),
    "decurso_notificacao": Use(
        "Quem foi notificado no prazo; quem não foi sai do processo que segue.",
        ("resultado", "situacao", "data_ciencia"),
    ),
    "tentativa": Use("Uma tentativa de notificação por parte.", ("meio", "endereco")),
    "entrega": Use(
        "O que houve na entrega a cada parte.", ("resultado", "entrega", "data_entrega")
    ),
    "publicacao": Use(
        "A publicação do edital.", ("publicado", "data_publicacao", "veiculo_publicacao")
    ),
    "ciencia": Use(
        "A ciência de cada parte, com o dia.", ("resultado", "ciencia_valida", "data_ciencia")
    ),
    "pagamento": Use(
        "O pagamento localizado, com o dia e o valor.", ("resultado", "data_pagamento")
    ),
    "prazo_com_falha": Use(
        "O que se faz do prazo cujo fim o sistema não pôde registrar.", ("resultado", "razoes")
    ),
    "obito": Use("O que o óbito de uma parte faz do processo.", ("resultado", "razoes")),
    "cassacao": Use(
        "A proposta de cassação: com ela se abre o processo próprio.",
        ("resultado", "fundamentos", "data_fato", "fatos"),
    ),
    "cumprimento": Use("De que dia a que dia se cumpre a penalidade.", ("dia_inicio",)),
    "fim_impedimento": Use("A nova vistoria do veículo impedido.", ("resultado", "dia_vistoria")),
    "desistencia": Use("Se a desistência de um papel vale.", ("resultado", "razoes")),
}

PANELS: Final[Mapping[str, str]] = {
    "penalidade_cabivel": "O que a lei dá para cada item do auto, e por quê",
    "penalidade_imposta": "A penalidade imposta, item por item",
    "proposta_cassacao": "Os fundamentos da cassação e os fatos em que se apoiam",
}

IMPEDIMENTOS: Final[Mapping[str, str]] = GROUNDS

PARTS: Final[Mapping[str, tuple[Field, ...]]] = {
    "person": (
        Field("nome", "text", "Nome completo", required=True),
        Field("cpf", "text", "CPF", pattern="cpf"),
        Field("cnh", "text", "Número de registro da CNH", pattern="cnh"),
        Field("endereco", "text", "Endereço"),
        Field("telefone", "text", "Telefone", pattern="telefone"),
    ),
    "vehicle": (
        Field("placa", "text", "Placa", pattern="placa", required=True),
        Field("marca_modelo", "text", "Marca e modelo"),
        Field("cor", "text", "Cor"),
        Field("ano", "integer", "Ano de fabricação", hint="Quatro números", min=1900, max=2100),
        Field("renavam", "text", "Renavam", pattern="renavam"),
    ),
}
"""The inputs of a composite. Only the name and the plate are sure to be known in the street."""

CHECKLIST_LINE: Final = (
    Option("apresentado", "Apresentado"),
    Option("falta", "Falta"),
    Option("dispensado", "Não se aplica"),
)
