// Tuples, dicts and sets, with Python's equality, hashing, order and iteration. Lists are arrays.
import {
  IndexError,
  Instance,
  KeyError,
  make,
  newException,
  OverflowError,
  refuse,
  StopIteration,
  Type,
  TypeError,
  ValueError,
} from "./classes.js";
import { compareNumbers, exact, Float, Fraction, isNumber, isWhole } from "./numbers.js";

/** Return an array as a tuple: one with a place for its key in dicts. Engines are slower with classes of arrays. */
export function newTuple(array) {
  array.$key = null;
  return array;
}

export const isTuple = (value) => Array.isArray(value) && value.$key !== undefined;
export const isList = (value) => Array.isArray(value) && value.$key === undefined;

/** The tuples whose parts have names. */
class NamedTuple extends Array {
  static get [Symbol.species]() {
    return Array;
  }
}
NamedTuple.prototype.$key = null;

export const emptyTuple = newTuple([]);

/** Make a class of NamedTuples, whose instances are tuples. */
export function newNamedClass(name, bases, options) {
  return new Type(name, bases, { root: NamedTuple, ...options });
}

/** Make an instance of a NamedTuple. */
export const makeNamed = (type, array) => Object.setPrototypeOf(array, type.proto);

export class Range {
  constructor(start, stop, step) {
    if (![start, stop, step].every(Number.isSafeInteger)) refuse("this range");
    if (step === 0) throw newException(ValueError, "range() arg 3 must not be zero");
    this.start = start;
    this.stop = stop;
    this.step = step;
    this.length = Math.max(0, Math.ceil((stop - start) / step));
  }

  [Symbol.iterator]() {
    return new RangeIterator(this);
  }
}

class RangeIterator {
  constructor(range) {
    this.range = range;
    this.at = 0;
  }

  [Symbol.iterator]() {
    return this;
  }

  next() {
    const { length, start, step } = this.range;
    return this.at < length ? { value: start + this.at++ * step, done: false } : { value: undefined, done: true };
  }
}

export const makeRange = (start, stop, step) => new Range(start, stop, step);

let lastIdentity = 0;
const identities = new WeakMap();

/** Return what a Map can tell equal keys by. Text and whole numbers are their own keys. */
export const hashKey = (value) => (typeof value === "string" || typeof value === "number" ? value : makeKey(value));

function makeKey(value) {
  switch (typeof value) {
    case "boolean":
      return Number(value);
    case "bigint":
      return value;
  }
  if (value === null) return value;
  return keyFor(value);
}

const MOST_PARTS = 5000;
const numberParts = Array.from({ length: 256 }, (_, value) => `number ${value};`);
const textParts = new Map();

/** Return what stands for a value in the key of what contains it. Those of small numbers and of texts are kept. */
function partKey(value) {
  if (typeof value === "number")
    return value >= 0 && value < numberParts.length ? numberParts[value] : `number ${value};`;
  if (typeof value !== "string") return makePartKey(value);
  let part = textParts.get(value);
  if (part === undefined) {
    part = makePartKey(value);
    if (textParts.size >= MOST_PARTS) textParts.clear();
    textParts.set(value, part);
  }
  return part;
}

function makePartKey(value) {
  const key = hashKey(value);
  if (typeof key === "string") return key.startsWith("\0") ? `${key.length}:${key}` : `${key.length}"${key}`;
  return `${typeof key === "bigint" ? "number" : typeof key} ${key};`;
}

function keyFor(value) {
  if (value instanceof Float) return Number.isFinite(value.value) ? hashKey(exact(value)) : `\0float ${value.value}`;
  if (value instanceof Fraction) return value.d === 1n ? hashKey(value.numerator) : `\0fraction ${value.n}/${value.d}`;
  if (isTuple(value)) return (value.$key ??= tupleKey(value)); // a tuple never changes
  if (value instanceof FrozenSet) return `\0{${[...value].map(partKey).sort().join("")}}`;
  if (value instanceof Instance && value.$class) {
    if (value.__hash__) return `\0hash ${partKey(value.__hash__(value))}`;
    const { isEqualByFields, compared } = value.$class;
    if (isEqualByFields) {
      return (value.$key ??= fieldsKey(value, compared)); // its fields never change
    }
  } else if (Array.isArray(value) || value instanceof Dict || value instanceof PySet) {
    throw newException(TypeError, "unhashable type");
  }
  return `\0id ${identify(value)}`;
}

