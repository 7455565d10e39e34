"""Accounts are made by the office; nobody signs up."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter

from storslam.web.models import User


class Accounts(DefaultAccountAdapter):  # type: ignore[misc]
    """Local accounts, without signing up."""

    def is_open_for_signup(self, _request: Any) -> bool:
        """Never."""
        return False


def create_director(username: str, password: str, name: str = "") -> User:
    """A new account that may open events and directs those it is added to."""
    first, _, last = name.rpartition(" ")
    return User.objects.create_user(
        username, password=password, first_name=first, last_name=last, opens_events=True
    )
