# make setup   everything the project needs, in .venv, .tools, node_modules and build
# make serve   the site on http://localhost:8000 with live reload
# make build   the finished site in site/
# make test    all tests; installs Debian's Chromium where no browser is found
# make bench   speed, bytes and scale beside stock Pyodide, written to docs/speed.md; `bench/__main__.py` has its parts
# make lock    write the lock files anew after a change in pyproject.toml
# make stdlib  list anew what the rules import of Python's library, after a new import or a new Pyodide

PYTHON := .venv/bin/python
UV := .tools/bin/uv
UV_VERSION := 0.13.8
NPM := npm
LOCK := $(UV) pip compile --quiet --upgrade --generate-hashes --no-header --no-annotate
PIP_HASHED := $(PYTHON) -m pip --quiet --disable-pip-version-check
PYODIDE_PLATFORM := pyemscripten_2026_0_wasm32
export NO_MKDOCS_2_WARNING := 1

.PHONY: setup serve build test bench lock stdlib clean browser

setup: .venv/.done node_modules/.done build/wheels/.done build/pyodide-tests/.done

serve: setup
	$(PYTHON) -m mkdocs serve

build: setup
	$(PYTHON) -m mkdocs build --strict --site-dir site

test: build browser
	$(PYTHON) -m pytest -n auto --dist loadfile
	node tests/pyodide/run.mjs

bench: build browser
	$(PYTHON) -m bench

browser: setup
	scripts/find-browser || scripts/install-browser

stdlib: build
	node tests/pyodide/list-stdlib.mjs

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
	UV=$(UV) scripts/make-venv
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
	rm -rf .venv .tools node_modules build site