function fieldsKey(value, names) {
  let key = `\0${identify(value.$class)}(`;
  for (const name of names) key += partKey(value[name]);
  return `${key})`;
}

function tupleKey(tuple) {
  let key = "\0(";
  for (let at = 0; at < tuple.length; at++) key += partKey(tuple[at]); // map() would make a tuple
  return `${key})`;
}

function identify(value) {
  if (!identities.has(value)) identities.set(value, ++lastIdentity);
  return identities.get(value);
}

/** The number of keys up to which a search through all of them is faster than a Map. */
const FEW = 8;

/** The number of searches through more keys before their Map is made: many dicts are searched once and dropped. */
const FEW_SEARCHES = 3;

/**
 * A dict: arrays of its keys and its values in their order, so that loops and copies are fast.
 *
 * A key that isn't text or a whole number has another one in `hashes`. Beyond a few keys, `index` has their places, and
 * removed keys leave gaps, which are undefined.
 */
export class Dict {
  constructor() {
    this.keys = [];
    this.hashes = this.keys;
    this.held = [];
    /** @type {Map<any, number> | null} */
    this.index = null;
    this.searches = 0;
    this.gaps = 0;
  }

  /** Add the pairs of an iterable. @param {Iterable<any>} pairs */
  addPairs(pairs) {
    for (const pair of pairs) this.set(pair[0], pair[1]);
    return this;
  }

  /** Return the place of a key, given by what it is told apart by, or -1. */
  find(hash) {
    const isIndexed = this.index !== null || (this.hashes.length > FEW && ++this.searches > FEW_SEARCHES);
    return isIndexed ? this.findByIndex(hash) : this.hashes.indexOf(hash);
  }

  findByIndex(hash) {
    if (this.index === null) {
      this.index = new Map();
      for (let at = 0; at < this.hashes.length; at++) this.index.set(this.hashes[at], at);
    }
    const at = this.index.get(hash);
    return at === undefined ? -1 : at;
  }

  set(key, value) {
    this.put(hashKey(key), key, value);
  }

  /** Set the value of a key whose hash is known; an equal key stays. */
  put(hash, key, value) {
    const at = this.find(hash);
    if (at < 0) this.add(hash, key, value);
    else this.held[at] = value;
  }

  /** Add a key that isn't there yet. */
  add(hash, key, value) {
    if (this.hashes === this.keys) {
      if (hash !== key) (this.hashes = this.keys.slice()).push(hash);
    } else this.hashes.push(hash);
    if (this.index !== null) this.index.set(hash, this.keys.length);
    this.keys.push(key);
    this.held.push(value);
  }

  /** Add the pairs of another mapping. */
  addAll(other) {
    if (!(other instanceof Dict)) {
      for (const [key, value] of pairs(other)) this.set(key, value);
      return this;
    }
    const { keys, hashes, held } = other.close();
    if (this.keys.length) for (let at = 0; at < keys.length; at++) this.put(hashes[at], keys[at], held[at]);
    else {
      this.keys = keys.slice();
      this.hashes = hashes === keys ? this.keys : hashes.slice();
      this.held = held.slice();
      this.index = null;
    }
    return this;
  }

  /** Close the gaps, for loops over its keys or values. */
  close() {
    return this.gaps === 0 ? this : this.removeGaps();
  }

  removeGaps() {
    const { keys, hashes, held } = this;
    this.clear();
    for (let at = 0; at < keys.length; at++) if (keys[at] !== undefined) this.add(hashes[at], keys[at], held[at]);
    return this;
  }

  clear() {
    this.keys = [];
    this.hashes = this.keys;
    this.held = [];
    this.index = null;
    this.gaps = 0;
  }

  has(key) {
    return this.find(hashKey(key)) >= 0;
  }

  /** Return a value, or undefined. */
  get(key) {
    const at = this.find(hashKey(key));
    return at < 0 ? undefined : this.held[at];
  }

