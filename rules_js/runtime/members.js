// Attributes, methods and calls: what `a.b`, `a.b(c)` and `f(a, b=c)` mean for each kind of value.
import {
  AttributeError,
  ClassMethod,
  IndexError,
  Instance,
  KeyError,
  make,
  newException,
  NotCompiledError,
  OverflowError,
  refuse,
  Static,
  Type,
  TypeError,
  ValueError,
  Wrapped,
} from "./classes.js";
import {
  Bytes,
  contains,
  copyDict,
  Counter,
  Dict,
  equal,
  FrozenSet,
  hashKey,
  item,
  iterate,
  iterateAny,
  makeDict,
  makeNamed,
  less,
  newDict,
  newTuple,
  next,
  pairs,
  PySet,
  Range,
  sortArray,
  isList,
  isTuple,
  unpack,
  View,
} from "./containers.js";
import { addNumbers, Float, Fraction, isInteger, multiplyNumbers, natural } from "./numbers.js";
import { Match, MATCH_METHODS, Pattern, PATTERN_METHODS, TEXT_METHODS } from "./text.js";

/** Describe a function's parameters, for calls with keywords. Loops that end early leave its generators open. */
export function define(called, signature) {
  called.signature = signature;
  if (called.prototype && !Object.hasOwn(called.prototype, "constructor")) called.prototype.return = undefined;
  return called;
}

/** Call a value with a list of arguments and, if there are any, pairs of keywords. */
export function call(called, args, keywords) {
  if (typeof called === "function") {
    const isSimple = keywords === undefined && !called.passesOn && !called.signature?.hasRest;
    return isSimple ? called(...args) : callFunction(called, args, keywords);
  }
  if (called instanceof Type) return construct(called, args, keywords);
  if (called?.__call__) return callFunction(called.__call__, [called, ...args], keywords);
  throw newException(TypeError, "object is not callable");
}

/** True for a function that takes its positional arguments as they are. */
const isPlain = (called) => typeof called === "function" && !called.passesOn && !called.signature?.hasRest;

export const call0 = (called) => (isPlain(called) ? called() : call(called, []));
export const call1 = (called, a) => (isPlain(called) ? called(a) : call(called, [a]));
export const call2 = (called, a, b) => (isPlain(called) ? called(a, b) : call(called, [a, b]));
export const call3 = (called, a, b, c) => (isPlain(called) ? called(a, b, c) : call(called, [a, b, c]));

function callFunction(called, args, keywords) {
  if (called.passesOn) return called(args, keywords);
  const { signature } = called;
  if (!keywords && !signature?.hasRest) return called(...args);
  if (!signature) throw new NotCompiledError(`keywords for ${called.name}`);
  const { names, keywordOnly = [], hasKeywords, hasRest, positionOnly = 0 } = signature;
  const given = [];
  for (let at = 0; at < names.length + keywordOnly.length; at++) {
    given.push(at < args.length && at < names.length ? args[at] : undefined);
  }
  if (args.length > names.length && !hasRest) throw newException(TypeError, "too many positional arguments");
  const others = hasKeywords ? new Dict() : null;
  for (const [name, value] of keywords ?? []) {
    const at = names.indexOf(name, positionOnly);
    const place = at >= 0 || !keywordOnly.length ? at : keywordOnly.indexOf(name);
    if (place >= 0) given[at >= 0 ? at : names.length + place] = value;
    else if (others) others.add(name, name, value);
    else throw newException(TypeError, `got an unexpected keyword argument '${name}'`);
  }
  if (others) given.push(others);
  if (hasRest) given.push(newTuple(args.slice(names.length)));
  return called(...given);
}

/** Make an instance of a class. */
function construct(type, args, keywords) {
  if (type.construct) return callFunction(type.construct, args, keywords);
  if (type.names) return constructNamed(type, args, keywords);
  const made = Object.create(type.proto);
  if (type.isError) made.args = newTuple([...args]);
  for (const each of type.mro) {
    if (each.own.has("__init__")) {
      callFunction(each.proto.__init__, [made, ...args], keywords);
      return made;
    }
    if (each.hasOwnFields) {
      fillFields(made, each.fields, args, keywords);
      return made;
    }
  }
  return made;
}

