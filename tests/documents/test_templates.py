"""What each document must say, and what it must not."""

from tests.documents.facts import FULL, MINIMAL
from tests.documents.reading import joined, pages_of, text_of
from webapp import documents

RUNNING = {**FULL["terms"][0], "state": "running"}


def page(name: str, **changed: object) -> str:
    return text_of(documents.render(name, FULL | changed))


# ---- auto de infração


def test_the_auto_comes_in_two_copies_each_with_its_label_and_its_own_page_numbers() -> None:
    first, second = pages_of(documents.render("auto_infracao", FULL))
    assert "1ª via – autos" in first
    assert "2ª via – autuado" in second
    assert "Página 1 de 1" in first
    assert "Página 1 de 1" in second


def test_the_auto_has_what_the_law_wants_in_both_copies() -> None:
    for copy in pages_of(documents.render("auto_infracao", FULL)):
        for said in ("01/12/2025, 14h05", "Rodoviária", "Renato Zamprogno", "«bandeira 1»",
                     "Jonas Gasparini", "QRG2H15", "art. 5º, III", "Ana Lúcia Côgo",
                     "João Peçanha", "2ª testemunha"):  # fmt: skip
            assert said in copy, said


def test_the_auto_says_how_until_when_and_to_whom_to_defend() -> None:
    said = page("auto_infracao", terms=[RUNNING])
    assert "Defesa: 5 dias úteis contados do recebimento (art. 23)." in said
    assert joined("Dirija o requerimento a: Diretor do órgão municipal regulamentador") in joined(
        said
    )


def test_the_certificate_of_service_tells_the_term_of_each_party_by_name() -> None:
    said = page("certidao_ciencia", terms=[RUNNING, RUNNING | {"party": "Valdir Broetto"}])
    assert "Defesa de Jonas Gasparini: 5 dias úteis" in said
    assert "Defesa de Valdir Broetto: 5 dias úteis" in said


def test_no_notice_offers_any_term_but_the_one_it_starts() -> None:
    other = RUNNING | {"name": "Retorno do aviso de recebimento", "rule": "20 dias corridos"}
    for name in ("auto_infracao", "carta_ar", "edital_notificacao", "recibo", "decisao_auto"):
        said = page(name, terms=[other])
        assert "Retorno" not in said, name
        assert joined("Defesa: 5 dias úteis contados do recebimento (art. 23).") in joined(said)


def test_the_term_of_a_seized_vehicle_stands_by_itself_and_is_nothing_to_ask_for() -> None:
    said = joined(page("decisao_auto"))
    told = joined("Retirada do veículo apreendido: até 02/03/2026 (art. 20).")
    assert said.index(joined("guarde o recibo.")) < said.index(told)


def test_a_notice_of_the_auto_has_the_account_day_hour_and_place() -> None:
    for name in ("carta_ar", "edital_notificacao", "recibo"):
        said = joined(page(name))
        for told in ("Cobrou R$ 18,00 por uma corrida de R$ 9,00.", "14h05", "Rodoviária",
                     "0035/2025", "art. 5º, III"):  # fmt: skip
            assert joined(told) in said, (name, told)


def test_a_document_has_its_own_number_and_below_it_the_one_it_is_about() -> None:
    said = page("decisao_auto")
    assert "DECISÃO Nº 0093/2025" in said
    assert said.index("DECISÃO Nº 0093/2025") < said.index("sobre o Auto de infração nº 0035/2025")


def test_a_certificate_says_what_it_certifies_where_the_term_did_not_lapse() -> None:
    told = {"says": "Certifico que se localizou o pagamento.", "ended": "prazo encerrado; pago"}
    said = page("certidao_decurso", certificate=told, papers=[])
    assert "Certifico que se localizou o pagamento." in said
    assert joined("prazo encerrado; pago") in joined(said)
    assert "decorreu o prazo" not in said
    assert "Nenhum papel foi encontrado" not in said


def test_a_draft_says_on_each_page_that_it_has_no_value_and_takes_no_number() -> None:
    draft = "MINUTA – sem valor antes da assinatura"
    facts = {"document": {**FULL["document"], "number": "minuta", "draft": draft}}
    pages = pages_of(documents.render("auto_infracao", FULL | facts))
    assert all(joined(draft) in joined(page) for page in pages)
    assert "AUTO DE INFRAÇÃO – MINUTA" in pages[0]
    assert "nº minuta" not in pages[0].lower()


