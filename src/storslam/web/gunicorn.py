"""How the server runs: two workers for two cores, threads that wait for readers."""

from threading import Thread
from typing import Any

workers = 2
worker_class = "gthread"
threads = 8
keepalive = 30
timeout = 60
graceful_timeout = 5
preload_app = True
control_socket_disable = True
max_requests = 200_000
max_requests_jitter = 20_000


def post_worker_init(_worker: Any) -> None:
    """Beside its answers each worker tells hooks and has hands analysed; who comes first does."""
    from storslam.web.acts import hooks
    from storslam.web.hall import analysis

    for one in (hooks, analysis):
        Thread(target=one.watch, name=one.__name__, daemon=True).start()
