// Python's builtin functions and classes, and the parts of its standard library that rules use.
import { Instance, newException, NotCompiledError, refuse, setMethod, Type, TypeError, ValueError } from "./classes.js";
import {
  Bytes,
  Counter,
  DefaultDict,
  Dict,
  equal,
  FrozenSet,
  isTrue,
  item,
  iterate,
  iterateAny,
  iterator,
  less,
  newTuple,
  pairs,
  PySet,
  Range,
  size,
  sortArray,
  isList,
  isTuple,
  unpack,
  View,
} from "./containers.js";
import { json_dumps, json_loads } from "./json.js";
import {
  add,
  asFunction,
  assignAttribute,
  attribute,
  call,
  define,
  hasAttribute,
  isInstance,
  makePartial,
  newContext,
  readAttribute,
  readPlain,
  replaceFields,
  Suppressing,
} from "./members.js";
import {
  absolute,
  addNumbers,
  ceil,
  comb,
  Float,
  floor,
  floorDivide,
  Fraction as FractionValue,
  gcd,
  isqrt,
  isWhole,
  lcm,
  moduloNumbers,
  multiplyNumbers,
  natural,
  newFloat,
  real,
  round,
  subtractNumbers,
  toFloat,
  toFraction,
  toInt,
  whole,
} from "./numbers.js";
import { format, html_escape, newPattern, PATTERN_METHODS, represent, text } from "./text.js";

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
const isFunction = (value) => typeof value === "function" || value instanceof Type || Boolean(value?.__call__);

function builtin(name, check, construct, signature = {}) {
  return new Type(name, [], { check, construct: define(construct, { names: [], ...signature }) });
}

export const object = builtin(
  "object",
  () => true,
  () => ({}),
  {},
);
setMethod(object, "__setattr__", (self, name, value) => assignAttribute(self, name, value) ?? null);
export const bool = builtin(
  "bool",
  (value) => typeof value === "boolean",
  (value = false) => isTrue(value),
  { names: ["x"] },
);
export const int = builtin("int", isWhole, (value = 0, base = 10) => toInt(value, base), { names: ["x", "base"] });
export const float = builtin(
  "float",
  (value) => value instanceof Float,
  (value = 0) => toFloat(value),
  { names: ["x"] },
);
export const str = builtin(
  "str",
  (value) => typeof value === "string",
  (value = "") => text(value),
  { names: ["object"] },
);
export const list = builtin(
  "list",
  (value) => isList(value),
  (values = []) => [...iterate(values)],
  { names: ["iterable"] },
);
export const tuple = builtin(
  "tuple",
  (value) => isTuple(value),
  (values = []) => (isTuple(values) && !values.$class ? values : newTuple([...iterate(values)])),
  { names: ["iterable"] },
);
export const dict = builtin(
  "dict",
  (value) => value instanceof Dict,
  (values = [], keywords = null) => {
    const made = new Dict();
    if (values instanceof Dict) made.addAll(values);
    else {
      for (const each of iterate(values)) {
        const pair = unpack(each, 2, -1);
        made.set(pair[0], pair[1]);
      }
    }
    if (keywords) for (const [key, value] of pairs(keywords)) made.set(key, value);
    return made;
  },
  { names: ["iterable"], hasKeywords: true, positionOnly: 1 },
);
/** dict.fromkeys() */
export function fromKeys(keys, value = null) {
  const made = new Dict();
  for (const key of iterate(keys)) made.set(key, value);
  return made;
}
dict.statics = { fromkeys: fromKeys };
export const bytearray = builtin(
  "bytearray",
  (value) => value instanceof Bytes,
  (size_) => new Bytes(size_),
  { names: ["source"] },
);
int.statics = { __add__: addNumbers, __mul__: multiplyNumbers, __sub__: subtractNumbers, from_bytes: readBytes };

/** int.from_bytes(), the lowest byte first. */
function readBytes(bytes, order) {
  if (!(bytes instanceof Bytes) || order !== "little") refuse("the order of these bytes");
  let digits = "";
  for (let at = bytes.length - 1; at >= 0; at--) digits += HEX[bytes[at]];
  return digits ? whole(BigInt(`0x${digits}`)) : 0;
}