def test_a_term_that_ended_is_never_offered_and_the_notice_says_the_next_one() -> None:
    said = page("notificacao_penalidade", notice={"deadline": "Reconsideração: 5 dias úteis."})
    assert "Reconsideração: 5 dias úteis." in said
    assert "até 09/12/2025" not in said
    assert "pode fazer" not in page("notificacao_penalidade", notice=None)


def test_the_addresses_of_the_witnesses_stay_in_the_copy_of_the_file() -> None:
    first, second = pages_of(documents.render("auto_infracao", FULL))
    assert "Rua das Acácias, 7" in first
    assert "Córrego do Ouro" in first
    assert "Acácias" not in second
    assert "Córrego" not in second
    assert "O endereço das testemunhas consta só da via dos autos." in second


def test_an_auto_that_is_no_notice_asks_for_no_witness_and_certifies_no_refusal() -> None:
    assert "testemunha" in page("auto_infracao", signing_only=False)
    drawn = page("auto_infracao", signing_only=True)
    assert "Certidão de recusa" not in drawn
    assert "testemunha" not in drawn
    assert "O que acontece agora" in drawn


def test_the_refusal_to_sign_is_certified_or_left_to_be_filled_in_by_hand() -> None:
    certified = page("auto_infracao", refusal={"text": "Recusou-se.", "article": "art. 22, § 2º"})
    assert "Recusou-se." in certified
    assert "Base legal: art. 22, § 2º" in certified
    assert "Preencher só em caso de recusa." not in certified
    assert "Preencher só em caso de recusa." in page("auto_infracao")


def test_the_autuado_who_signs_is_the_party_of_that_role_wherever_it_stands() -> None:
    said = page("auto_infracao", parties=list(reversed(FULL["parties"])))
    assert joined("Jonas Gasparini\nautuado – recebi a 2ª via") in joined(said)


# ---- certidão de recontagem


def test_the_certificate_of_a_recount_says_what_moved_the_term_by_which_act_and_who_answers() -> (
    None
):
    said = joined(page("certidao_recontagem"))
    for told in ("sem expediente: luto oficial, em 08/12/2025", "Decreto 431/2025",
                 "Sílvia Secretaria", "Dário Diretor", "Contagem: defesa"):  # fmt: skip
        assert joined(told) in said, told


def test_a_suspension_is_told_once_and_not_on_each_of_its_days() -> None:
    why = "prazo suspenso de 02/12/2025 a 03/12/2025"
    ledger = [
        {"day_on": day, "kind": "suspended", "n": None, "reason": why}
        for day in ("02/12/2025", "03/12/2025")
    ]
    said = joined(page("certidao_recontagem", terms=[{"name": "defesa", "ledger": ledger}]))
    assert said.count(joined(why)) == 1


# ---- certidão de decurso


def test_the_certificate_names_each_party_as_met_or_lapsed_and_the_papers_found() -> None:
    said = joined(page("certidao_decurso"))
    assert joined("Jonas Gasparini defesa art. 23 09/12/2025 decorreu o prazo") in said
    assert joined("Valdir Broetto defesa art. 23 – cumprido: papel apresentado") in said
    assert joined("7.318/2025 Defesa Valdir Broetto 05/12/2025") in said
    assert joined("tempestividade controvertida") in said


def test_the_certificate_counts_day_by_day_as_a_wall_calendar() -> None:
    said = joined(page("certidao_decurso"))
    assert joined("seg ter qua qui sex sáb dom 01/12 0 02/12 1 03/12 2 04/12 3 05/12 4") in said
    assert joined("06/12 – 07/12 – 08/12 não 09/12 5") in said
    assert joined("08/12/2025: ponto facultativo (Decreto 431/2025)") in said
    assert joined("06/12/2025: sábado") not in said
    assert joined("Outra leitura: até 08/12/2025, se o protocolo abrir no dia 8") in said


