// Runs compiled programs: each line of the input has the JavaScript of one, and each line of the output its result.
// A result is "value" with the text of the value, "error" with the class of Python's exception, "stopped" if the runtime
// lacks a part of Python, or "failed" with an error of JavaScript. No rule can catch the last two.
import { createInterface } from "node:readline";
import { runInThisContext } from "node:vm";

const LONGEST_MS = 60_000; // more than any program needs on a busy machine
globalThis.$ = await import(process.argv[2]);

function run(code) {
  try {
    return ["value", $.insist(() => runInThisContext(`(() => {"use strict";${code}})()`, { timeout: LONGEST_MS }))];
  } catch (error) {
    if (error?.$class) return ["error", error.$class.name];
    if (error?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return ["endless", ""];
    return [error instanceof $.NotCompiledError ? "stopped" : "failed", `${error.name}: ${error.message}`];
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(run(JSON.parse(line)))}\n`);
}