function constructNamed(type, args, keywords) {
  const values = type.names.map((name, at) => (at < args.length ? args[at] : type.defaults?.get(name)));
  for (const [name, value] of keywords ?? []) values[type.names.indexOf(name)] = value;
  if (values.includes(undefined)) throw newException(TypeError, `${type.name} lacks an argument`);
  return makeNamed(type, values);
}

function fillFields(made, fields, args, keywords) {
  const given = new Map(keywords ?? []);
  let at = 0;
  for (const { name, value, make: makeValue, isComputed, isKeyword } of fields) {
    let found;
    if (!isComputed && !isKeyword && at < args.length) found = args[at++];
    else if (!isComputed && given.has(name)) found = given.get(name);
    else if (makeValue !== undefined) found = call(makeValue, []);
    else found = value;
    given.delete(name);
    if (found === undefined) {
      if (isComputed) continue;
      throw newException(TypeError, `${made.$class.name} lacks the argument ${name}`);
    }
    made[name] = found;
  }
  if (given.size || at < args.length) throw newException(TypeError, `${made.$class.name} got an unexpected argument`);
  if (made.__post_init__) made.__post_init__(made);
}

/** dataclasses.replace() and the method of NamedTuples. */
export function replaceFields(value, changes) {
  const given = new Map(changes);
  const { fields, names } = value.$class;
  const all = names
    ? names.map((name, at) => [name, given.has(name) ? given.get(name) : value[at]])
    : fields
        .filter((field) => !field.isComputed)
        .map(({ name }) => [name, given.has(name) ? given.get(name) : value[name]]);
  return construct(value.$class, [], all);
}

function copyFields(instance, type) {
  const made = Object.create(type.proto);
  for (const name of type.fieldNames) made[name] = instance[name];
  return made;
}

/** rules_py.play.copies.replace() */
export const copyWith = define(
  (instance, changes) => {
    const type = instance.$class;
    type.fieldNames ??= new Set(type.fields.map((field) => field.name));
    const made = type.maker?.copy ? type.maker.copy(instance) : copyFields(instance, type);
    if (changes === undefined) return made;
    const { keys, held } = listPairs(changes);
    for (let at = 0; at < keys.length; at++) {
      if (!type.fieldNames.has(keys[at])) throw new NotCompiledError(`a copy with ${keys[at]}`);
      made[keys[at]] = held[at];
    }
    return made;
  },
  { names: ["instance"], hasKeywords: true },
);

/** Mark a function that takes a list of arguments and pairs of keywords, and passes both on. */
function passOn(called) {
  called.passesOn = true;
  return called;
}

/** Return a method bound to an object. */
const bindMethod = (object, method) => passOn((args, keywords) => callFunction(method, [object, ...args], keywords));

/** Return a method, given by its name, bound to an object. */
export const bind = (object, name) => passOn((args, keywords) => invoke(object, name, args, keywords));

/** functools.partial() */
export const makePartial = (called, args, keywords) =>
  passOn((more, others) => call(called, [...args, ...more], mergeKeywords(keywords, others)));

function mergeKeywords(first, second) {
  if (!second) return first.length ? first : undefined;
  return [...new Map([...first, ...second])];
}

/** A function that remembers its results. */
export function cached(called) {
  const results = new Dict();
  return passOn((args, keywords) => {
    const key = newTuple([...args, ...(keywords ?? []).map(([name, value]) => newTuple([name, value]))]);
    const known = results.get(key);
    if (known !== undefined) return known;
    const result = call(called, args, keywords);
    results.set(key, result);
    return result;
  });
}

/** Return a plain JavaScript function that calls a value with positional arguments. */
export function asFunction(called) {
  if (typeof called === "function" && !called.passesOn && !called.signature?.hasRest) return called;
  return (...args) => call(called, args);
}

/** Return an attribute of an instance that is neither a method nor computed by its class, or undefined. */
export function readPlain(object, name) {
  if (!(object instanceof Instance)) return undefined;
  const member = object[name];
  return typeof member === "function" || member instanceof Wrapped ? undefined : member;
}

