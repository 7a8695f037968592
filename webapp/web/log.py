"""Logs: one line of JSON per record on standard error, without personal numbers."""

import json
import logging
import re
from datetime import UTC, datetime
from typing import Final, TextIO, cast

from flask.logging import wsgi_errors_stream

_CPF: Final = re.compile(r"(?<!\d)\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?!\d)")


class Lines(logging.Formatter):
    """One record, one line: JSON escapes what would break it; a CPF shows as asterisks."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return mask(json.dumps(told, ensure_ascii=True))


def mask(text: str) -> str:
    """The text with each CPF, punctuated or not, replaced by asterisks."""
    return _CPF.sub("***", text)


def to_stderr() -> None:
    """Whatever this process logs goes to standard error. Calling it again changes nothing."""
    root = logging.getLogger()
    if not any(isinstance(handler.formatter, Lines) for handler in root.handlers):
        handler = logging.StreamHandler(cast(TextIO, wsgi_errors_stream))
        handler.setFormatter(Lines())
        root.addHandler(handler)
        logging.getLogger("webapp").setLevel(logging.INFO)