def test_days_missing_in_a_count_stay_blank_so_that_weekdays_stay_in_their_column() -> None:
    ledger = [
        {"day_on": "03/12/2025", "kind": "counted", "n": 1},
        {"day_on": "08/12/2025", "kind": "counted", "n": 2},
    ]
    assert "08/12" in page("certidao_decurso", terms=[{"name": "defesa", "ledger": ledger}])


def test_a_certificate_without_papers_says_that_none_was_found() -> None:
    assert "Nenhum papel foi encontrado" in page("certidao_decurso", papers=[])


# ---- decisions, notices, money


def test_a_decision_gives_reasons_result_each_penalty_and_why() -> None:
    for name in ("decisao_auto", "decisao_reconsideracao", "notificacao_penalidade"):
        said = joined(page(name))
        for part in ("A usuária declarou o valor.", "Auto procedente", "R$ 759,00",
                     "primeira infração", "Pagamento até 15/01/2026 (art. 15)"):  # fmt: skip
            assert joined(part) in said, (name, part)


def test_the_published_notice_shows_no_address_and_no_whole_cpf() -> None:
    said = page("edital_notificacao")
    assert "***.982.247-**" in said
    assert "529.982.247-25" not in said
    assert "529" not in said
    assert "São José" not in said


def test_a_cpf_that_is_not_eleven_digits_is_hidden_whole_in_what_is_published() -> None:
    said = page("edital_notificacao", parties=[{"name": "Ana", "cpf": "12345"}])
    assert "12345" not in said
    assert "***" in said


def test_the_letter_shows_the_addressee_before_anything_else_about_the_case() -> None:
    said = page("carta_ar")
    assert said.index("29725-000 Marilândia/ES") < said.index("0412/2025")
    assert "Remetente: Setor de Trânsito" in said


def test_the_certificate_of_service_has_one_row_per_party_and_attempt() -> None:
    said = joined(page("certidao_ciencia"))
    assert joined("autuado 1 carta com AR 10/12/2025 não procurado AR devolvido") in said
    assert joined("autuado 2 em mãos 18/12/2025 ciente recibo") in said


def test_the_receipt_of_a_paper_has_number_day_hour_pieces_and_hash() -> None:
    said = joined(page("recibo_protocolo"))
    for part in ("7.318/2025", "05/12/2025", "10h31", "balcão", "tempestivo",
                 FULL["filing"]["pieces"][0]["sha256"]):  # fmt: skip
        assert joined(part) in said, part


def test_the_receipt_of_a_delivery_has_lines_for_both_hands() -> None:
    said = page("recibo")
    assert "recebedor – nome por extenso, CPF e assinatura" in said
    assert "entregador – nome, matrícula e assinatura" in said


def test_the_slip_of_a_fine_has_amount_in_words_day_and_two_parts() -> None:
    said = page("guia_multa")
    assert "setecentos e cinquenta e nove reais" in said
    assert "via da arrecadação" in said
    assert "via do pagador" in said
    assert said.count("15/01/2026") == 3


def test_the_list_for_the_active_debt_has_one_row_per_debt_or_the_fine_of_the_case() -> None:
    debts = [{"debtor": "Ana", "amount": "R$ 1,00"}, {"debtor": "Eva", "amount": "R$ 2,00"}]
    assert joined("1 Ana R$ 1,00 2 Eva R$ 2,00") in joined(page("remessa_divida", debts=debts))
    assert joined("1 Jonas Gasparini CPF 529.982.247-25") in joined(page("remessa_divida"))


def test_who_signed_stands_with_office_capacity_act_and_hour() -> None:
    said = joined(page("despacho"))
    assert (
        joined(
            "Assinado eletronicamente por Renato Zamprogno (Agente de fiscalização, "
            "matrícula 1187), na qualidade de autuante, "
            "ato de designação: Portaria 45/2021, em 01/12/2025 às 14:12."
        )
        in said
    )


def test_an_unsigned_document_has_a_line_to_be_signed_by_hand() -> None:
    assert "nome, cargo, matrícula e assinatura" in text_of(documents.render("despacho", MINIMAL))


def test_an_instant_is_shown_as_day_and_hour() -> None:
    signed = [{"name": "Ana", "at": "2025-12-01T14:12:09-03:00"}]
    assert "em 01/12/2025, às 14h12." in page("despacho", signatures=signed)