export function attribute(object, name) {
  const known = readPlain(object, name);
  if (known !== undefined) return known;
  const found = readAttribute(object, name);
  if (found !== undefined) return found;
  const isOwn = object === null || object instanceof Instance || object instanceof Type;
  if (!isOwn) refuse(`the attribute ${name}`); // Python may have it
  throw newException(AttributeError, `no attribute '${name}'`);
}

/** Return an attribute's value, or undefined. */
export function readAttribute(object, name) {
  if (object === null || object === undefined) return name === "__class__" ? null : undefined;
  if (object.$class && (object instanceof Instance || isTuple(object))) {
    if (name === "__class__") return object.$class;
    if (isTuple(object)) {
      const at = findPlace(object.$class, name);
      if (at !== undefined) return object[at];
    }
    const found = object[name];
    if (Object.hasOwn(object, name)) return found;
    if (found === undefined && isTuple(object)) return builtinAttribute(object, name);
    return readMember(found, object);
  }
  if (object instanceof Type) {
    if (name === "__name__" || name === "__qualname__") return object.name;
    if (name === "_fields" && object.names) return newTuple([...object.names]);
    if (name === "_field_defaults" && object.names) return newDict(object.defaults);
    if (name === "__match_args__") return newTuple(object.fields.map((field) => field.name));
    const found = object.proto[name];
    if (found instanceof Static) return found.value;
    if (found instanceof ClassMethod) return bindMethod(object, found.method);
    if (found === undefined && object.statics?.[name]) return object.statics[name];
    return found;
  }
  return builtinAttribute(object, name);
}

/** Return the index of a NamedTuple's part, or undefined. */
function findPlace(type, name) {
  type.places ??= new Map(type.names.map((each, at) => [each, at]));
  return type.places.get(name);
}

function readMember(found, object) {
  if (typeof found === "function") return bindMethod(object, found);
  if (found instanceof Static) return found.value;
  if (found instanceof ClassMethod) return bindMethod(object.$class, found.method);
  return found;
}

const PLAIN = {
  numerator: (value) => (value instanceof Fraction ? value.numerator : Number(value)),
  denominator: (value) => (value instanceof Fraction ? value.denominator : 1),
};

function builtinAttribute(object, name) {
  if (name in PLAIN && (typeof object === "number" || typeof object === "bigint" || object instanceof Fraction)) {
    return typeof object === "bigint" && name === "numerator" ? object : PLAIN[name](object);
  }
  if (typeof object === "function") {
    if (name === "__name__" || name === "__qualname__") return object.signature?.title ?? object.name;
    return object[name];
  }
  if (name === "__getitem__") return (key) => item(object, key);
  if (name === "__contains__") return (value) => contains(object, value);
  const methods = findMethods(object);
  if (methods && Object.hasOwn(methods, name)) {
    return passOn((args, keywords) => callBuiltin(object, methods, name, args, keywords));
  }
  return object.members?.[name];
}

/** The number of optional arguments of the methods of builtin values; others have none. */
const OPTIONAL = {
  difference: Infinity,
  end: 1,
  format: Infinity,
  fullmatch: 1,
  get: 1,
  group: Infinity,
  ljust: 1,
  lstrip: 1,
  match: 1,
  most_common: 1,
  pop: 1,
  replace: 1,
  rjust: 1,
  rsplit: 2,
  rstrip: 1,
  search: 1,
  setdefault: 1,
  split: 2,
  start: 1,
  strip: 1,
  to_bytes: 2,
  union: Infinity,
};

/** The number of arguments of the methods of text that have to be text. */
const TEXTS = {
  count: 1,
  find: 1,
  index: 1,
  partition: 1,
  removeprefix: 1,
  removesuffix: 1,
  replace: 2,
  rfind: 1,
  rpartition: 1,
};

