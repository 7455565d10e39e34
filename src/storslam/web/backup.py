"""A whole database as one file, and back: on either database, from any earlier schema.

A ZIP with `manifest.json` (what it is, the schema's migrations, of each table the rows and a hash)
and, of each table, the rows as JSON lines. Restoring brings an empty database to the schema of the
file, fills it, checks it, and then brings it to the newest schema, all or nothing.
"""

import base64
import hashlib
import json
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from django.core.exceptions import ValidationError
from django.core.management.color import no_style
from django.core.serializers.json import DjangoJSONEncoder
from django.db import DatabaseError, connection, models, transaction
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

import storslam
from storslam.errors import FileFault, StorslamError
from storslam.web.whole import whole

FORMAT = 1
MANIFEST = "manifest.json"
_BATCH = 2000
_MOST_MANIFEST = 1024 * 1024
_MOST_TABLE = 4 * 1024**3
# Nobody is logged in anew by a restored database, and caches are made again.
_LEFT_OUT = {"sessions"}

# What a ZIP that was cut short, changed, encrypted or packed otherwise raises when it is read.
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError)
# What rows and manifests of another shape raise when they are read and stored.
_UNFIT = (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError)

Progress = Callable[[str], None]


# --- Out


def write_backup(path: Path, progress: Progress) -> dict[str, Any]:
    """Write the database to a new file, as it is at one moment; the manifest.

    Raises FileFault where the file is already, or cannot be.
    """
    try:
        if path.exists():
            raise FileExistsError
        with whole(path) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, True, 4) as z:
            return _written(z, progress)
    except FileExistsError as error:
        raise FileFault("the file is there already", file=str(path)) from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise FileFault(
            "the file cannot be written (%(reason)s)", file=str(path), reason=reason
        ) from error


def _written(file: zipfile.ZipFile, progress: Progress) -> dict[str, Any]:
    tables = {}
    with transaction.atomic():
        _one_moment()
        executor = MigrationExecutor(connection)
        migrations = _applied(executor)
        # The models as this schema has them: a database may be saved before it is brought forward.
        for model in _stored(executor.loader.project_state(migrations).apps):
            progress(model._meta.label)
            tables[model._meta.label_lower] = _table_out(file, model)
    manifest = {
        "storslam-backup": FORMAT,
        "program": storslam.__version__,
        "made": timezone.now().isoformat(),
        "migrations": migrations,
        "tables": tables,
    }
    file.writestr(MANIFEST, json.dumps(manifest, indent=1))
    return manifest


def _one_moment() -> None:
    """Let the transaction see the database as it is now, whatever is written meanwhile."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")


def _applied(executor: MigrationExecutor) -> list[tuple[str, str]]:
    """The newest migrations that the database has had, of each application."""
    nodes, applied = executor.loader.graph.node_map, executor.loader.applied_migrations
    return sorted(
        key
        for key in applied
        if key in nodes
        and not any(c.key in applied and c.key[0] == key[0] for c in nodes[key].children)
    )


def _stored(registry: Any) -> Iterator[Any]:
    """The models whose rows are kept."""
    for model in registry.get_models(include_auto_created=True):
        if model._meta.managed and not model._meta.proxy and model._meta.app_label not in _LEFT_OUT:
            yield model


def _table_out(file: zipfile.ZipFile, model: Any) -> dict[str, Any]:
    fields = model._meta.concrete_fields
    names = [field.attname for field in fields]
    binary = {field.attname for field in fields if isinstance(field, models.BinaryField)}
    digest, count = hashlib.sha256(), 0
    with file.open(_member(model), "w", force_zip64=True) as out:
        rows = model._base_manager.order_by("pk").values_list(*names)
        for row in rows.iterator(_BATCH):
            told = dict(zip(names, row, strict=True))
            for name in binary:
                told[name] = _text(told[name])
            line = json.dumps(told, cls=DjangoExact, ensure_ascii=False).encode() + b"\n"
            digest.update(line)
            out.write(line)
            count += 1
    return {"rows": count, "sha256": digest.hexdigest()}


class DjangoExact(DjangoJSONEncoder):
    """Django's encoder, but no moment loses its microseconds."""

    def default(self, o: Any) -> Any:
        return o.isoformat() if isinstance(o, datetime) else super().default(o)


def _text(content: Any) -> str | None:
    return None if content is None else base64.b64encode(bytes(content)).decode()


