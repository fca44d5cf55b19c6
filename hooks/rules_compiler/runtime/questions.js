// The questions that compiled rules answer, by name.
import { NotCompiledError } from "./classes.js";
import { call } from "./members.js";

const handlers = new Map();

/** Add the function that answers a question. */
export function addQuestion(name, handler) {
  handlers.set(name, handler);
}

/** Answer a question as JSON text. Throw a NotCompiledError if only Python can. */
export function answer(name, args) {
  const handler = handlers.get(name);
  if (!handler) throw new NotCompiledError(`the question ${name}`);
  return call(handler, args);
}
