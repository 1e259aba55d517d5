# Everything runs in .venv, which each target makes for itself where it is missing.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test test-unit test-slow lint bench docs clean
.DEFAULT_GOAL := help

help:
	@echo "make demo       install into $(VENV), play tournaments/quickstart.toml, print standings"
	@echo "make test       unit tests, games with real bots, faults, languages"
	@echo "make test-unit  the tests without processes (under a minute)"
	@echo "make test-slow  the long studies: calibration, every preset at every table size, soak"
	@echo "make lint       ruff, mypy --strict, import-linter, documents up to date"
	@echo "make bench      benchmarks, as ratios from one run"
	@echo "make docs       regenerate the generated documents, schemas and vectors"

# The two stamps keep a second `make demo` from asking the package index anything.
$(VENV)/.made:
	@command -v $(PYTHON) >/dev/null 2>&1 || { echo "This needs Python 3.11 or newer; say which: make PYTHON=python3 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.installed: $(VENV)/.made pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.tested: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test,lint]'
	@touch $@

demo: $(VENV)/.installed
	@$(BIN)/ohhell-referee run tournaments/quickstart.toml

test: $(VENV)/.tested
	$(BIN)/python -m pytest tests/unit -n auto -m "not slow"
	$(BIN)/python -m pytest tests/oracle tests/games -n auto --dist loadfile -m "not slow"
	$(BIN)/python -m pytest tests/faults tests/languages -m "not slow"  # one after the other: clocks are tested

test-unit: $(VENV)/.tested
	$(BIN)/python -m pytest tests/unit -n auto -m "not slow"

test-slow: $(VENV)/.tested
	$(BIN)/python -m pytest tests -m slow -n auto --timeout 7200

lint: $(VENV)/.tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python docs/generate.py --check

bench: $(VENV)/.tested
	$(BIN)/python tests/benchmarks/run.py

docs: $(VENV)/.tested
	$(BIN)/python docs/generate.py

clean:
	rm -rf $(VENV) runs build dist .mypy_cache .ruff_cache .pytest_cache