export const set = builtin(
  "set",
  (value) => value instanceof PySet && !(value instanceof FrozenSet),
  (values = []) => new PySet(iterateAny(values)),
  { names: ["iterable"] },
);
export const frozenset = builtin(
  "frozenset",
  (value) => value instanceof FrozenSet,
  (values = []) => new FrozenSet(iterateAny(values)),
  { names: ["iterable"] },
);
export const range = builtin(
  "range",
  (value) => value instanceof Range,
  (start, stop = null, step = 1) =>
    stop === null ? new Range(0, Number(start), 1) : new Range(Number(start), Number(stop), Number(step)),
  { names: ["start", "stop", "step"] },
);
export const fractions_Fraction = builtin("Fraction", (value) => value instanceof FractionValue, toFraction, {
  names: ["numerator", "denominator"],
});
export const type = builtin(
  "type",
  (value) => value instanceof Type,
  (value) => value?.$class ?? typeOf(value),
  { names: ["object"] },
);
export const NoneType = builtin(
  "NoneType",
  (value) => value === null,
  () => null,
);
export const property = builtin(
  "property",
  () => false,
  () => null,
);

function typeOf(value) {
  if (value === null) return NoneType;
  if (typeof value === "boolean") return bool;
  const found = [int, float, str, list, tuple, dict, set, frozenset, range, fractions_Fraction].find((each) =>
    each.check(value),
  );
  if (!found) throw new NotCompiledError("type() of this value");
  return found;
}

export const collections_Counter = builtin(
  "Counter",
  (value) => value instanceof Counter,
  (/** @type {any} */ values = null) => {
    if (values instanceof Dict) return new Counter().addAll(values);
    const found = new Counter();
    for (const value of iterate(values ?? [])) found.set(value, (found.get(value) ?? 0) + 1);
    return found;
  },
  { names: ["iterable"] },
);
export const collections_defaultdict = builtin(
  "defaultdict",
  (value) => value instanceof DefaultDict,
  (factory, values = new Dict()) => new DefaultDict(() => call(factory, [])).addAll(values),
  { names: ["default_factory", "values"] },
);

const isIterable = (value) =>
  value !== null
  && value !== undefined
  && (typeof value === "string" || Boolean(value[Symbol.iterator] || value.__iter__));
const abstract = (name, check) => new Type(name, [], { check });
const isMapping = (value) =>
  value instanceof Dict || Boolean(value instanceof Instance && value.keys && value.__getitem__);
export const collections_abc_Callable = abstract("Callable", isFunction);
export const collections_abc_Iterable = abstract("Iterable", isIterable);
export const collections_abc_Iterator = abstract("Iterator", (value) => typeof value?.next === "function");
export const collections_abc_Mapping = abstract("Mapping", isMapping);

// Builtin functions

export const len = size;
export const abs = (value) => (value?.__abs__ ? value.__abs__(value) : absolute(value));
export const all = (values) => {
  for (const value of iterateAny(values)) if (!isTrue(value)) return false;
  return true;
};
export const any = (values) => {
  for (const value of iterateAny(values)) if (isTrue(value)) return true;
  return false;
};
export const callable = isFunction;
export const chr = (code) => String.fromCodePoint(code);
export const divmod = (a, b) => newTuple([floorDivide(a, b), moduloNumbers(a, b)]);
class Enumeration {
  constructor(over, at) {
    this.over = over;
    this.at = at;
  }

  [Symbol.iterator]() {
    return this;
  }

  next() {
    const { value, done } = this.over.next();
    return { value: done ? undefined : newTuple([this.at++, value]), done };
  }
}

const enumerateValues = (values, start = 0) => new Enumeration(iterator(values), start);
define(enumerateValues, { names: ["iterable", "start"] });
export function* filter(test, values) {
  const passes = test === null ? isTrue : asFunction(test);
  for (const value of iterate(values)) if (isTrue(passes(value))) yield value;
}
export const getattr = (object, name, otherwise) => {
  if (otherwise === undefined) return attribute(object, name);
  const known = readPlain(object, name);
  const found = known === undefined ? readAttribute(object, name) : known;
  return found === undefined ? otherwise : found;
};
export const hasattr = hasAttribute;
export const isinstance = isInstance;
export const issubclass = (type, bases) =>
  Array.isArray(bases) ? bases.some((each) => issubclass(type, each)) : type.mro.includes(bases);
