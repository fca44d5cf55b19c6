// Operators whose meaning depends on both values.
import { PySet, View } from "./containers.js";
import { without } from "./members.js";
import { moduloNumbers, subtractNumbers } from "./numbers.js";
import { NotCompiledError } from "./classes.js";

export function subtract(a, b) {
  if (a instanceof PySet || a instanceof View) return without(a, b);
  if (a?.__sub__) return a.__sub__(a, b);
  return subtractNumbers(a, b);
}

export function modulo(a, b) {
  if (typeof a === "string") throw new NotCompiledError("text formatted with %");
  return moduloNumbers(a, b);
}
