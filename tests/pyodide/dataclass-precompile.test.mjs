// Precompiled dataclasses: they use the methods that the build compiled, and any other dataclass compiles its own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startFull } from "./runtime.mjs";

test("no dataclass of the rules is compiled in a browser, and an unknown one is", async () => {
  const python = await startFull();
  const [ofRules, others, reached] = python
    .runPython(`
    import dataclasses, importlib, os
    compiled, compile_anew = [], dataclasses._exec
    def note(text, globals, names):
        compiled.append((globals["__name__"], text))
        compile_anew(text, globals, names)
    dataclasses._exec = note
    import rules_py
    packages = os.path.dirname(rules_py.__path__[0])
    files = [os.path.join(folder, name) for folder, _, names in os.walk(rules_py.__path__[0]) for name in names]
    found = [path.removeprefix(packages + "/").removesuffix(".pyc").replace("/", ".").removesuffix(".__init__")
             for path in files if path.endswith(".pyc")]
    for name in found: importlib.import_module(name)
    of_rules = [name for name, _ in compiled if name.startswith("rules_py")]

    @dataclasses.dataclass(frozen=True, order=True)
    class New:
        number: int
        words: tuple = ()
    assert New(1) < New(2) and hash(New(1)) == hash(New(1)) and repr(New(3)) == "New(number=3, words=())"

    from rules_py.dice import DieSlot
    assert DieSlot(6, "attack", None) == DieSlot(6, "attack", None) and "sides=6" in repr(DieSlot(6, "attack", None))
    [of_rules, len(compiled) - len(of_rules), len(found)]
  `)
    .toJs();
  assert.deepEqual(ofRules, []);
  assert.equal(others, 1);
  assert.ok(reached > 50);
});
