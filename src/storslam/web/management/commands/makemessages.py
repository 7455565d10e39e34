"""Collect the sentences to translate, those of our errors too: run it in `src/storslam`."""

from typing import ClassVar

from django.core.management.commands import makemessages

_RAISED = ("StorslamError", "FileFault", "Doubtful", "Late", "NeedsLot")


class Command(makemessages.Command):
    xgettext_options: ClassVar[list[str]] = [
        *makemessages.Command.xgettext_options,
        *(f"--keyword={name}:1" for name in _RAISED),
    ]
