# make setup   everything the project needs, in .venv, .tools, node_modules and build
# make serve   the site on http://localhost:8000 with live reload
# make build   the finished site in site/
# make test    all tests, lint among them; installs Debian's Chromium where no browser is found. Its parts:
#   make test-rules     the core, the games and the benchmark's own code; no site, no browser
#   make test-hooks     the build: the Markdown extension, the bundle, search, service worker, live reload
#   make test-page      the page's modules under Node
#   make test-browser   the built site in a browser
#   make test-engines   a reader's way through the site, in Debian's Firefox and WebKit
#   make test-lighthouse  Lighthouse on one page, whatever it thinks of it
#   make test-pyodide   some of the rules' tests once more, in the Python that browsers run
# make test-core  tests of rules_py in Python alone: no Node, no site, no browser; under two minutes
# make dist    the wheel and the sdist of rules_py in dist/
# make trials   what takes long or tries faults, and the tests that are known to be unsteady; TRIALS="engines pyodide"
# make lint    what ruff and mypy say of the Python, TypeScript and Biome of the page's modules and styles
# make format  rewrite Python, JavaScript and CSS in the project's format
# make audit   what is known of holes in what is pinned, where the databases of PyPI and npm can be reached
# make bench   speed, bytes and scale beside stock Pyodide, written to docs/speed.md; `bench/__main__.py` has its parts
# make lighthouse  Lighthouse's scores of a page of each kind, as a phone; fails on one that is too low; KINDS="home fight"
# make lock    write the lock files anew after a change in pyproject.toml
# make profile  measure anew what is called in Pyodide, for what browsers start on; after a new Pyodide
# make stdlib  list anew what the rules import of Python's library, after a new import or a new Pyodide

PYTHON := .venv/bin/python
UV := .tools/bin/uv
UV_VERSION := 0.13.8
NPM := npm
LOCK := $(UV) pip compile --quiet --upgrade --generate-hashes --no-header --no-annotate
PIP_HASHED := $(PYTHON) -m pip --quiet --disable-pip-version-check
PYODIDE_PLATFORM := pyemscripten_2026_0_wasm32
export NO_MKDOCS_2_WARNING := 1

.PHONY: setup serve build audit format lint lint-py lint-js dist test test-core test-rules test-hooks test-page \
	test-browser test-engines test-lighthouse test-pyodide trials bench lighthouse \
	lock profile stdlib clean browser browser-for-tests engines

setup: .venv/.done node_modules/.done build/wheels/.done build/pyodide-tests/.done

serve: setup
	$(PYTHON) -m mkdocs serve

build: setup
	$(PYTHON) -m mkdocs build --strict --site-dir site

lint: lint-py lint-js

format: setup
	$(PYTHON) -m ruff check --quiet --select I --fix .
	$(PYTHON) -m ruff format --quiet .
	node_modules/.bin/biome format --write

lint-py: setup
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --quiet --check .
	$(PYTHON) -m mypy

lint-js: setup
	node_modules/.bin/tsc --project .
	node_modules/.bin/biome check --error-on-warnings

# The wheel is built from the sdist in a temporary folder, so setuptools leaves nothing in build/.
dist: .venv/.done
	rm -rf dist
	$(PYTHON) -m build --quiet --no-isolation --outdir dist .
	rm -rf rules_py.egg-info

# For changes to rules_py: needs neither Node nor a browser. `make test-rules` also runs the games' own tests.
test-core: .venv/.done
	$(PYTHON) -m pytest -q -n auto rules_py tests/rules_py tests/test_inventory.py

# Parts and their order stand in tools/test_runner/parts.py; tools.test_runner tells at the end how long each took and what was unsteady.
RUN := $(PYTHON) -m tools.test_runner
test: setup browser-for-tests engines bench/lighthouse/node_modules/.done
	$(RUN)

test-rules test-page: setup
	$(RUN) $(@:test-%=%)

test-hooks test-pyodide: build
	$(RUN) $(@:test-%=%)

test-browser: build browser-for-tests
	$(RUN) browser

test-lighthouse: build browser-for-tests bench/lighthouse/node_modules/.done
	$(RUN) lighthouse

test-engines: build browser-for-tests engines
	$(RUN) engines

trials: build browser-for-tests browser engines bench/lighthouse/node_modules/.done
	$(RUN) --trials $(TRIALS)

audit: setup
	UV=$(UV) tools/audit

bench: build browser
	$(PYTHON) -m bench

# Its own folder, as its packages weigh as much as all others: who only builds doesn't install it.
bench/lighthouse/node_modules/.done: bench/lighthouse/package.json bench/lighthouse/package-lock.json
	$(NPM) ci --prefix $(<D) --ignore-scripts --no-fund --no-audit --loglevel=error
	touch $@

lighthouse: build browser bench/lighthouse/node_modules/.done
	$(PYTHON) -m bench.lighthouse $(KINDS)

browser: setup
	tools/find-browser || tools/install-browser

browser-for-tests: setup
	tools/find-browser for-tests || tools/install-browser for-tests

engines: setup
	tools/find-engines || tools/install-engines

stdlib: build
	$(PYTHON) -m tools.list_stdlib

profile: setup browser
	$(PYTHON) -m tools.profile_pyodide

lock: .tools/.done
	$(LOCK) pyproject.toml --group site --group test --universal --python-version 3.12 -o locks/site-and-tests.lock
	$(LOCK) pyproject.toml --universal --python-version 3.12 -o locks/browser.lock
	$(LOCK) --group test-in-pyodide --python-version 3.14 -o locks/test-in-pyodide.lock

# uv finds or fetches Python 3.12 or newer; a plain Python 3.11 is enough to get uv.
.tools/.done:
	python3 -m venv .tools
	.tools/bin/pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)
	touch $@

.venv/.done: .tools/.done locks/site-and-tests.lock
	UV=$(UV) tools/make-venv
	$(UV) pip sync --quiet --python $(PYTHON) locks/site-and-tests.lock
	touch $@

node_modules/.done: package.json package-lock.json
	$(NPM) ci --no-fund --no-audit --loglevel=error
	touch $@

build/wheels/.done: locks/browser.lock .venv/.done
	rm -rf $(@D)
	$(PIP_HASHED) download --no-deps --require-hashes --only-binary=:all: --dest $(@D) --requirement $<
	touch $@

build/pyodide-tests/.done: locks/test-in-pyodide.lock .venv/.done
	rm -rf $(@D)
	$(PIP_HASHED) install --no-deps --require-hashes --only-binary=:all: --target $(@D) --requirement $< \
		--python-version 3.14 --implementation cp --abi cp314 --platform $(PYODIDE_PLATFORM)
	touch $@

clean:
	rm -rf .venv .tools node_modules build site dist rules_py.egg-info