/** Call a method of a builtin value, unless it has more arguments than the runtime's method. */
function callBuiltin(object, methods, name, args, keywords) {
  for (let at = methods === TEXT_METHODS ? (TEXTS[name] ?? 0) - 1 : -1; at >= 0; at--) {
    if (typeof args[at] !== "string") throw newException(TypeError, `${name}() needs text`);
  }
  const method = methods[name];
  method.most ??= method.length - 1 + (methods === PATTERN_METHODS && name === "split" ? 0 : (OPTIONAL[name] ?? 0));
  if (args.length > method.most) refuse(`more arguments of ${name}()`);
  if (!keywords) return method(object, ...args);
  return /^(sort|update|format|_replace)$/.test(name)
    ? method(object, ...args, Object.fromEntries(keywords))
    : refuse(`keywords of ${name}()`);
}

/** Assign an attribute, as a rule does. */
export function setAttribute(object, name, value) {
  if (object.$class?.isFrozen || !(object instanceof Instance))
    refuse(`assigning ${name} of a value that never changes`);
  assignAttribute(object, name, value);
}

/** object.__setattr__() */
export function assignAttribute(object, name, value) {
  if (object instanceof Type) throw new NotCompiledError(`assigning ${object.name}.${name}`);
  object[name] = value;
}

/** Call a method of an object. */
export function invoke(object, name, args, keywords) {
  if (object !== null && object !== undefined && object instanceof Instance && object.$class) {
    const found = object[name];
    if (typeof found === "function" && found === object.$class.proto[name]) {
      if (keywords || found.passesOn || found.signature?.hasRest) {
        return callFunction(found, [object, ...args], keywords);
      }
      switch (args.length) {
        case 0:
          return found(object);
        case 1:
          return found(object, args[0]);
        case 2:
          return found(object, args[0], args[1]);
        default:
          return found(object, ...args);
      }
    }
  } else {
    const methods = findMethods(object);
    if (methods && Object.hasOwn(methods, name) && !(object.$class && object[name])) {
      return callBuiltin(object, methods, name, args, keywords);
    }
  }
  return call(attribute(object, name), args, keywords);
}

/** Call a method with text, which isn't made if the method is empty. */
export function tell(object, name, makeText) {
  if (!object[name].signature?.isEmpty) invoke(object, name, [makeText()]);
}

/** Call a method of the class after `owner` in an object's classes. */
export function callSuper(owner, object, name, args, keywords) {
  const { mro } = object instanceof Type ? object : object.$class;
  for (let at = mro.indexOf(owner) + 1; at < mro.length; at++) {
    const each = mro[at];
    if (each.own.has(name)) {
      const found = each.proto[name];
      return callFunction(found.method ?? found, [object, ...args], keywords);
    }
    if (name === "__init__" && each.hasOwnFields) return fillFields(object, each.fields, args, keywords) ?? null;
  }
  if (name === "__init__") {
    if (object.$class.isError) object.args = newTuple([...args]);
    return null;
  }
  if (name === "__setattr__") return assignAttribute(object, ...args) ?? null;
  throw newException(AttributeError, `'super' object has no attribute '${name}'`);
}

/** Return an attribute that the class after `owner` computes. */
export function superAttribute(owner, object, name) {
  const { mro } = object.$class;
  const type = mro.slice(mro.indexOf(owner) + 1).find((each) => each.own.has(name));
  if (!type) throw newException(AttributeError, `'super' object has no attribute '${name}'`);
  const { get, value } = /** @type {PropertyDescriptor} */ (Object.getOwnPropertyDescriptor(type.proto, name));
  return get ? get.call(object) : readMember(value, object);
}

export function hasAttribute(object, name) {
  return readAttribute(object, name) !== undefined;
}

export function isInstance(value, type) {
  if (Array.isArray(type)) return type.some((each) => isInstance(value, each));
  if (type instanceof Type) return type.has(value);
  if (type === null) return value === null;
  throw new NotCompiledError("isinstance with this class");
}

/** Return a positional part of a class pattern. */
export function matchArgument(value, type, at) {
  if (type.check && !type.fields) return value; // case str(text)
  if (value.$class.names) return value[at];
  return attribute(value, type.fields[at].name);
}

