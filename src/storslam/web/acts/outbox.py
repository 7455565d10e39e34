"""Letters: written into the outbox in the transaction of an act, sent when it is emptied."""

from collections.abc import Iterator
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from storslam.web.models import Letter

MOST_TRIES = 5
BATCH = 100


def write(to: str, subject: str, body: str, key: str) -> Letter | None:
    """A letter for the outbox; None where nobody can be written to. A key is used once."""
    if not to:
        return None
    kept = {"to": to, "subject": subject, "body": body, "written": timezone.now()}
    return Letter.objects.get_or_create(key=key, defaults=kept)[0]


def queue() -> QuerySet[Letter]:
    """The letters that are not sent yet and still tried."""
    return Letter.objects.filter(sent=None, tries__lt=MOST_TRIES)


def waiting() -> int:
    """How many letters are not sent yet and still tried."""
    return queue().count()


def can_send() -> bool:
    """Whether letters leave this installation."""
    return not settings.EMAIL_BACKEND.endswith("dummy.EmailBackend")


def empty() -> Iterator[Letter]:
    """Send what waits, one at a time; gives each letter as it was left, sent or with its fault.

    Two who empty at once do not send a letter twice: each is taken under a lock.
    """
    for pk in list(queue().values_list("pk", flat=True)[:BATCH]):
        with transaction.atomic():
            letter = Letter.objects.select_for_update().get(pk=pk)
            if letter.sent is None:
                _send(letter)
        yield letter


def _send(letter: Letter) -> None:
    message = EmailMessage(letter.subject, letter.body, to=[letter.to], connection=get_connection())
    letter.tries += 1
    try:
        message.send()
    except (OSError, SMTPException) as error:
        letter.fault = str(error)[:200]
    else:
        letter.sent, letter.fault = timezone.now(), ""
    letter.save()
