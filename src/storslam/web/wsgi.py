"""The application as a server runs it."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "storslam.web.settings")
django = get_wsgi_application()

from django.urls import get_resolver  # noqa: E402 - needs Django set up

from storslam.web.conditional import Outermost  # noqa: E402

# All views are loaded before the workers fork, so that none of them lets its first reader wait.
_ = get_resolver().url_patterns

application = Outermost(django)
