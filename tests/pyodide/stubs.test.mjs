// Files of ours take the place of those of Pyodide that import what no rule needs (hooks/bundle/stubs).
import assert from "node:assert/strict";
import { test } from "node:test";
import { asker, startFull } from "./runtime.mjs";

const HEAVY = [
  "asyncio.events",
  "logging",
  "pathlib",
  "shutil",
  "socket",
  "subprocess",
  "tempfile",
  "threading",
  "zipfile",
];

test("a start and a roll import none of it", async () => {
  const python = await startFull();
  const answer = JSON.parse(asker(python)(["roll", "psiops.action", "{}", 1]));
  assert.equal(answer.roll.mechanic, "psiops.action");
  const imported = python.runPython("import sys; list(sys.modules)").toJs();
  assert.deepEqual(
    HEAVY.filter((name) => imported.includes(name)),
    [],
  );
});

test("an error that no rule meant still says where it came from", async () => {
  const python = await startFull();
  assert.throws(
    () => python.runPython("def broken(): return 1 / 0\nbroken()"),
    ({ message }) => /in broken/.test(message) && /ZeroDivisionError: division by zero/.test(message),
  );
});

test("what is missing is refused loudly: an event loop, named characters", async () => {
  const python = await startFull();
  assert.throws(() => python.runPython("import asyncio; asyncio.get_event_loop()"), /there is no event loop/);
  assert.throws(() => python.runPython("import html; html.unescape('&amp;')"), /TypeError/);
});
