// Runs compiled programs: each line of the input has the module of one, and each line of the output its result.
// A result is "value" with the text of the value, "error" with the class of Python's exception, "stopped" if the runtime
// lacks a part of Python, or "failed" with an error of JavaScript. No rule can catch the last two.
import { createInterface } from "node:readline";
import { runInThisContext, SourceTextModule, SyntheticModule } from "node:vm";

const LONGEST_MS = 60_000; // more than any program needs on a busy machine
const $ = await import(process.argv[2]);

const runtime = new SyntheticModule(Object.keys($), () => {
  for (const [name, value] of Object.entries($)) runtime.setExport(name, value);
});
globalThis.answerMain = () => $.insist(() => $.represent($.answer("main", [])));

async function run(code) {
  try {
    const program = new SourceTextModule(code);
    await program.link(() => runtime);
    await program.evaluate();
    return ["value", runInThisContext("answerMain()", { timeout: LONGEST_MS })];
  } catch (error) {
    if (error?.$class) return ["error", error.$class.name];
    if (error?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return ["endless", ""];
    return [error instanceof $.NotCompiledError ? "stopped" : "failed", `${error.name}: ${error.message}`];
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await run(JSON.parse(line)))}\n`);
}
