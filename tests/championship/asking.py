"""Questions to the book, as the command line, the pages and the API ask them."""

from typing import Any

from storslam.rulebook.decision import Decision
from storslam.rulebook.edition import edition
from storslam.rulebook.registry import decide, discover

discover("storslam.championship")


def ask(name: str, **facts: object) -> Decision:
    """The decision on these facts."""
    return decide(name, facts, edition())


def result(name: str, **facts: object) -> dict[str, Any]:
    """What was decided; fails when facts are missing."""
    decided = ask(name, **facts)
    assert not decided.missing, decided.missing
    return dict(decided.result)


def cited(name: str, **facts: object) -> set[str]:
    """The articles and readings that the decision names."""
    decided = ask(name, **facts)
    return {reason.rule_id for reason in decided.reasons} | set(decided.assumptions)
