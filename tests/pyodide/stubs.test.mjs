// Stubs (hooks/bundle/stubs) that replace library modules whose imports no rule needs.
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

test("a start and a roll import no heavy modules", async () => {
  const python = await startFull();
  const answer = JSON.parse(asker(python)(["roll", "psiops.action", "{}", 1]));
  assert.equal(answer.roll.mechanic, "psiops.action");
  const imported = python.runPython("import sys; list(sys.modules)").toJs();
  assert.deepEqual(
    HEAVY.filter((name) => imported.includes(name)),
    [],
  );
});

test("an unexpected error still has a traceback", async () => {
  const python = await startFull();
  assert.throws(
    () => python.runPython("def broken(): return 1 / 0\nbroken()"),
    ({ message }) => /in broken/.test(message) && /ZeroDivisionError: division by zero/.test(message),
  );
});

test("missing features raise an error: event loops, named characters", async () => {
  const python = await startFull();
  assert.throws(() => python.runPython("import asyncio; asyncio.get_event_loop()"), /there is no event loop/);
  assert.throws(() => python.runPython("import html; html.unescape('&amp;')"), /TypeError/);
});
