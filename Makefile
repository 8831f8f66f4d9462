# Everything runs from a clean clone with python3 (3.11 or newer), make and a package index.
# `make` alone lists the targets. Another interpreter: make PYTHON=python3.13 ask

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
# Two workers: what the tests are timed for. More: make JOBS=8 test
JOBS ?= 2

# A stamp says what is installed and for which folder: an edited pyproject.toml installs again, and so does a
# project folder that was moved, because a virtual environment and an editable install hold absolute paths.
FOLDER := $(shell printf '%s' '$(CURDIR)' | cksum | cut -d ' ' -f 1)
BASE := $(VENV)/.installed-base-$(FOLDER)
TEST := $(VENV)/.installed-test-$(FOLDER)

# The editor of others, under its own licence (MIT): fetched, never kept here.
YASGUI := kb/endpoint/pages/yasgui
YASGUI_VERSION := 4.6.2
YASGUI_SHA256 := 6520cdd256a4003e8d45865e0d631b6456b88a0e6b65f4f3e56d78a25d74c9a7

# A client and federating engine of others (MIT), for tests alone; version 5 needs a newer Node than Debian has.
COMUNICA_VERSION := 4.5.0

.DEFAULT_GOAL := help
.PHONY: help ask docs site test check bench differential mutants fuzz notebooks lite yasgui comunica clean distclean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 20

ask: $(BASE) ## answer a controller question with its reasons, in English, French and Spanish
	@$(PY) -m kb.cli ask

docs: $(TEST) ## write the documentation into build/docs, with the ontology's pages; a warning is an error
	rm -rf build/docs
	$(PY) -m sphinx -q -W --keep-going -b html docs build/docs
	$(PY) -m kb.cli site build/docs/ontology --cases tests/cases
	@echo "build/docs/index.html"

site: $(TEST) ## write the ontology as pages to read, into build/site
	$(PY) -m kb.cli site build/site --cases tests/cases

test: $(TEST) ## run every test, with the examples in the docstrings, the README and the guide
	$(PY) -m pytest -n $(JOBS)

check: $(TEST) ## style, types and import contracts
	$(PY) -m ruff check docs kb lite loaders tests
	$(PY) -m ruff format --check docs kb lite loaders tests
	$(PY) -m mypy
	$(VENV)/bin/lint-imports

bench: $(TEST) ## measure: times and sizes, printed
	$(PY) -m pytest tests/bench -p no:xdist -q -s

differential: $(TEST) ## compare the engines on random situations (SITUATIONS=100000)
	SITUATIONS=$(or $(SITUATIONS),100000) $(PY) -m pytest tests/differential tests/properties/test_inference_engines_agree.py -n $(JOBS) -q

mutants: $(TEST) ## spoil each clause of the rules and see which test notices; goes on where it was stopped
	$(PY) tests/mutation --page

fuzz: $(TEST) ## load damaged documents (INPUTS=100000)
	FUZZ_INPUTS=$(or $(INPUTS),100000) $(PY) -m pytest tests/fuzz -n $(JOBS) -q

notebooks: $(TEST) ## run every notebook from top to bottom
	$(PY) -m pytest --nbmake notebooks tests/notebooks -q

comunica: ## bring the SPARQL client comunica for its tests, into build/comunica (needs npm)
	npm install --silent --no-fund --no-audit --prefix build/comunica @comunica/query-sparql@$(COMUNICA_VERSION)

yasgui: ## bring the editor YASGUI for the SPARQL page of the server (needs npm)
	mkdir -p build $(YASGUI)
	npm pack --silent --pack-destination build @zazuko/yasgui@$(YASGUI_VERSION)
	echo "$(YASGUI_SHA256)  build/zazuko-yasgui-$(YASGUI_VERSION).tgz" | sha256sum --check --quiet
	tar -xzf build/zazuko-yasgui-$(YASGUI_VERSION).tgz -C $(YASGUI) --strip-components=2 \
	  package/build/yasgui.min.js package/build/yasgui.min.css

lite: $(TEST) ## write the first notebook as static files that run in a browser, into build/lite (needs npm)
	$(PY) lite/build.py

clean: ## remove caches and builds
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache .benchmarks
	find kb loaders tests notebooks -name __pycache__ -type d -prune -exec rm -rf {} +

distclean: clean ## remove the virtual environment too
	rm -rf $(VENV)

# The base install is enough to ask; where the test packages are already in, those are brought up to date.
ifeq ($(wildcard $(TEST)),)
$(BASE): pyproject.toml
	@$(call install,.,the base packages)
	@touch $@
else
$(BASE): $(TEST)
	@touch $@
endif

$(TEST): pyproject.toml
	@$(call install,.[test],the packages that the tests need)
	@touch $@ $(BASE)

# Makes the virtual environment and installs $(1), described by $(2).
define install
$(call usable_python) \
echo "installing $(2) into $(VENV) (once) ..." && \
$(PYTHON) -m venv $(VENV) && \
$(PY) -m pip install --quiet --disable-pip-version-check --editable '$(1)'
endef

define usable_python
command -v $(PYTHON) >/dev/null || \
  { echo "$(PYTHON) is not installed; Python 3.11 or newer is needed (make PYTHON=/path/to/python3)" >&2; exit 2; }; \
$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
  { echo "$$($(PYTHON) --version) is too old: Python 3.11 or newer is needed (make PYTHON=python3.13 ...)" >&2; exit 2; }; \
$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
  { echo "$(PYTHON) cannot make virtual environments: its modules venv and ensurepip are missing" \
         "(Debian and Ubuntu: apt install python3-venv)" >&2; exit 2; };
endef
