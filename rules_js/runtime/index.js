// The runtime of compiled rules.
export * from "./classes.js";
export * from "./containers.js";
export * from "./library.js";
export {
  add,
  addInPlace,
  addTo,
  addToItem,
  and,
  append,
  attribute,
  bind,
  cached,
  call,
  call0,
  call1,
  call2,
  call3,
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
  keys,
  listKeys,
  listKeywords,
  listPairs,
  listValues,
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
  setDefault,
  shiftLeft,
  shiftRight,
  superAttribute,
  tell,
  update,
  values,
  xor,
} from "./members.js";
export { divide, floorDivide, isWhole, makeFraction, negate, newFloat, power } from "./numbers.js";
export { modulo, subtract } from "./operators.js";
export { addQuestion, addTimeSlices, answer, answerInTimeSlice, insist } from "./questions.js";
export * from "./random.js";
export * from "./registry.js";
export { format, newPattern, represent, text } from "./text.js";