/** Return the parts of a sequence pattern, or null if it doesn't match. */
export function matchSequence(value, count, rest) {
  if (value instanceof Range) refuse("a range in a match");
  if (!Array.isArray(value) || (rest < 0 ? value.length !== count : value.length < count - 1)) return null;
  if (rest < 0) return value;
  const end = value.length - (count - rest - 1);
  return [...value.slice(0, rest), [...value.slice(rest, end)], ...value.slice(end)];
}

// Operators that are methods for some values

export function add(a, b) {
  if (isInteger(a) && isInteger(b)) return addNumbers(a, b);
  if (typeof a === "string" && typeof b === "string") return a + b;
  if (Array.isArray(a) && Array.isArray(b)) {
    const joined = [...a, ...b];
    return isTuple(a) ? newTuple(joined) : joined;
  }
  if (a instanceof Counter && b instanceof Counter) {
    const sum = new Counter().addAll(a);
    for (const [key, value] of pairs(b)) sum.set(key, addNumbers(sum.get(key) ?? 0, value));
    return new Counter().addPairs([...sum.pairs()].filter((pair) => less(0, pair[1])));
  }
  if (a?.__add__) return a.__add__(a, b);
  if (b?.__radd__) return b.__radd__(b, a);
  return addNumbers(a, b);
}

/** `dict[key] = dict.get(key, 0) + value` */
export function addToItem(dict, key, value) {
  const hash = hashKey(key);
  const at = dict.find(hash);
  if (at < 0) dict.add(hash, key, add(0, value));
  else dict.held[at] = add(dict.held[at], value);
}

/** Add values to an array one by one, as making them may change it; those of a list are there from the beginning. */
function extend(array, values) {
  const over = iterate(values);
  for (const value of Array.isArray(over) ? [...over] : over) array.push(value);
}

export function addInPlace(a, b) {
  if (isList(a)) {
    extend(a, b);
    return a;
  }
  return add(a, b);
}

/** Operate as `-=`, `*=`, `&=` or `^=`: a list or a set changes, so that its other names see it. */
export function inPlace(operate, a, b) {
  const made = operate(a, b);
  if (isList(a)) a.splice(0, a.length, ...made);
  else if (a instanceof PySet && !(a instanceof FrozenSet)) a.entries = made.entries;
  else return made;
  return a;
}

export function multiply(a, b) {
  if (isInteger(a) && isInteger(b)) return multiplyNumbers(a, b);
  if (typeof a === "string") return a.repeat(Math.max(0, Number(b)));
  if (typeof b === "string") return b.repeat(Math.max(0, Number(a)));
  if (Array.isArray(a) || Array.isArray(b)) {
    const [values, times] = Array.isArray(a) ? [a, b] : [b, a];
    const found = Array.from({ length: Math.max(0, Number(times)) }, () => values).flat();
    return isTuple(values) ? newTuple(found) : found;
  }
  if (a?.__mul__) return a.__mul__(a, b);
  if (b?.__rmul__) return b.__rmul__(b, a);
  return multiplyNumbers(a, b);
}

export function newUnion(types) {
  return new Type("Union", [], { check: (value) => types.some((type) => isInstance(value, type)) });
}

const unions = new Map();

/** Return `a | b` of classes, which is the same object each time. */
function joinTypes(a, b) {
  if (!unions.has(a)) unions.set(a, new Map());
  const known = unions.get(a);
  if (!known.has(b)) known.set(b, newUnion([a, b]));
  return known.get(b);
}

const numeric = (value) => typeof value === "number" || typeof value === "bigint" || typeof value === "boolean";
const bits = (a, b, combine) => {
  if (typeof a === "boolean" && typeof b === "boolean") return Boolean(combine(BigInt(a), BigInt(b)));
  const found = combine(BigInt(a), BigInt(b));
  return Number.isSafeInteger(Number(found)) ? Number(found) : found;
};
const asSet = (value) =>
  value instanceof PySet
    ? value
    : value instanceof Dict
      ? refuse("this operator of a dict")
      : new PySet(iterate(value));
/** Return a set of the kind of another one. */
const setLike = (set, values) => (set instanceof FrozenSet ? new FrozenSet(values) : new PySet(values));