def _member(model: Any) -> str:
    return f"{model._meta.label_lower}.jsonl"


# --- Back


def read_manifest(path: Path) -> dict[str, Any]:
    """What a backup says of itself, all of it read once; FileFault where it is none, or damaged."""
    with _opened(path) as file:
        return _whole(file, path, lambda _table: None)


def _whole(file: zipfile.ZipFile, path: Path, progress: Progress) -> dict[str, Any]:
    manifest = _manifest(file, path)
    _check_hashes(file, manifest, path, progress)
    return manifest


def _opened(path: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(path)
    except (*_DAMAGED, ValueError) as error:
        raise FileFault("this is not a backup of Storslam", file=str(path)) from error


def _manifest(file: zipfile.ZipFile, path: Path) -> dict[str, Any]:
    try:
        info = file.getinfo(MANIFEST)
        if info.file_size > _MOST_MANIFEST:
            raise ValueError(info.file_size)
        told = json.loads(file.read(info))
        if told["storslam-backup"] > FORMAT:
            raise FileFault(
                "this backup was made by a newer Storslam (%(program)s)",
                program=str(told["program"])[:40], file=str(path),
            )  # fmt: skip
        _check_shape(told)
    except (*_DAMAGED, *_UNFIT) as error:
        raise FileFault("this is not a backup of Storslam", file=str(path)) from error
    if {*file.namelist()} != {MANIFEST, *(f"{table}.jsonl" for table in told["tables"])}:
        raise FileFault("the backup does not hold what it says it does", file=str(path))
    return dict(told)


def _check_shape(told: Any) -> None:
    """ValueError for a manifest of another shape."""
    sound = (
        isinstance(told["storslam-backup"], int)
        and isinstance(told["made"], str)
        and all(
            len(key) == 2 and all(isinstance(k, str) for k in key) for key in told["migrations"]
        )
        and all(
            isinstance(one["rows"], int) and isinstance(one["sha256"], str)
            for one in told["tables"].values()
        )
    )
    if not sound:
        raise ValueError(told)


def restore(path: Path, progress: Progress) -> dict[str, Any]:
    """Fill an empty database from a backup, and bring it to the newest schema; the manifest.

    Raises FileFault for a file that is damaged or of a schema that this program does not know,
    StorslamError for a database that is not empty. Then nothing is stored.
    """
    _refuse_filled()
    with _opened(path) as file:
        manifest = _whole(file, path, progress)
        with _empty_database():
            registry = _at_schema(manifest, path)
            _fill(file, manifest, registry, path, progress)
            progress("")
            _newest()
    return manifest


@contextmanager
def _empty_database() -> Iterator[None]:
    """A database without tables, which takes the old one's place when all has gone well."""
    if connection.vendor != "sqlite":
        with transaction.atomic():
            _drop_all()
            yield
        return
    # SQLite changes no schema inside a transaction: a file of its own is filled and then renamed.
    there = Path(connection.settings_dict["NAME"])
    draft = there.with_name(f"{there.name}.restored")
    _remove(draft)
    draft.touch(mode=0o600)
    connection.close()
    connection.settings_dict["NAME"] = draft
    try:
        yield
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()
        _remove(there)
        draft.replace(there)
    finally:
        connection.close()
        connection.settings_dict["NAME"] = there
        _remove(draft)


def _remove(database: Path) -> None:
    """Remove a database of SQLite with what belongs to it."""
    for ending in ("", "-wal", "-shm"):
        database.with_name(database.name + ending).unlink(missing_ok=True)


def _drop_all() -> None:
    names = connection.introspection.table_names()
    with connection.cursor() as cursor:
        for name in names:
            cursor.execute(f"DROP TABLE {connection.ops.quote_name(name)} CASCADE")


def _check_hashes(
    file: zipfile.ZipFile, manifest: dict[str, Any], path: Path, progress: Progress
) -> None:
    """Read all of the file once, so that nothing is begun with a damaged one."""
    for table, told in manifest["tables"].items():
        progress(table)
        digest, left = hashlib.sha256(), _MOST_TABLE
        try:
            with file.open(f"{table}.jsonl") as content:
                while block := content.read(1 << 20):
                    digest.update(block)
                    left -= len(block)
                    if left < 0:
                        raise ValueError(table)
        except (*_DAMAGED, ValueError) as error:
            raise FileFault(
                "the backup is damaged: %(table)s", table=table, file=str(path)
            ) from error
        if digest.hexdigest() != told["sha256"]:
            raise FileFault("the backup is damaged: %(table)s", table=table, file=str(path))


def _refuse_filled() -> None:
    """StorslamError where somebody's season is already."""
    if connection.vendor == "sqlite" and not Path(connection.settings_dict["NAME"]).exists():
        return
    tables = connection.introspection.table_names()
    for name in ("web_user", "web_event", "web_entry", "web_player"):
        if name in tables:
            with connection.cursor() as cursor:
                cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(name)} LIMIT 1")  # noqa: S608
                if cursor.fetchone():
                    raise StorslamError(
                        "there is a season already: restore into an empty directory or database"
                    )