export const iter = iterator;
export const map = define(
  function* map(called, lists) {
    const apply = asFunction(called);
    if (lists.length === 1) {
      for (const value of iterate(lists[0])) yield apply(value);
      return;
    }
    for (const values of zipValues(lists, false)) yield apply(...values);
  },
  { names: ["function"], hasRest: true },
);

function findBest(isBetter) {
  return define(
    (key = null, otherwise, values = []) => {
      const all_ = [...(values.length > 1 ? values : key === null ? iterateAny(values[0]) : iterate(values[0]))];
      if (!all_.length) {
        if (otherwise !== undefined) return otherwise;
        throw newException(ValueError, "iterable argument is empty");
      }
      const measure = key === null ? (value) => value : asFunction(key);
      let best = all_[0];
      let bestKey = measure(best);
      for (const value of all_.slice(1)) {
        const own = measure(value);
        if (isBetter(own, bestKey)) [best, bestKey] = [value, own];
      }
      return best;
    },
    { names: [], keywordOnly: ["key", "default"], hasRest: true },
  );
}

export const max = findBest((a, b) => less(b, a));
export const min = findBest(less);
export const repr = represent;
export function reversed(values) {
  if (values?.__reversed__) return iterator(values.__reversed__(values));
  const all_ = values instanceof Dict || values instanceof View ? [...values] : values;
  return readBackwards(all_, size(all_));
}
function* readBackwards(values, count) {
  for (let at = count - 1; at >= 0; at--) {
    if (at >= size(values)) return;
    yield item(values, at);
  }
}
export const sorted = define(
  (values, key = null, isReversed = false) =>
    sortArray(
      [...(key === null ? iterateAny(values) : iterate(values))],
      key === null ? null : asFunction(key),
      isReversed,
    ),
  { names: ["iterable"], keywordOnly: ["key", "reverse"] },
);
export const sum = define(
  (values, /** @type {any} */ start = 0) => {
    let total = start;
    let isExact = isWhole(start) || start instanceof Float; // so far, there are only whole numbers and floats
    let lost = 0;
    for (const value of iterateAny(values)) {
      if (total instanceof Float && isExact && value instanceof Float) {
        const [a, b] = [total.value, value.value];
        total = new Float(a + b);
        lost += Math.abs(a) >= Math.abs(b) ? a - total.value + b : b - total.value + a; // as Neumaier does
      } else {
        isExact &&= isWhole(value) || value instanceof Float;
        if (!isExact && lost) refuse("a sum of floats with other numbers");
        total = add(total, value);
      }
    }
    return lost && Number.isFinite(lost) ? new Float(total.value + lost) : total;
  },
  { names: ["iterable", "start"] },
);

function zipValues(lists, isStrict) {
  return lists.every((each) => Array.isArray(each) && !each.__iter__)
    ? new ZippedArrays(lists, isStrict)
    : zipIterators(lists, isStrict);
}

function rejectLengths() {
  throw newException(ValueError, "zip() arguments have different lengths");
}

class ZippedArrays {
  constructor(lists, isStrict) {
    this.lists = lists;
    this.isStrict = isStrict;
    this.at = 0;
  }

  [Symbol.iterator]() {
    return this;
  }

  next() {
    const { at, lists } = this;
    const found = [];
    for (const each of lists) if (at < each.length) found.push(each[at]);
    this.at++;
    if (found.length && found.length === lists.length) return { value: newTuple(found), done: false };
    if (this.isStrict && found.length) rejectLengths();
    this.at = Infinity; // it has ended
    return { value: undefined, done: true };
  }
}

function* zipIterators(lists, isStrict) {
  const all_ = lists.map(iterator);
  if (!all_.length) return;
  while (true) {
    const found = [];
    for (const each of all_) {
      const { value, done } = each.next();
      if (done) {
        if (isStrict && (found.length || all_.some((other) => !other.next().done))) rejectLengths();
        return;
      }
      found.push(value);
    }
    yield newTuple(found);
  }
}
export const zip = define((isStrict = false, lists = []) => zipValues(lists, isStrict), {
  names: [],
  keywordOnly: ["strict"],
  hasRest: true,
});
export { enumerateValues as enumerate, round };