export function or(a, b) {
  if (numeric(a) && numeric(b)) return bits(a, b, (x, y) => x | y);
  if (a instanceof Dict && b instanceof Dict) {
    if (a.constructor !== Dict || b.constructor !== Dict) refuse("| of these dicts");
    return copyDict(a).addAll(b);
  }
  if (a instanceof Type || b instanceof Type) return joinTypes(a, b);
  if (a?.__or__) return a.__or__(a, b);
  return setLike(a, [...asSet(a), ...asSet(b)]);
}

export function orInPlace(a, b) {
  if (a instanceof Dict) {
    if (a instanceof Counter) refuse("|= of a Counter");
    return a.addAll(b);
  }
  if (a instanceof PySet && !(a instanceof FrozenSet)) {
    for (const value of iterateAny(b)) a.add(value);
    return a;
  }
  return or(a, b);
}

export function and(a, b) {
  if (numeric(a) && numeric(b)) return bits(a, b, (x, y) => x & y);
  const other = asSet(b);
  return setLike(
    a,
    [...asSet(a)].filter((value) => other.has(value)),
  );
}

export function xor(a, b) {
  if (numeric(a) && numeric(b)) return bits(a, b, (x, y) => x ^ y);
  const [first, second] = [asSet(a), asSet(b)];
  return setLike(a, [
    ...[...first].filter((each) => !second.has(each)),
    ...[...second].filter((each) => !first.has(each)),
  ]);
}

export const shiftLeft = (a, b) => bits(a, natural(b), (x, y) => x << y);
export const shiftRight = (a, b) => bits(a, natural(b), (x, y) => x >> y);

export function without(a, b) {
  const other = asSet(b);
  return setLike(
    a,
    [...asSet(a)].filter((value) => !other.has(value)),
  );
}

/** Return a mapping's keys and values, for `for key, value in mapping.items()`; a dict is what has them. */
export const listPairs = (value) => (value instanceof Dict ? value.close() : copyPairs(invoke(value, "items", [])));

/** Return the pairs of a mapping as the keywords of a call. */
export function listKeywords(mapping) {
  const { keys, held } = listPairs(mapping);
  return keys.map((key, at) => [key, held[at]]);
}

function copyPairs(pairs_) {
  /** @type {any[][]} */
  const [keys, held] = [[], []];
  for (const each of iterate(pairs_)) {
    const pair = unpack(each, 2, -1);
    keys.push(pair[0]);
    held.push(pair[1]);
  }
  return { keys, held };
}

/** Return an array for `for key in mapping`. */
export const listKeys = (value) => (value instanceof Dict ? value.close().keys : [...iterate(value)]);

/** Return an array for `for value in mapping.values()`. */
export const listValues = (value) =>
  value instanceof Dict ? value.close().held : [...iterate(invoke(value, "values", []))];

// Methods of builtin values

/** `holder.get(key)` or `holder.get(key, otherwise)` */
export function getOr(holder, key, otherwise) {
  if (!(holder instanceof Dict)) return invoke(holder, "get", otherwise === undefined ? [key] : [key, otherwise]);
  const at = holder.find(hashKey(key));
  return at < 0 ? (otherwise ?? null) : holder.held[at];
}

export const items = (holder) => (holder instanceof Dict ? new View(holder, "items") : invoke(holder, "items", []));
export const values = (holder) => (holder instanceof Dict ? new View(holder, "values") : invoke(holder, "values", []));

export const keys = (holder) => (holder instanceof Dict ? new View(holder, "keys") : invoke(holder, "keys", []));

/** `dict.update(other)` */
export function update(holder, other) {
  if (!(holder instanceof Dict && other instanceof Dict) || holder instanceof Counter) {
    return invoke(holder, "update", [other]);
  }
  holder.addAll(other);
  return null;
}

/** `dict.setdefault(key, value)` */
export function setDefault(holder, key, value) {
  if (!(holder instanceof Dict)) return invoke(holder, "setdefault", [key, value]);
  const hash = hashKey(key);
  const at = holder.find(hash);
  if (at >= 0) return holder.held[at];
  holder.add(hash, key, value);
  return value;
}

