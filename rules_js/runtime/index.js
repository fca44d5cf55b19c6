// The runtime of compiled rules.
export * from "./classes.js";
export * from "./containers.js";
export * from "./library.js";
export {
  add,
  addInPlace,
  addToItem,
  and,
  append,
  attribute,
  bind,
  cached,
  call,
  callSuper,
  copyWith,
  define,
  enter,
  exit,
  getOr,
  invoke,
  isInstance,
  items,
  inPlace,
  iteratePairs,
  iterateValues,
  makePartial,
  matchArgument,
  matchSequence,
  multiply,
  newContext,
  newUnion,
  or,
  readAttribute,
  orInPlace,
  setAttribute,
  shiftLeft,
  shiftRight,
  superAttribute,
  tell,
  values,
  xor,
} from "./members.js";
export { divide, floorDivide, makeFraction, negate, newFloat, power } from "./numbers.js";
export { modulo, subtract } from "./operators.js";
export { addQuestion, addTimeSlices, answer, answerInTimeSlice, insist } from "./questions.js";
export * from "./random.js";
export * from "./registry.js";
export { format, newPattern, represent, text } from "./text.js";
