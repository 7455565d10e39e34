import django.db.models.deletion
from django.db import migrations, models

import storslam.web.models.event


def number_and_name(apps, schema_editor):  # noqa: ARG001 - as Django calls it
    """Printed codes stay valid: a section keeps the number that they were made from."""
    for section in apps.get_model("web", "Section").objects.all():
        section.number = section.pk
        section.save(update_fields=["number"])
    for ruling in apps.get_model("web", "Ruling").objects.all():
        ruling.key = storslam.web.models.event.fresh_stamp()
        ruling.save(update_fields=["key"])


class Migration(migrations.Migration):
    dependencies = [("web", "0006_hall")]

    operations = [
        migrations.CreateModel(
            name="Received",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("copy", models.CharField(blank=True, max_length=16)),
                ("mark", models.CharField(max_length=16)),
                ("seen", models.JSONField(default=dict)),
                ("frame", models.JSONField(default=dict)),
                ("clashes", models.JSONField(default=list)),
                ("made", models.DateTimeField()),
                ("when", models.DateTimeField()),
                ("who", models.CharField(max_length=150)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="received",
                        to="web.event",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="event",
            name="copy",
            field=models.CharField(blank=True, max_length=16),
        ),
        migrations.AddField(
            model_name="ruling",
            name="key",
            field=models.CharField(default=storslam.web.models.event.fresh_stamp, max_length=80),
        ),
        migrations.AddField(
            model_name="section",
            name="number",
            field=models.PositiveIntegerField(default=storslam.web.models.event.fresh_number),
        ),
        migrations.RunPython(number_and_name, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="ruling",
            constraint=models.UniqueConstraint(
                models.F("event"), models.F("key"), name="ruling_key_once_an_event"
            ),
        ),
        migrations.AddConstraint(
            model_name="section",
            constraint=models.UniqueConstraint(
                models.F("event"), models.F("number"), name="section_number_once_an_event"
            ),
        ),
        migrations.AddConstraint(
            model_name="received",
            constraint=models.UniqueConstraint(
                models.F("event"), models.F("copy"), name="received_once_a_copy"
            ),
        ),
    ]