  delete(key) {
    const hash = hashKey(key);
    const at = this.find(hash);
    if (at < 0) return false;
    const columns = this.hashes === this.keys ? [this.keys, this.held] : [this.keys, this.hashes, this.held];
    if (this.index === null) for (const each of columns) each.splice(at, 1);
    else {
      for (const each of columns) each[at] = undefined;
      this.index.delete(hash);
      this.gaps++;
      if (2 * this.gaps > this.keys.length) this.removeGaps();
    }
    return true;
  }

  get length() {
    return this.keys.length - this.gaps;
  }

  [Symbol.iterator]() {
    return this.close().keys[Symbol.iterator]();
  }

  values() {
    return this.close().held[Symbol.iterator]();
  }

  pairs() {
    return new PairIterator(this.close());
  }
}

/** An iterator over the pairs of a dict. */
class PairIterator {
  constructor(dict) {
    this.dict = dict;
    this.at = 0;
  }

  [Symbol.iterator]() {
    return this;
  }

  next() {
    const { at, dict } = this;
    if (at >= dict.keys.length) return { value: undefined, done: true };
    this.at++;
    return { value: newTuple([dict.keys[at], dict.held[at]]), done: false };
  }
}

export function newDict(pairs) {
  const made = new Dict();
  return pairs === undefined ? made : made.addPairs(pairs);
}

/** Return a dict with these keys, which are different texts, and these values. */
export function makeDict(keys, values) {
  const made = new Dict();
  made.keys = keys;
  made.hashes = keys;
  made.held = values;
  return made;
}

/** Return a new dict with the pairs of another one. */
export const copyDict = (dict) => new Dict().addAll(dict);

/** Return a dict of some mappings and arrays of pairs, each with precedence over those before. */
export function mergeDicts(...parts) {
  const made = new Dict();
  for (const part of parts) {
    if (Array.isArray(part)) made.addPairs(part);
    else made.addAll(part);
  }
  return made;
}

/** A dict that makes missing values. */
export class DefaultDict extends Dict {
  /** @param {() => any} makeValue */
  constructor(makeValue) {
    super();
    this.makeValue = makeValue;
  }
}

export class Counter extends Dict {}

export class PySet {
  constructor(values = []) {
    this.entries = new Map();
    for (const value of values) this.add(value);
  }

  add(value) {
    const hash = hashKey(value);
    if (!this.entries.has(hash)) this.entries.set(hash, value);
  }

  has(value) {
    return this.entries.has(hashKey(value));
  }

  delete(value) {
    return this.entries.delete(hashKey(value));
  }

  get length() {
    return this.entries.size;
  }

  [Symbol.iterator]() {
    return this.entries.values();
  }
}

export class FrozenSet extends PySet {}

export const newSet = (values = []) => new PySet(values);
export const newFrozenSet = (values) => new FrozenSet(values);

/** Yield the characters of a text, each once, as Python code advances with next(). */
function* iterateText(text) {
  yield* text;
}

/** A view of a dict that can be iterated more than once: keys, values or items. */
export class View {
  constructor(dict, how) {
    this.dict = dict;
    this.how = how;
  }

  get length() {
    return this.dict.length;
  }

  [Symbol.iterator]() {
    if (this.how === "keys") return this.dict[Symbol.iterator]();
    return this.how === "values" ? this.dict.values() : this.dict.pairs();
  }
}

/** Return what `for` of JavaScript can iterate over, for what doesn't depend on the order. */
export const iterateAny = (value) => (value instanceof PySet ? value : iterate(value));

/** Return what `for` of JavaScript can iterate over. */
export const iterate = (value) => (Array.isArray(value) && value.$class === undefined ? value : iterateOther(value));

/** Return a list or a tuple as it is, and the values of anything else as an array. */
export const asArray = (value) =>
  Array.isArray(value) && value.$class === undefined ? value : [...iterateOther(value)];

