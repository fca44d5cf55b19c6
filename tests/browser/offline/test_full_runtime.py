"""The rarely needed full runtime: it is cached after all other files, because it may be needed offline."""

import json

import pytest


@pytest.mark.trial
def test_full_runtime_starts_without_connection(visit_and_cache, host, first_build, fb, console_guard):
    console_guard.expect_full_runtime()
    manifest = json.loads((first_build / "assets/runtime/runtime.json").read_text())
    page = visit_and_cache()
    host.is_unreachable = True
    page.evaluate("runtime => localStorage.setItem('lacking-runtime', JSON.stringify(runtime))", manifest["pyodide"])
    fetched = []
    page.context.on("request", lambda request: fetched.append(request.url))
    page.goto("/dice/")
    fb.Roller(page, "dice").roll()
    assert any(f"/{manifest['full']['pyodide']}pyodide.asm.wasm" in url for url in fetched)
    assert not any(f"/{manifest['pyodide']}pyodide.asm.wasm" in url for url in fetched)
