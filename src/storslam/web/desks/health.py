"""Whether the house stands: for whoever watches the server."""

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import storslam


@never_cache
@require_safe
def health(_request: HttpRequest) -> JsonResponse:
    """200 when the database answers and its tables are this version's; else 503."""
    try:
        waiting = migrations_wait()
    except DatabaseError:
        return JsonResponse({"ok": False, "database": "unreachable"}, status=503)
    state = {
        "ok": not waiting,
        "version": storslam.__version__,
        "database": connection.vendor,
        "migrations": "waiting" if waiting else "done",
    }
    return JsonResponse(state, status=503 if waiting else 200)


def migrations_wait() -> bool:
    """Whether the database has not had all of this version's changes; DatabaseError without one."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