function iterateOther(value) {
  if (value instanceof Dict) return value.close().keys;
  if (value instanceof View && value.how !== "items")
    return value.how === "keys" ? value.dict.close().keys : value.dict.close().held;
  if (value instanceof PySet && value.length > 1) refuse("the order of a set: sort it");
  if (Array.isArray(value) && !value.__iter__) return value;
  if (value !== null && value !== undefined) {
    if (typeof value === "string") return iterateText(value);
    if (value.$class && value.__iter__) return keepOpen(value.__iter__(value));
    if (value[Symbol.iterator]) return keepOpen(value);
    if (value.__next__) return iterateInstance(value);
  }
  throw newException(TypeError, "object is not iterable");
}

/** Return what a loop iterates over; if that is a generator, it stays open when the loop ends early, as in Python. */
function keepOpen(value) {
  if (value.return !== undefined) value.return = undefined;
  return value;
}

/** The result of the function of a generator expression for a value that it leaves out. */
export const skipped = Symbol("skipped");

/** The values that a function makes of others, one at a time. */
class Lazy {
  constructor(over, makeValue) {
    this.over = over;
    this.makeValue = makeValue;
  }

  [Symbol.iterator]() {
    return this;
  }

  next() {
    const { over } = this;
    this.over = null; // an error ends it
    while (over !== null) {
      const step = over.next();
      if (step.done) break;
      const value = this.makeValue(step.value);
      if (value === skipped) continue;
      this.over = over;
      return { value, done: false };
    }
    return { value: undefined, done: true };
  }
}

export const newLazy = (over, makeValue) => new Lazy(over[Symbol.iterator](), makeValue);

function* iterateInstance(value) {
  while (true) {
    try {
      yield value.__next__(value);
    } catch (error) {
      if (error instanceof Instance && StopIteration.has(error)) return;
      throw error;
    }
  }
}

/** Return a value's iterator, for next(). */
export function iterator(value) {
  const over = iterate(value);
  return over[Symbol.iterator]();
}

/** Return the next value of an iterator; without one, the default or StopIteration with the generator's result. */
export function next(over, otherwise) {
  const { value, done } = over.next();
  if (!done) return value;
  if (otherwise !== undefined) return otherwise;
  throw make(StopIteration, { args: newTuple([value ?? null]), value: value ?? null });
}

/** Return the next value inside a generator, where the end of an iterator is a RuntimeError of Python. */
export function nextInside(over) {
  const { value, done } = over.next();
  return done ? refuse("the end of an iterator in a generator: give next() a default") : value;
}

export const equal = (a, b) =>
  a === b
  || ((typeof a !== "string" || typeof b !== "string")
    && (typeof a !== "number" || typeof b !== "number")
    && areEqual(a, b));

function areEqual(a, b) {
  if (a === null || b === null || a === undefined || b === undefined) return false;
  if (isNumber(a)) {
    if (isNumber(b)) return compareNumbers(a, b) === 0;
    return b instanceof Instance && b.__eq__ ? b.__eq__(b, a) === true : false;
  }
  if (typeof a === "string") return false;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || isTuple(a) !== isTuple(b) || a.length !== b.length) return false;
    return a.every((value, at) => equal(value, b[at]));
  }
  if (a instanceof Dict) {
    if (!(b instanceof Dict) || a.length !== b.length) return false;
    const { hashes, held } = a.close();
    for (let at = 0; at < hashes.length; at++) {
      const place = b.find(hashes[at]);
      if (place < 0 || !equal(held[at], b.held[place])) return false;
    }
    return true;
  }
  if (isSet(a)) return isSet(b) && size(a) === size(b) && [...a].every((each) => contains(b, each));
  if (a instanceof Range) {
    return b instanceof Range && a.length === b.length && (!a.length || (a.start === b.start && a.step === b.step));
  }
  if (a instanceof Instance && a.$class) {
    if (a.__eq__) return a.__eq__(a, b) === true;
    const { isEqualByFields, compared } = a.$class;
    if (isEqualByFields) return b?.$class === a.$class && compared.every((name) => equal(a[name], b[name]));
  }
  return false;
}

/** Return true if two values are the same object. Equal numbers and equal text count as the same. */
export function same(a, b) {
  if (a === b) return true;
  return typeof a === "number" && typeof b === "number" && a === b;
}

const isSet = (value) => value instanceof PySet || (value instanceof View && value.how !== "values");

