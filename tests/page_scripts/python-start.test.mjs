// The start of Python: its end is the last word, whatever its worker has reported by then.
import assert from "node:assert/strict";
import { register } from "node:module";
import { after, test } from "node:test";
import "./dom-stub.mjs";

const COMLINK = import.meta.resolve("comlink");
const HOOK = `export const resolve = (name, about, next) =>
  next(name.endsWith("/vendor/comlink.js") ? ${JSON.stringify(COMLINK)} : name, about);`;
register(`data:text/javascript,${encodeURIComponent(HOOK)}`);
const { expose, releaseProxy } = await import("comlink");

/** The latest worker: the function with which it reports, and its start's end. @type {Record<string, Function>} */
let python;
const ports = [];

/** A worker at the other end of a channel; as in a browser, what it has sent still arrives after its end. */
class Worker {
  constructor(_, { type }) {
    assert.equal(type, "module");
    const { port1, port2 } = new MessageChannel();
    const start = (report) => new Promise((work, fail) => (python = { report, work, fail }));
    expose({ start, cancel() {}, answer: () => '"landed"' }, port2);
    ports.push(port1, port2);
    return Object.assign(port1, { terminate() {} });
  }
}

Object.assign(globalThis, {
  Worker,
  PYTHON_FILES: { folder: "python", games: ["moon"], megabytes: 8 },
  navigator: { userAgent: "Node" },
  fetch: async () => {
    throw new TypeError("Failed to fetch");
  },
});

after(() => {
  python?.report[releaseProxy]();
  for (const port of ports) port.close();
});

const { Failure } = await import("../../page/js/lib/failure.js");
const { runtime } = await import("../../page/js/rules-client/runtime.js");

/** Wait until Python is in a phase. @param {string} phase */
const waitFor = (phase) =>
  new Promise((done) => {
    const look = () => runtime.state.phase === phase && done(runtime.removeEventListener("change", look));
    runtime.addEventListener("change", look);
    look();
  });

test("a report that arrives after the start has ended changes nothing", async () => {
  const answer = runtime.ask("roll", "moon.landing");
  for (const [end, phase] of [
    ["fail", "failed"],
    ["work", "ready"],
  ]) {
    runtime.start();
    await waitFor("starting");
    while (!python) await new Promise((next) => setTimeout(next));
    await python.report(0.5);
    assert.equal(runtime.state.share, 0.5);
    python[end](new Failure("a file didn't arrive"));
    await waitFor(phase);
    await python.report(0.8);
    assert.equal(runtime.state.phase, phase);
    python.report[releaseProxy]();
    python = undefined;
  }
  assert.equal(await answer, "landed");
});
