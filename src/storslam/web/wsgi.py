"""The application as a server runs it."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "storslam.web.settings")
django = get_wsgi_application()

from storslam.web.conditional import Outermost  # noqa: E402 - needs Django set up

application = Outermost(django)