export const less = (a, b) => (typeof a === "number" && typeof b === "number" ? a < b : isLess(a, b));

function isLess(a, b) {
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b) < 0;
  if (typeof a === "string" && typeof b === "string") return compareText(a, b) < 0;
  if (Array.isArray(a) && Array.isArray(b)) {
    const at = findDifference(a, b);
    return at < 0 ? a.length < b.length : less(a[at], b[at]);
  }
  if (isSet(a) && isSet(b)) return size(a) < size(b) && [...a].every((each) => contains(b, each));
  if (a instanceof Instance && a.__lt__) return a.__lt__(a, b);
  if (a instanceof Instance && a.$class?.isOrdered) return less(listFields(a), listFields(b));
  throw newException(TypeError, "'<' not supported");
}

export const lessOrEqual = (a, b) => (typeof a === "number" && typeof b === "number" ? a <= b : isLessOrEqual(a, b));

function isLessOrEqual(a, b) {
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b) <= 0;
  if (isSet(a) && isSet(b)) return [...a].every((each) => contains(b, each));
  if (Array.isArray(a) && Array.isArray(b)) {
    const at = findDifference(a, b);
    return at < 0 ? a.length <= b.length : lessOrEqual(a[at], b[at]);
  }
  if (a instanceof Instance && a.__le__) return a.__le__(a, b);
  return less(a, b) || equal(a, b);
}

const listFields = (value) => value.$class.compared.map((name) => value[name]);

function findDifference(a, b) {
  for (let at = 0; at < a.length && at < b.length; at++) if (!equal(a[at], b[at])) return at;
  return -1;
}

/** Compare text by code points. */
function compareText(a, b) {
  if (a === b) return 0;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  if (at > 0 && /[\udc00-\udfff]/.test((a[at] ?? "") + (b[at] ?? ""))) at--;
  return (a.codePointAt(at) ?? -1) - (b.codePointAt(at) ?? -1);
}

export const isTrue = (value) =>
  typeof value === "boolean"
    ? value
    : Array.isArray(value) && value.$class === undefined
      ? value.length !== 0
      : isOtherTrue(value);

function isOtherTrue(value) {
  switch (typeof value) {
    case "number":
      return value !== 0;
    case "string":
      return value !== "";
    case "bigint":
      return true;
    case "function":
      return true;
  }
  if (value === null || value === undefined) return false;
  return value instanceof Dict ? value.keys.length !== value.gaps : isObjectTrue(value);
}

function isObjectTrue(value) {
  const type = value.$class;
  if (type && value instanceof Instance) {
    type.isAlwaysTrue ??= !value.__bool__ && !value.__len__;
    if (type.isAlwaysTrue) return true;
    return value.__bool__ ? value.__bool__(value) : measure(value) !== 0;
  }
  if (value instanceof Float) return value.value !== 0;
  if (value instanceof Fraction) return value.n !== 0n;
  return value.length === undefined || value instanceof Type ? true : value.length !== 0;
}

export const contains = (holder, value) =>
  holder instanceof Dict ? holder.find(hashKey(value)) >= 0 : doesContain(holder, value);

function doesContain(holder, value) {
  if (Array.isArray(holder) && holder.$class === undefined) {
    for (let at = 0; at < holder.length; at++) if (holder[at] === value || equal(holder[at], value)) return true;
    return false;
  }
  if (typeof holder === "string") {
    if (typeof value !== "string") throw newException(TypeError, "'in <string>' requires string");
    return holder.includes(value);
  }
  if (holder instanceof PySet) return holder.has(value);
  if (holder instanceof View && holder.how === "keys") return holder.dict.has(value);
  if (holder instanceof Range) {
    if (!isNumber(value)) return false;
    const number = Number(value instanceof Float ? value.value : isWhole(value) ? value : Number.NaN);
    if (!Number.isInteger(number)) return false;
    const steps = (number - holder.start) / holder.step;
    return Number.isInteger(steps) && steps >= 0 && steps < holder.length;
  }
  if (holder?.__contains__) return isTrue(holder.__contains__(holder, value));
  for (const each of iterate(holder)) if (each === value || equal(each, value)) return true;
  return false;
}

