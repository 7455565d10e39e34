"""The one Django application of the house."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "storslam.web"
    label = "web"
    default_auto_field = "django.db.models.BigAutoField"