/** `set.add(value)` */
export function addTo(holder, value) {
  if (!(holder instanceof PySet)) return invoke(holder, "add", [value]);
  holder.add(value);
  return null;
}

/** `list.append(value)` */
export function append(list, value) {
  if (!isList(list)) return invoke(list, "append", [value]);
  list.push(value);
  return null;
}

function findMethods(value) {
  if (typeof value === "string") return TEXT_METHODS;
  if (Array.isArray(value)) {
    if (!isTuple(value)) return LIST_METHODS;
    return value.$class ? NAMED_METHODS : TUPLE_METHODS;
  }
  if (value instanceof Dict) return value instanceof Counter ? COUNTER_METHODS : DICT_METHODS;
  if (value instanceof PySet) return SET_METHODS;
  if (value instanceof Pattern) return PATTERN_METHODS;
  if (value instanceof Match) return MATCH_METHODS;
  if (typeof value === "number" || typeof value === "bigint" || value instanceof Float || value instanceof Fraction) {
    return NUMBER_METHODS;
  }
  if (value instanceof Type) return value.methods;
  if (value && typeof value.next === "function") return GENERATOR_METHODS;
  return null;
}

const GENERATOR_METHODS = {
  send: (generator, value) => {
    return next({ next: () => generator.next(value) });
  },
};

const NUMBER_METHODS = {
  as_integer_ratio: (value) => newTuple([value.numerator ?? value, value.denominator ?? 1]),
  bit_length: (value) => (value ? value.toString(2).replace("-", "").length : 0),
  to_bytes: (value, length = 1, order = "big") => {
    if (order !== "little") refuse("the order of these bytes");
    if (value < 0) throw newException(OverflowError, "can't convert negative int to unsigned");
    const digits = (value ? value.toString(16) : "").padStart(2 * length, "0");
    if (digits.length > 2 * length) throw newException(OverflowError, "int too big to convert");
    const found = new Bytes(length);
    for (let at = 0; at < length; at++) {
      found[at] = Number.parseInt(digits.slice(digits.length - 2 * at - 2, digits.length - 2 * at), 16);
    }
    return found;
  },
  is_integer: (value) =>
    value instanceof Fraction ? value.d === 1n : value instanceof Float ? Number.isInteger(value.value) : true,
  limit_denominator: () => {
    throw new NotCompiledError("limit_denominator");
  },
};

function find(array, value) {
  const at = array.findIndex((each) => equal(each, value));
  if (at < 0) throw newException(ValueError, "value is not in the list");
  return at;
}

const TUPLE_METHODS = {
  count: (array, value) => array.filter((each) => equal(each, value)).length,
  index: find,
};

const NAMED_METHODS = {
  ...TUPLE_METHODS,
  _asdict: (array) => makeDict([...array.$class.names], [...array]),
  _replace: (array, changes) => replaceFields(array, Object.entries(changes ?? {})),
};

const LIST_METHODS = {
  append: (array, value) => {
    array.push(value);
    return null;
  },
  clear: (array) => {
    array.length = 0;
    return null;
  },
  copy: (array) => [...array],
  count: TUPLE_METHODS.count,
  extend: (array, values) => {
    extend(array, values);
    return null;
  },
  appendleft: (array, value) => {
    array.unshift(value);
    return null;
  },
  popleft: (array) => array.shift(),
  index: find,
  insert: (array, at, value) => {
    array.splice(at < 0 ? Math.max(0, at + array.length) : at, 0, value);
    return null;
  },
  pop: (array, at = -1) => {
    if (!array.length || at >= array.length || at < -array.length)
      throw newException(IndexError, "pop from empty list");
    return array.splice(at, 1)[0];
  },
  remove: (array, value) => {
    array.splice(find(array, value), 1);
    return null;
  },
  reverse: (array) => {
    array.reverse();
    return null;
  },
  sort: (array, options = {}) => {
    sortArray(array, options.key ? asFunction(options.key) : null, options.reverse ?? false);
    return null;
  },
};

