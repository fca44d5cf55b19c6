// The questions that compiled rules answer, by name.
import { NotCompiledError } from "./classes.js";
import { call } from "./members.js";

const handlers = new Map();
let limitTime;

/** Add the function that answers a question. */
export function addQuestion(name, handler) {
  handlers.set(name, handler);
}

/** Set the function that answers a question in time slices, `rules_py.bridge.answers.answer_in_time_slice`. */
export function addTimeSlices(limit) {
  limitTime = limit;
}

/** Answer a question as JSON text. Throw a NotCompiledError if only Python can. */
export function answer(name, args) {
  return insist(() => call(find(name), args));
}

/** Answer a question as JSON text, or return null if it needs another time slice, in which it is asked again. */
export function answerInTimeSlice(milliseconds, name, args) {
  return insist(() => call(limitTime, [find(name), milliseconds, name, ...args]));
}

/** Return a result, unless the runtime lacked a part of Python and another error has taken that one's place. */
export function insist(compute) {
  const before = NotCompiledError.count;
  try {
    return compute();
  } finally {
    // biome-ignore lint/correctness/noUnsafeFinally: no rule may hide it
    if (NotCompiledError.count > before) throw NotCompiledError.latest;
  }
}

function find(name) {
  const handler = handlers.get(name);
  if (!handler) throw new NotCompiledError(`the question ${name}`);
  return handler;
}