// Standard library

export const contextlib_suppress = define((types) => new Suppressing(types), { names: [], hasRest: true });
export const contextlib_contextmanager = (makeGenerator) =>
  Object.assign((args, keywords) => newContext(makeGenerator, [args, keywords]), { passesOn: true });
export const dataclasses_replace = define((value, changes) => replaceFields(value, [...pairs(changes)]), {
  names: ["obj"],
  hasKeywords: true,
  positionOnly: 1,
});
export const dataclasses_is_dataclass = (value) => Boolean((value?.$class ?? value)?.fields);
export const functools_partial = define(
  (called, keywords, args) => makePartial(called, [...args], [...pairs(keywords)]),
  {
    names: ["func"],
    hasKeywords: true,
    hasRest: true,
    positionOnly: 1,
  },
);
export const functools_reduce = (called, values, start) => {
  const combine = asFunction(called);
  const over = iterator(values);
  let total = start;
  if (total === undefined) {
    const first = over.next();
    if (first.done) throw newException(TypeError, "reduce() of empty iterable with no initial value");
    total = first.value;
  }
  for (const value of over) total = combine(total, value);
  return total;
};
define(html_escape, { names: ["s", "quote"] });
export { html_escape };

export const itertools_accumulate = define(
  function* accumulate(values, called = null, initial = null) {
    const combine = called === null ? add : asFunction(called);
    let total = initial === null ? undefined : initial;
    if (total !== undefined) yield total;
    for (const value of iterate(values)) {
      total = total === undefined ? value : combine(total, value);
      yield total;
    }
  },
  { names: ["iterable", "func"], keywordOnly: ["initial"] },
);
export function* itertools_chain_from_iterable(lists) {
  for (const each of iterate(lists)) yield* iterate(each);
}
export const itertools_chain = define((lists) => itertools_chain_from_iterable(lists), { names: [], hasRest: true });
itertools_chain.from_iterable = itertools_chain_from_iterable;
// Combinations, permutations and products read all values at once, before anything changes them.
export const itertools_combinations = (values, count) => combine([...iterate(values)], count);
function* combine(all_, count) {
  function* choose(start, left) {
    if (left === 0) yield [];
    else {
      for (let at = start; at <= all_.length - left; at++) {
        for (const rest of choose(at + 1, left - 1)) yield [all_[at], ...rest];
      }
    }
  }
  for (const each of choose(0, count)) yield newTuple(each);
}
export const itertools_combinations_with_replacement = (values, count) => combineAgain([...iterate(values)], count);
function* combineAgain(all_, count) {
  function* choose(start, left) {
    if (left === 0) yield [];
    else {
      for (let at = start; at < all_.length; at++) {
        for (const rest of choose(at, left - 1)) yield [all_[at], ...rest];
      }
    }
  }
  for (const each of choose(0, count)) yield newTuple(each);
}
export const itertools_permutations = (values, count = null) => permute([...iterate(values)], count);
function* permute(all_, count) {
  function* choose(left, used) {
    if (left === 0) yield [];
    else {
      for (let at = 0; at < all_.length; at++) {
        if (used.has(at)) continue;
        for (const rest of choose(left - 1, new Set([...used, at]))) yield [all_[at], ...rest];
      }
    }
  }
  for (const each of choose(count ?? all_.length, new Set())) yield newTuple(each);
}
export function* itertools_count(start = 0, step = 1) {
  for (let at = start; ; at = add(at, step)) yield at;
}
export function* itertools_groupby(values, key = null) {
  const measure = key === null ? (value) => value : asFunction(key);
  const over = iterator(values);
  let last, own;
  let turn = 0;
  const advance = () => {
    last = over.next();
    if (!last.done) own = measure(last.value);
  };
  function* group(wanted, mine) {
    for (; turn === mine && !last.done && equal(own, wanted); advance()) yield last.value;
  }
  for (advance(); !last.done; ) {
    const wanted = own;
    yield newTuple([wanted, group(wanted, turn)]);
    turn++;
    while (!last.done && equal(own, wanted)) advance();
  }
}
define(itertools_groupby, { names: ["iterable", "key"] });
export function* itertools_islice(values, ...ends) {
  const [start, stop, step] = ends.length === 1 ? [0, ends[0], 1] : [ends[0] ?? 0, ends[1], ends[2] ?? 1];
  const over = iterator(values);
  for (let at = 0, wanted = start; ; wanted = Math.min(wanted + step, stop ?? Infinity)) {
    for (; at < wanted; at++) if (over.next().done) return;
    if (at >= (stop ?? Infinity)) return;
    const { value, done } = over.next();
    if (done) return;
    at++;
    yield value;
  }
}
export function* itertools_pairwise(values) {
  let last;
  let isFirst = true;
  for (const value of iterate(values)) {
    if (!isFirst) yield newTuple([last, value]);
    [last, isFirst] = [value, false];
  }
}
/** An iterator over the tuples with one value of each of some arrays; the last one changes first. */
class Product {
  constructor(pools) {
    this.pools = pools;
    this.places = pools.map(() => 0);
    this.isDone = pools.some((each) => !each.length);
  }

