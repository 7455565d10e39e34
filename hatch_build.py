"""Compile the message catalogues (.po to .mo) whenever the package is built or installed."""

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileMessages(BuildHookInterface):
    def initialize(self, version: str, build_data: dict) -> None:  # noqa: ARG002 (hatch calls it)
        compile_messages(Path(self.root))


def compile_messages(root: Path) -> None:
    for po in root.glob("src/storslam/locale/*/LC_MESSAGES/*.po"):
        with po.open("rb") as source:
            catalogue = read_po(source, locale=po.parts[-3])
        with po.with_suffix(".mo").open("wb") as target:
            write_mo(target, catalogue)


if __name__ == "__main__":
    compile_messages(Path(__file__).parent)
