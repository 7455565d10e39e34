# Two commands are all a newcomer needs: `make demo` and `make test`.
.PHONY: demo test lint pure-test environment test-environment messages benchmarks

# The tests and the server start many processes: what one has compiled the next one reads.
unexport PYTHONDONTWRITEBYTECODE

PYTHON ?= python3
UV_VERSION = 0.13.9
BIN = .venv/bin
PORT ?= 8000

demo: environment
	$(BIN)/storslam demo --port $(PORT)

test: test-environment lint
	@log=$$(mktemp); \
	tools/with-postgres $(BIN)/python -m pytest tests/web tests/browser tests/load >$$log 2>&1 & \
	postgresql=$$!; \
	$(BIN)/python -m pytest; failed=$$?; \
	wait $$postgresql || failed=1; \
	echo "On PostgreSQL, beside it:"; cat $$log; rm $$log; exit $$failed
	tools/handed-checks

lint: test-environment
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/house.py
	$(BIN)/python tools/readings.py --check
	$(BIN)/storslam rules --coverage --json >/dev/null

environment: .venv/made

.venv/made: pyproject.toml uv.lock hatch_build.py $(wildcard src/storslam/locale/*/LC_MESSAGES/*.po)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "missing: Python 3.11 or later"; exit 1; }
	@tools/need python3-venv "$(PYTHON) -c 'import ensurepip, venv'"
	test -x $(BIN)/uv || { $(PYTHON) -m venv .venv && $(BIN)/python -m pip install --quiet uv==$(UV_VERSION); }
	$(BIN)/uv sync --quiet --frozen --all-extras --no-group dev
	touch $@

test-environment: environment
	@tools/need gettext "msgfmt --version" \
	    chromium "command -v chromium" \
	    postgresql "ls /usr/lib/postgresql/*/bin/initdb"
	$(BIN)/uv sync --quiet --frozen --all-extras --all-groups

messages:
	$(BIN)/python hatch_build.py

benchmarks: test-environment
	for each in benchmarks/*.py; do $(BIN)/python $$each || exit 1; done
