// Compiled code that throws: whatever the page has asked, it says so in a sentence, and loads nothing until it is told to.
import assert from "node:assert/strict";
import { register } from "node:module";
import { after, test } from "node:test";
import { Worker as Thread } from "node:worker_threads";
import "./dom-stub.mjs";

const RULES = `
  const THROWN = {
    error: () => new TypeError("broken"),
    endless: () => new RangeError("Maximum call stack size exceeded"),
    text: () => "broken",
  };
  export const answer = (_, [, how]) => { throw THROWN[how](); };
  export const answerInTimeSlice = (_, question, args) => answer(question, args);`;
const COMLINK = import.meta.resolve("comlink");
const HOOK = `export const resolve = (name, about, next) =>
  name.endsWith("/vendor/comlink.js") ? next(${JSON.stringify(COMLINK)}, about)
  : name.includes("/rules/broken/") ? { url: ${JSON.stringify(`data:text/javascript,${encodeURIComponent(RULES)}`)}, shortCircuit: true }
  : next(name, about);`;
const HOOKED = `data:text/javascript,${encodeURIComponent(HOOK)}`;
register(HOOKED);

const FILES = {
  COMPILED_RULES: { folder: "broken", parts: { moon: {} }, leftOut: [] },
  PYTHON_FILES: { folder: "python", games: ["moon"], megabytes: 8 },
};

/** The globals of a browser's worker, in a thread that imports a script with the same modules. */
const WORKER = `
  const { register } = require("node:module");
  const { parentPort, workerData } = require("node:worker_threads");
  register(workerData.hook);
  Object.assign(globalThis, workerData.files, {
    addEventListener: (kind, act) => kind === "message" && parentPort.on(kind, (data) => act({ data, origin: "" })),
    postMessage: (data, transfer) => parentPort.postMessage(data, transfer),
  });
  import(workerData.script);`;

/** The scripts of all workers that the page has started. @type {string[]} */
const started = [];
/** @type {Thread[]} */
const threads = [];

class Worker extends EventTarget {
  constructor(script, { type }) {
    super();
    assert.equal(type, "module");
    started.push(script.split("/").pop());
    this.thread = new Thread(WORKER, { eval: true, workerData: { hook: HOOKED, files: FILES, script } });
    this.thread.on("message", (data) => this.dispatchEvent(new MessageEvent("message", { data })));
    this.thread.on("error", (error) => this.dispatchEvent(Object.assign(new Event("error"), { error })));
    threads.push(this.thread);
  }
  postMessage(data, transfer) {
    this.thread.postMessage(data, transfer);
  }
  terminate() {
    return this.thread.terminate();
  }
}

/** Everything that the page has fetched. @type {string[]} */
const fetched = [];
Object.assign(globalThis, FILES, {
  Worker,
  HTMLElement: class extends EventTarget {},
  customElements: { define() {} },
  location: new URL("https://fieldbook.test/moon/"),
  navigator: { userAgent: "Node" },
  fetch: async (address) => {
    fetched.push(String(address));
    throw new TypeError("Failed to fetch");
  },
});

console.warn = () => {}; // of each error

after(() => Promise.all(threads.map((thread) => thread.terminate())));

const { KINDS } = await import("../../page/js/rules-client/compiled-files.js");
const { runtime } = await import("../../page/js/rules-client/runtime.js");
const { describeWaiting } = await import("../../page/js/components/status.js");

const QUESTIONS = Object.values(KINDS).flatMap(([questions]) => questions.split(" "));

for (const question of QUESTIONS)
  for (const how of ["error", "endless", "text"])
    test(`${question}: compiled code throws (${how})`, async () => {
      const cancel = new AbortController();
      const isWaiting = new Promise((done) => runtime.addEventListener("change", done, { once: true }));
      const answer = runtime.askUntil(cancel.signal, question, "moon.landing", how);
      answer.catch(() => {});
      await Promise.race([isWaiting, answer]);
      assert.equal(runtime.state.phase, "idle", "Python isn't loaded");
      assert.equal(describeWaiting(""), "Something went wrong on this page. Python may still answer.");
      const [{ problem }] = runtime.state.waiting;
      assert.match(problem, new RegExp(`^${question} moon\\.landing ${how}`), "the report says what was asked");
      cancel.abort();
      await assert.rejects(answer, { name: "AbortError" });
      assert.equal(runtime.state.waiting.length, 0);
      assert.deepEqual([...new Set(started)], started.length ? ["rules-worker.js"] : []);
      assert.deepEqual(fetched, []);
    });
