// Workers: their creation, and the news of their end.
import { Failure } from "../lib/failure.js";

/**
 * Create a worker that runs a module. A browser whose workers can't do that would only report a syntax error.
 * @param {string} script its name in assets/js/entry
 * @throws {Error} if that isn't possible
 */
export function createWorker(script) {
  if (!globalThis.Worker) throw new Failure("this browser is too old for them (it has no workers)");
  let takesModules = false;
  const worker = new Worker(new URL(`../entry/${script}`, import.meta.url), {
    get type() {
      // read only by browsers that support the option
      takesModules = true;
      return /** @type {const} */ ("module");
    },
  });
  if (takesModules) return worker;
  worker.terminate();
  throw new Failure("this browser is too old for them (its workers run no modules)");
}

/**
 * Call `tell` with the reason once a worker has failed or ended.
 *
 * A worker that ends silently releases its lock. Plain http has no locks, and WebKit's page cache aborts waiting for
 * them; then only a failure is noticed.
 * @param {Worker} worker
 * @param {{ live: (name: string) => Promise<void> }} remote its functions
 * @param {string} script its name in assets/js/entry
 * @param {(reason: string) => void} tell
 */
export function watchWorker(worker, remote, script, tell) {
  let isRunning = false;
  const begin = () => {
    isRunning = true;
  };
  worker.addEventListener("message", begin, { once: true });
  worker.addEventListener("error", () => {
    // the browser logs the reason to the console
    tell(isRunning ? "the dice roller crashed" : `a file arrived incomplete (${script})`);
  });
  if (!navigator.locks) return;
  const life = crypto.randomUUID();
  const reportEnd = () => tell("the browser stopped the dice roller");
  remote
    .live(life)
    .then(() => navigator.locks.request(life, () => {}))
    .then(reportEnd, () => {});
}

/**
 * Hold a lock for as long as this worker lives.
 * @param {string} name
 * @returns {Promise<void>}
 */
export const holdLock = (name) =>
  new Promise((held) =>
    navigator.locks.request(name, () => {
      held(undefined);
      return new Promise(() => {});
    }),
  );