  [Symbol.iterator]() {
    return this;
  }

  next() {
    if (this.isDone) return { value: undefined, done: true };
    const { places, pools } = this;
    const found = [];
    for (let at = 0; at < pools.length; at++) found.push(pools[at][places[at]]);
    let last = pools.length - 1;
    while (last >= 0 && ++places[last] === pools[last].length) places[last--] = 0;
    this.isDone = last < 0;
    return { value: newTuple(found), done: false };
  }
}

export const itertools_product = define(
  (repeat = 1, lists = []) => {
    const pools = [];
    for (let at = 0; at < lists.length; at++) pools.push([...iterate(lists[at])]);
    return new Product(repeat === 1 ? pools : Array.from({ length: repeat }, () => pools).flat());
  },
  { names: [], keywordOnly: ["repeat"], hasRest: true },
);
export function* itertools_repeat(value, times = null) {
  for (let at = 0; times === null || at < times; at++) yield value;
}
export function* itertools_takewhile(test, values) {
  const passes = asFunction(test);
  for (const value of iterate(values)) {
    if (!isTrue(passes(value))) return;
    yield value;
  }
}

export { json_dumps, json_loads };

export const math_ceil = (value) => (value?.__ceil__ ? value.__ceil__(value) : ceil(value));
export const math_floor = floor;
export const math_comb = comb;
export const math_gcd = gcd;
export const math_lcm = lcm;
export const math_isqrt = isqrt;
const within = (isInside, value) => {
  if (!isInside) throw newException(ValueError, "math domain error");
  return newFloat(value);
};
export const math_sqrt = (value) => within(real(value) >= 0, Math.sqrt(real(value)));
export const math_log10 = (value) => within(real(value) > 0, Math.log10(real(value)));
export const math_isfinite = (value) => Number.isFinite(real(value));
export const math_prod = define((values, start = 1) => [...iterate(values)].reduce(multiplyNumbers, start), {
  names: ["iterable"],
  keywordOnly: ["start"],
});
export const math_factorial = (n) => {
  let found = 1n;
  for (let at = 2n, last = natural(n); at <= last; at++) found *= at;
  return multiplyNumbers(1, found);
};
export const typing_cast = (_, value) => value;

export const operator_add = add;
export { subtract as operator_sub } from "./operators.js";

export const re_compile = (pattern, flags) => newPattern(pattern, flags);
const byPattern =
  (name) =>
  (pattern, ...args) =>
    PATTERN_METHODS[name](newPattern(pattern), ...args);
export const re_fullmatch = byPattern("fullmatch");
export const re_match = byPattern("match");
export const re_search = byPattern("search");
export const re_split = byPattern("split");
export const re_sub = (pattern, by, value) => PATTERN_METHODS.sub(newPattern(pattern), by, value);
export const re_findall = byPattern("findall");
export const time_perf_counter = () => newFloat(performance.now() / 1000);
export { format };