const DICT_METHODS = {
  clear: (dict) => {
    dict.clear();
    return null;
  },
  copy: copyDict,
  get: (dict, key, otherwise = null) => {
    const found = dict.get(key);
    return found === undefined ? otherwise : found;
  },
  items: (dict) => new View(dict, "items"),
  keys: (dict) => new View(dict, "keys"),
  pop: (dict, key, otherwise) => {
    const found = dict.get(key);
    if (found === undefined) {
      if (otherwise === undefined) throw make(KeyError, { args: newTuple([key]) });
      return otherwise;
    }
    dict.delete(key);
    return found;
  },
  popitem: (dict) => {
    const { keys, held } = dict.close();
    if (!keys.length) throw newException(KeyError, "popitem(): dictionary is empty");
    const last = newTuple([keys.at(-1), held.at(-1)]);
    dict.delete(last[0]);
    return last;
  },
  setdefault: (dict, key, value = null) => {
    const found = dict.get(key);
    if (found !== undefined) return found;
    dict.set(key, value);
    return value;
  },
  update: (dict, other, keywords) => {
    const isKeywords = other?.constructor === Object;
    if (other instanceof Dict) dict.addAll(other);
    else for (const [key, value] of isKeywords ? Object.entries(other) : iterate(other)) dict.set(key, value);
    for (const [key, value] of Object.entries(keywords ?? {})) dict.set(key, value);
    return null;
  },
  values: (dict) => new View(dict, "values"),
};

const COUNTER_METHODS = {
  ...DICT_METHODS,
  elements: function* (counter) {
    for (const [key, value] of counter.pairs()) for (let at = 0; at < value; at++) yield key;
  },
  most_common: (counter, most = null) => {
    const sorted = sortArray([...counter.pairs()], (pair) => pair[1], true);
    return most === null ? sorted : sorted.slice(0, most);
  },
  total: (counter) => [...counter.values()].reduce(addNumbers, 0),
  update: (counter, values) => {
    if (values instanceof Dict)
      for (const [key, value] of pairs(values)) counter.set(key, addNumbers(counter.get(key) ?? 0, value));
    else for (const value of iterate(values)) counter.set(value, (counter.get(value) ?? 0) + 1);
    return null;
  },
};

const SET_METHODS = {
  add: (set, value) => {
    set.add(value);
    return null;
  },
  copy: (set) => setLike(set, set),
  difference: (set, ...others) => others.reduce(without, setLike(set, set)),
  discard: (set, value) => {
    set.delete(value);
    return null;
  },
  intersection: and,
  isdisjoint: (set, values) => ![...iterateAny(values)].some((value) => set.has(value)),
  issubset: (set, other) => [...set].every((value) => asSet(other).has(value)),
  issuperset: (set, other) => [...iterateAny(other)].every((value) => set.has(value)),
  remove: (set, value) => {
    if (!set.delete(value)) throw make(KeyError, { args: newTuple([value]) });
    return null;
  },
  union: (set, ...others) => setLike(set, [...set, ...others.flatMap((other) => [...iterateAny(other)])]),
  update: (set, values) => {
    for (const value of iterateAny(values)) set.add(value);
    return null;
  },
};

// With statements

class Context {
  constructor(generator) {
    this.generator = generator;
  }
}

/** contextlib.contextmanager() */
export function newContext(makeGenerator, [args, keywords]) {
  return new Context(call(makeGenerator, args, keywords));
}

export class Suppressing {
  constructor(types) {
    this.types = types;
  }
}

export function enter(manager) {
  if (manager instanceof Context) return manager.generator.next().value;
  if (manager.__enter__) return manager.__enter__(manager);
  return null;
}

/** Leave a with statement; return true if the error ends here. */
export function exit(manager, error) {
  if (error !== null && !(error instanceof Instance) && !(manager instanceof Context)) return false; // no error of Python
  if (manager instanceof Suppressing) return error instanceof Instance && manager.types.some((type) => type.has(error));
  if (manager instanceof Context) {
    if (error === null) {
      manager.generator.next();
      return false;
    }
    try {
      manager.generator.throw(error);
      return true;
    } catch (raised) {
      if (raised === error) return false;
      throw raised;
    }
  }
  const [type, value] = error === null ? [null, null] : [error.$class, error];
  return manager.__exit__(manager, type, value, null) === true;
}
