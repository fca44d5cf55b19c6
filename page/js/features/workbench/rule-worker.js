// The worker that runs a reader's rule: its start with Python's files, its questions one after the other, and its end
// if an answer takes too long.
import { Failure, resolveAddress } from "#shared";

const ANSWERS_WITHIN = 5_000; // milliseconds, after which a rule is stopped
const STARTS_WITHIN = 60_000; // milliseconds, once everything is here
const SCRIPT = resolveAddress("assets/js/entry/workbench-worker.js");
const FOLDER = resolveAddress(`assets/python/${PYTHON_FILES.folder}/`);

const UNFIT = "this browser can't run rules in a worker of their own";
export const STOPPED =
  "This rule ran for five seconds without an end, so it was stopped. Look for a loop that never ends, or for many dice "
  + "one by one.";

/**
 * @typedef {{ error?: string, line?: number } & Record<string, any>} Answer
 * @typedef {{ address: string, files: Record<string, ArrayBuffer> }} Downloads the worker's script, and Python's files
 * @typedef {{ number: number, isLimited: boolean, done: (answer: any) => void, fail: (reason: Failure) => void }} Question
 */

/** Python's files, which go on arriving when the reader leaves the page. @type {Promise<Downloads> | null} */
let downloads = null;
/** @type {Set<(share: number) => void>} */
const reporters = new Set();

export class RuleWorker {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Promise<void> | null} */
  #start = null;
  /** Questions in the order of their answers; the worker works on the first. @type {Question[]} */
  #questions = [];
  #alarm = 0;
  #count = 0;

  /** @param {() => void} stopped called when a rule was stopped, and another worker starts */
  constructor(stopped) {
    this.stopped = stopped;
  }

  /**
   * Start Python, unless it runs.
   * @param {(share: number) => void} report called with the share of the download that has arrived, from 0 to 1
   * @throws {Failure}
   */
  async start(report) {
    reporters.add(report);
    downloads ??= download((share) => reporters.forEach((each) => each(share))).catch((error) => {
      downloads = null;
      throw error;
    });
    await downloads.finally(() => reporters.delete(report));
    this.#start ??= this.#begin();
    try {
      await this.#start;
    } catch (error) {
      this.end(); // the next attempt begins again
      throw error;
    }
  }

  /**
   * Ask a question of rules_py.workbench.
   * @param {unknown[]} question
   * @returns {Promise<Answer>}
   */
  async ask(...question) {
    this.#start ??= this.#begin(); // after a restart that has failed
    await this.#start;
    return JSON.parse(await this.#send({ question }));
  }

  end() {
    clearTimeout(this.#alarm);
    this.#worker?.terminate();
    this.#worker = this.#start = null;
    this.#questions = [];
  }

  async #begin() {
    const { address, files } = await /** @type {Promise<Downloads>} */ (downloads);
    const worker = new Worker(address, { type: "module" });
    this.#worker = worker;
    worker.addEventListener("message", ({ data }) => this.#worker === worker && this.#take(data));
    worker.addEventListener("error", () => {
      if (this.#questions[0]?.isLimited) return; // a rule's own, whose question has its time
      this.#fail(UNFIT);
    });
    await this.#send({ files, packages: PYTHON_PARTS.packages }, false);
  }

  /**
   * @param {object} message
   * @param {boolean} isLimited
   * @returns {Promise<any>}
   */
  #send(message, isLimited = true) {
    const number = (this.#count += 1);
    return new Promise((done, fail) => {
      this.#questions.push({ number, isLimited, done, fail });
      this.#worker?.postMessage({ number, ...message });
      if (this.#questions.length === 1) this.#watch();
    });
  }

  /** Stop the rule if the first question isn't answered in time. */
  #watch() {
    clearTimeout(this.#alarm);
    const [first] = this.#questions;
    if (first?.isLimited) this.#alarm = setTimeout(() => this.#stop(), ANSWERS_WITHIN);
    else if (first) this.#alarm = setTimeout(() => this.#fail(UNFIT), STARTS_WITHIN);
  }

  /** @param {{ number: number, text?: string, failure?: string } | null} data a rule could send anything */
  #take(data) {
    const [first] = this.#questions;
    if (!first || first.number !== data?.number) return;
    const { text, failure } = data;
    this.#questions.shift();
    this.#watch();
    if (failure === undefined) {
      first.done(text);
      return;
    }
    const reason = new Failure("Python stopped while working on it");
    first.fail(reason);
    if (first.isLimited) this.#restart(({ fail }) => fail(reason)); // such as without memory, after which it can't go on
  }

  #stop() {
    this.#restart(({ done }) => done(JSON.stringify({ error: STOPPED, line: 0 })));
  }

  /** Start another worker. @param {(question: Question) => void} settle called with each question without an answer */
  #restart(settle) {
    const questions = this.#questions;
    this.end();
    questions.forEach(settle);
    this.stopped();
    this.#start = this.#begin();
    this.#start.catch((error) => console.warn(error));
  }

  /** @param {string} reason */
  #fail(reason) {
    const questions = this.#questions;
    this.end();
    for (const { fail } of questions) fail(new Failure(reason));
  }
}

/**
 * Download the worker's script and Python's files.
 * @param {(share: number) => void} report
 */
async function download(report) {
  const names = Object.keys(PYTHON_PARTS.sizes).filter((name) => !name.endsWith(".js")); // part of the worker's script
  const all = names.reduce((total, name) => total + PYTHON_PARTS.sizes[name], 0);
  let arrived = 0;
  const add = (/** @type {number} */ bytes) => {
    arrived += bytes;
    report(Math.min(1, arrived / all));
  };
  const [script, ...bytes] = await Promise.all([
    fetchBytes(SCRIPT, () => {}),
    ...names.map((name) => fetchBytes(FOLDER + name, add)),
  ]);
  return {
    address: `data:text/javascript;charset=utf-8,${encodeURIComponent(new TextDecoder().decode(script))}`,
    files: Object.fromEntries(names.map((name, at) => [name, bytes[at]])),
  };
}

/**
 * @param {string} address
 * @param {(bytes: number) => void} add
 */
async function fetchBytes(address, add) {
  const name = address.split("/").pop();
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) {
    const reason = answer ? `: error ${answer.status}` : "";
    throw new Failure(`a file couldn't be downloaded (${name}${reason})`);
  }
  /** @type {BlobPart[]} */
  const parts = [];
  try {
    const reader = answer.body?.getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      parts.push(part.value);
      add(part.value.byteLength);
    }
  } catch {
    throw new Failure(`a file arrived incomplete (${name})`);
  }
  return new Blob(parts).arrayBuffer(); // WebKit lets no other origin read a blob
}
