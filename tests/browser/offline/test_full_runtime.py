"""The full runtime, which hardly anybody needs, is kept after all else: it may be needed with no connection."""

import json


def test_python_starts_on_it_with_no_connection(kept, host, first, fb, watch):
    watch.expect_full_runtime()
    manifest = json.loads((first / "assets/runtime/runtime.json").read_text())
    page = kept()
    host.is_dead = True
    page.evaluate("runtime => localStorage.setItem('lacking-runtime', JSON.stringify(runtime))", manifest["pyodide"])
    fetched = []
    page.context.on("request", lambda request: fetched.append(request.url))
    page.goto("/dice/")
    fb.Roller(page, "dice").roll()
    assert any(f"/{manifest['full']['pyodide']}pyodide.asm.wasm" in url for url in fetched)
    assert not any(f"/{manifest['pyodide']}pyodide.asm.wasm" in url for url in fetched)