def _at_schema(manifest: dict[str, Any], path: Path) -> Any:
    """Bring the database to the schema of the file; the models as they were then."""
    executor = MigrationExecutor(connection)
    targets = [(app, name) for app, name in manifest["migrations"]]
    unknown = [key for key in targets if key not in executor.loader.graph.nodes]
    if unknown:
        raise FileFault(
            "this backup has a schema that this program does not know: %(migration)s",
            migration=".".join(unknown[0])[:80], file=str(path),
        )  # fmt: skip
    return executor.migrate(targets).apps


def _fill(
    file: zipfile.ZipFile, manifest: dict[str, Any], registry: Any, path: Path, progress: Progress
) -> None:
    """Store the rows of every table; FileFault where one does not fit its schema."""
    stored = {model._meta.label_lower: model for model in _stored(registry)}
    if {*stored} != {*manifest["tables"]}:
        raise FileFault("the backup does not hold what it says it does", file=str(path))
    with transaction.atomic():
        _check_last()
        for table, model in stored.items():
            progress(table)
            try:
                count = _table_in(file, table, model)
            except (*_UNFIT, ValidationError, DatabaseError) as error:
                raise FileFault(
                    "the backup is damaged: %(table)s", table=table, file=str(path)
                ) from error
            if count != manifest["tables"][table]["rows"]:
                raise FileFault("the backup is damaged: %(table)s", table=table, file=str(path))
        try:
            connection.check_constraints()
        except DatabaseError as error:  # it names the table
            reason = str(error).partition("\n")[0]
            raise FileFault(
                "the backup is damaged: %(table)s", table=reason, file=str(path)
            ) from error
        with connection.cursor() as cursor:
            for sql in connection.ops.sequence_reset_sql(no_style(), list(stored.values())):
                cursor.execute(sql)


def _check_last() -> None:
    """Let rows refer to rows that come later, as a change of schema before may have forbidden."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")


def _table_in(file: zipfile.ZipFile, table: str, model: Any) -> int:
    fields = {field.attname: _reader(field) for field in model._meta.concrete_fields}
    for field in model._meta.concrete_fields:
        # These models are of this restoring alone: no moment is set anew.
        field.auto_now = field.auto_now_add = False
    count = 0
    with file.open(f"{table}.jsonl") as content:
        for lines in _batches(content):
            rows = [json.loads(line) for line in lines]
            model._base_manager.bulk_create(
                model(**{name: read(row[name]) for name, read in fields.items()}) for row in rows
            )
            count += len(rows)
    return count


def _batches(content: IO[bytes]) -> Iterator[list[bytes]]:
    while lines := content.readlines(_BATCH * 200):
        yield lines


_WRITTEN_AS = {models.IntegerField: int, models.BooleanField: bool, models.FloatField: float}
"""How JSON has the values of fields that are no text there."""


def _reader(field: Any) -> Callable[[Any], Any]:
    """What makes the value of a field from how JSON has it."""
    if isinstance(field, models.JSONField):
        return lambda value: value
    if isinstance(field, models.BinaryField):
        return lambda text: None if text is None else base64.b64decode(text, validate=True)
    target = field.target_field if field.is_relation else field
    written = next((kind for of, kind in _WRITTEN_AS.items() if isinstance(target, of)), str)

    def read(value: Any) -> Any:
        # Fields make a text of almost anything, and SQLite stores almost any text.
        if value is None:
            return None
        if type(value) is not written or (written is str and "\0" in value):
            raise ValueError(value)
        return target.to_python(value)

    return read


def _newest() -> None:
    """Bring the database to the newest schema."""
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
