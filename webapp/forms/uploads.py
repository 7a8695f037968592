"""Files that come with an answer: accepted by what they contain, never by what they are called."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import PurePosixPath
from typing import Any, Final

MAX_BYTES: Final = 10 * 1024 * 1024
MAX_FILES: Final = 10

_BEGINNINGS: Final[Mapping[bytes, tuple[str, tuple[str, ...]]]] = {
    b"%PDF-": ("application/pdf", (".pdf",)),
    b"\xff\xd8\xff": ("image/jpeg", (".jpg", ".jpeg")),
    b"\x89PNG\r\n\x1a\n": ("image/png", (".png",)),
}


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as the browser sent it: the name is the person's, the content is not looked at."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file of the answer: the field it answers, a name without path, its real media type."""

    field: str
    name: str
    media_type: str
    content: bytes

    @property
    def sha256(self) -> str:
        return sha256(self.content).hexdigest()

    def record(self) -> dict[str, Any]:
        """What the answer's values keep of the file, as JSON."""
        return {
            "name": self.name,
            "media_type": self.media_type,
            "size": len(self.content),
            "sha256": self.sha256,
        }


def attach(field: str, several: bool, uploads: Sequence[Upload]) -> list[Attachment]:
    """The files of one field. An input left empty gives none. Raises ValueError: a sentence."""
    sent = [upload for upload in uploads if upload.name or upload.content]
    most = MAX_FILES if several else 1
    if len(sent) > most:
        raise ValueError(f"Junte até {most} {'arquivos' if several else 'arquivo'} aqui.")
    return [_attachment(field, upload) for upload in sent]


def _attachment(field: str, upload: Upload) -> Attachment:
    name = _plain_name(upload.name)
    if not upload.content:
        raise ValueError(f"O arquivo «{name}» está vazio. Escolha outro.")
    if len(upload.content) > MAX_BYTES:
        raise ValueError(f"O arquivo «{name}» passa de 10 MB. Diminua ou divida o arquivo.")
    for beginning, (media_type, endings) in _BEGINNINGS.items():
        if upload.content.startswith(beginning):
            return Attachment(field, _ending(name, endings), media_type, upload.content)
    raise ValueError(f"O arquivo «{name}» não é PDF, JPEG nem PNG. Converta e escolha de novo.")


def _plain_name(name: str) -> str:
    last = PurePosixPath(name.replace("\\", "/")).name
    readable = "".join(sign for sign in last if sign.isprintable())
    return readable.strip(" .")[-100:] or "arquivo"


def _ending(name: str, endings: tuple[str, ...]) -> str:
    return name if name.lower().endswith(endings) else name + endings[0]