/** Return the next values of an iterable, up to a number of them. */
function take(value, most) {
  const over = iterator(value);
  const found = [];
  for (let each; found.length < most && !(each = over.next()).done; ) found.push(each.value);
  return found;
}

/** Return a sequence's values as an array of exactly `count`, with a list at `rest` if that is not -1. */
export const unpack = (value, count, rest) =>
  rest < 0 && Array.isArray(value) && value.length === count ? value : unpackOther(value, count, rest);

function unpackOther(value, count, rest) {
  const values = Array.isArray(value) ? value : take(value, rest < 0 ? count + 1 : Infinity);
  if (rest < 0) {
    if (values.length !== count) {
      const few = values.length < count;
      throw newException(
        ValueError,
        few ? `not enough values to unpack (expected ${count}, got ${values.length})` : "too many values to unpack",
      );
    }
    return values;
  }
  if (values.length < count - 1) throw newException(ValueError, "not enough values to unpack");
  const after = count - rest - 1;
  const end = values.length - after;
  return [...values.slice(0, rest), [...values.slice(rest, end)], ...values.slice(end)];
}

export class Slice {
  constructor(lower, upper, step) {
    this.lower = lower;
    this.upper = upper;
    this.step = step;
  }
}

export const newSlice = (lower, upper, step) => new Slice(lower, upper, step);

/** Return the end of a slice, within limits. */
const clip = (at, length, low, high) => Math.min(Math.max(at < 0 ? at + length : at, low), high);

function findIndices({ lower, upper, step }, length) {
  step ??= 1;
  if (step === 0) throw newException(ValueError, "slice step cannot be zero");
  const found = [];
  if (step > 0) {
    const end = upper === null ? length : clip(upper, length, 0, length);
    for (let at = lower === null ? 0 : clip(lower, length, 0, length); at < end; at += step) found.push(at);
  } else {
    const end = upper === null ? -1 : clip(upper, length, -1, length - 1);
    for (let at = lower === null ? length - 1 : clip(lower, length, -1, length - 1); at > end; at += step)
      found.push(at);
  }
  return found;
}

/** A row of bytes, as an array of whole numbers. */
export class Bytes extends Uint8Array {}

const hasPairs = (text) => /[\ud800-\udfff]/.test(text);
/** Return text as an array of its characters, if they aren't all of the same size; else the text. */
export const characters = (text) => (hasPairs(text) ? [...text] : text);

export function item(holder, key) {
  if (Array.isArray(holder)) {
    if (typeof key === "number" && key >= 0 && key < holder.length) return holder[key];
  } else if (holder instanceof Dict) {
    const at = holder.find(hashKey(key));
    if (at >= 0) return holder.held[at];
  }
  return findItem(holder, key);
}

function findItem(holder, key) {
  if (holder instanceof Dict) {
    if (holder instanceof DefaultDict) {
      const made = holder.makeValue();
      holder.set(key, made);
      return made;
    }
    if (holder instanceof Counter) return 0;
    throw make(KeyError, { args: newTuple([key]) });
  }
  if (Array.isArray(holder) || typeof holder === "string") {
    const values = typeof holder === "string" ? characters(holder) : holder;
    if (key instanceof Slice) return cut(holder, values, key);
    const at = findIndex(key, values.length);
    return values[at];
  }
  if (holder instanceof Bytes) {
    if (!(key instanceof Slice)) return holder[findIndex(key, holder.length)];
    onlyOne(key.step);
    return holder.slice(key.lower ?? 0, key.upper ?? holder.length);
  }
  if (holder instanceof Range) {
    if (key instanceof Slice) {
      const found = findIndices(key, holder.length).map((at) => holder.start + at * holder.step);
      const step = holder.step * (key.step ?? 1);
      return found.length ? new Range(found[0], found.at(-1) + step, step) : new Range(0, 0, 1);
    }
    return holder.start + findIndex(key, holder.length) * holder.step;
  }
  if (holder?.__getitem__) return holder.__getitem__(holder, key);
  if (holder instanceof Type || typeof holder === "function") return holder; // list[int]
  throw newException(TypeError, "object is not subscriptable");
}

