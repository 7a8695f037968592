"""Refusals: an act that the law, the file or the moment does not allow. Nothing has changed."""

Errors = dict[str, str]  # a sentence by the name of the input that it is about


class Refused(Exception):
    """An act that was not done; the message is what the person reads.

    It says what happened, to what, by which article, and what to do now.
    `status` is the HTTP code (4xx): 400 malformed, 403 no competence, 404 not found,
    409 the case has moved on, 422 the answer cannot be accepted.
    """

    def __init__(self, message: str, status: int = 409) -> None:
        super().__init__(message)
        self.message = message
        self.status = status


class NotFound(Refused):
    """What was asked for does not exist, or belongs to another municipality: the same answer."""

    def __init__(self) -> None:
        super().__init__(
            "Não encontramos o que você pediu. Confira o número ou volte à lista de tarefas.", 404
        )


class NoCompetence(Refused):
    """The person does not hold, that day, the role that the act needs."""

    def __init__(self, message: str) -> None:
        super().__init__(message, 403)


class BadRequest(Refused):
    """The request has unknown, reserved or malformed parts; nobody types these by hand."""

    def __init__(self, message: str) -> None:
        super().__init__(message, 400)


class Unacceptable(Refused):
    """The answer contradicts the file or the law: `errors` maps input names to sentences."""

    def __init__(self, errors: dict[str, str]) -> None:
        super().__init__(" ".join(errors.values()), 422)
        self.errors = errors
