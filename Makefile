# make venv    a developer's environment in .venv
# make check   all that must pass before a change goes in
# make sanitize   the compiled engines under AddressSanitizer and UBSan
# make docs-live   the site, in docs/_build/html, with examples that run in place
#
# `check` works in any environment that has the extra `dev`: make check PYTHON=python3.13. It needs
# Debian's chromium for the tests in a browser, and npm, which fetches axe-core for them and Python
# for browsers (Pyodide) for the site.

PYTHON ?= $(shell test -x .venv/bin/python && echo .venv/bin/python || echo python3)
SPHINX = $(PYTHON) -m sphinx -W -n -E -q  # -E: pages from a cache give no warnings
AXE = build/npm/node_modules/axe-core/axe.min.js

.PHONY: venv check gates tests more-tests sanitize lint format spelling types docs docs-live docs-doctest
.NOTPARALLEL:

venv:
	test -x .venv/bin/python || python3 -m venv .venv
	DLX_REQUIRE_KERNEL=1 .venv/bin/python -m pip install -q -e '.[dev]'

check: tests gates

# All but the fast tests, which .ci/run has run by then as the README says.
gates: more-tests sanitize lint format spelling types docs docs-doctest

tests:
	$(PYTHON) -m pytest

more-tests: $(AXE) docs-live
	DLX_SITE=docs/_build/html $(PYTHON) -m pytest -m "slow or extras or browser"

# Looks for what keeps people out of a page.
$(AXE):
	npm install --silent --no-audit --no-fund --ignore-scripts --prefix build/npm axe-core@4.14.1

sanitize:
	PYTHON=$(PYTHON) tests/sanitize.sh

lint:
	$(PYTHON) -m ruff check .

format:
	$(PYTHON) -m ruff format --check .

spelling:
	$(PYTHON) -m codespell_lib

types:
	$(PYTHON) -m mypy

docs:
	$(SPHINX) -b html docs docs/_build/html

docs-live: docs
	$(PYTHON) docs/live.py docs/_build/html

docs-doctest:
	$(SPHINX) -b doctest docs docs/_build/doctest
	tail -n 5 docs/_build/doctest/output.txt  # how many ran