function findIndex(key, length) {
  if (typeof key === "boolean") key = Number(key);
  if (typeof key === "bigint") throw newException(IndexError, "index out of range");
  if (typeof key !== "number") throw newException(TypeError, "indices must be integers");
  const at = key < 0 ? key + length : key;
  if (at < 0 || at >= length) throw newException(IndexError, "index out of range");
  return at;
}

function cut(holder, values, slice) {
  if ((slice.step ?? 1) === 1) {
    const found = values.slice(slice.lower ?? 0, slice.upper ?? values.length);
    if (typeof found === "string") return found;
    return typeof holder === "string" ? found.join("") : isTuple(holder) ? newTuple([...found]) : [...found];
  }
  const found = findIndices(slice, values.length).map((at) => values[at]);
  return typeof holder === "string" ? found.join("") : isTuple(holder) ? newTuple(found) : found;
}

/** Return the step of a slice that is assigned or deleted. */
const onlyOne = (step) => ((step ?? 1) === 1 ? 1 : refuse("a slice with a step that is changed"));

export function setItem(holder, key, value) {
  if (holder instanceof Dict) holder.set(key, value);
  else if (holder instanceof Bytes) setBytes(holder, key, value);
  else if (Array.isArray(holder) && key instanceof Slice) {
    const at = findIndices({ ...key, step: onlyOne(key.step) }, holder.length);
    holder.splice(at[0] ?? Math.min(key.lower ?? 0, holder.length), at.length, ...iterate(value));
  } else if (Array.isArray(holder)) holder[findIndex(key, holder.length)] = value;
  else if (holder.__setitem__) holder.__setitem__(holder, key, value);
  else throw newException(TypeError, "object does not support item assignment");
}

/** Replace bytes by as many others. */
function setBytes(holder, key, value) {
  if (!(key instanceof Slice && value instanceof Bytes)) refuse("the change of single bytes");
  onlyOne(key.step);
  const { length } = holder;
  const start = clip(key.lower ?? 0, length, 0, length);
  if (Math.max(start, clip(key.upper ?? length, length, 0, length)) - start !== value.length) {
    refuse("a change of the number of bytes");
  }
  holder.set(value, start);
}

export function deleteItem(holder, key) {
  if (holder instanceof Dict) {
    if (!holder.delete(key)) throw make(KeyError, { args: newTuple([key]) });
  } else if (key instanceof Slice) {
    const at = findIndices({ ...key, step: onlyOne(key.step) }, holder.length);
    if (at.length) holder.splice(at[0], at.length);
  } else holder.splice(findIndex(key, holder.length), 1);
}

/** Return the pairs of a mapping, as arrays of two. */
export function pairs(mapping) {
  return mapping instanceof Dict ? mapping.pairs() : lookUpPairs(mapping);
}

function* lookUpPairs(mapping) {
  for (const key of iterate(mapping)) yield [key, item(mapping, key)];
}

function measure(value) {
  const found = value.__len__(value);
  if (found < 0) throw newException(ValueError, "__len__() should return >= 0");
  if (found >= 2n ** 63n) throw newException(OverflowError, "cannot fit 'int' into an index-sized integer");
  return found;
}

export function size(value) {
  if (typeof value === "string") return characters(value).length;
  if (value?.__len__) return measure(value);
  if (value?.length === undefined || typeof value === "function") {
    throw newException(TypeError, "object has no len()");
  }
  return value.length;
}

/**
 * Sort an array in place, stably, by Python's order.
 * @param {((value: any) => any) | null} key
 */
export function sortArray(array, key = null, isReversed = false) {
  if (key === null && array.every((value) => typeof value === "number")) {
    return array.sort(isReversed ? (a, b) => b - a : (a, b) => a - b);
  }
  const keyed = array.map((value) => [key === null ? value : key(value), value]);
  const compare = (a, b) => (less(a[0], b[0]) ? -1 : less(b[0], a[0]) ? 1 : 0);
  keyed.sort(isReversed ? (a, b) => compare(b, a) : compare);
  keyed.forEach(([, value], at) => {
    array[at] = value;
  });
  return array;
}
