// Python's classes and exceptions: what an object is an instance of, and how it is made.

/** The end of what compiled rules can answer; the page asks Python instead. */
export class NotCompiledError extends Error {
  name = "NotCompiledError"; // also in the errors that a worker sends
  static count = 0;
  /** @type {NotCompiledError | null} */
  static latest = null;

  constructor(part) {
    super(part);
    NotCompiledError.count++;
    NotCompiledError.latest = this;
  }
}

/** The use of something that the build has left out; the message has the reason. */
export class LeftOutError extends NotCompiledError {}

/** Stop: the runtime doesn't have this part of Python. No rule can catch it. @returns {never} */
export function refuse(part) {
  throw new NotCompiledError(part);
}

/** Return the value of a local name; stop if it has none. */
export function requireValue(value, name) {
  return value === undefined ? refuse(`${name}, which has no value yet`) : value;
}

/**
 * Instances of Python's classes. Their attributes are own properties, those of their class are inherited.
 * @type {any}
 */
export const Instance = class {};

/** Stand-in in a class for a value that reading an attribute returns. */
export class Wrapped {}

/** A function or value that a class keeps as it is, rather than as a method. */
export class Static extends Wrapped {
  constructor(value) {
    super();
    this.value = value;
  }
}

export class ClassMethod extends Wrapped {
  constructor(method) {
    super();
    this.method = method;
  }
}

/**
 * A class: one of the program's, or a builtin with its own `check` and `construct`.
 * @type {any}
 */
export const Type = class {
  constructor(name, bases, options = {}) {
    this.name = name;
    this.mro = [this, ...bases];
    this.proto = Object.create((options.root ?? Instance).prototype);
    for (const base of bases.toReversed()) {
      Object.defineProperties(this.proto, Object.getOwnPropertyDescriptors(base.proto));
    }
    this.proto.$class = this;
    this.own = new Set();
    this.derived = [];
    for (const base of bases) base.derived.push(this);
    this.isError = bases.some((base) => base.isError);
    Object.assign(this, options);
  }

  /** @this {any} */
  has(value) {
    if (this.check) return this.check(value);
    if (typeof value !== "object" || value === null) return false;
    const type = value.$class;
    return type === this || type?.mro.includes(this) === true;
  }
};

export function newClass(name, bases, options) {
  return new Type(name, bases, options);
}

function put(type, name, descriptor) {
  type.own.add(name);
  Object.defineProperty(type.proto, name, { configurable: true, enumerable: false, ...descriptor });
}

/** Give an attribute to a class, and to the classes derived from it that don't have their own. */
function share(type, name, descriptor) {
  put(type, name, descriptor);
  for (const each of type.derived) {
    const next = each.mro.find((base) => base.own.has(name));
    if (next === type) Object.defineProperty(each.proto, name, { configurable: true, ...descriptor });
  }
}

export function setMethod(type, name, method) {
  share(type, name, { value: method, writable: true });
}

export function setStatic(type, name, value) {
  share(type, name, { value: typeof value === "function" ? new Static(value) : value, writable: true });
}

export function setClassMethod(type, name, method) {
  share(type, name, { value: new ClassMethod(method), writable: true });
}

/** Return a computed value; a function would look like a method. */
const asMember = (value) => (typeof value === "function" ? new Static(value) : value);

/** Return a computed value that was read. */
export const unwrap = (value) => (value instanceof Static ? value.value : value);

export function setProperty(type, name, read) {
  share(type, name, {
    get() {
      return asMember(read(this));
    },
    set(value) {
      Object.defineProperty(this, name, { value, writable: true, configurable: true, enumerable: true });
    },
  });
}

export function setCachedProperty(type, name, read) {
  const kept = `$_${name}`; // an own property that is made by assigning is three times as fast as a defined one
  share(type, name, {
    get() {
      let value = this[kept];
      if (value === undefined) {
        value = read(this);
        this[kept] = value;
      }
      return asMember(value);
    },
    set(value) {
      Object.defineProperty(this, name, { value, writable: true, configurable: true, enumerable: true });
    },
  });
}

export function setFields(type, fields) {
  type.fields = fields;
  type.hasOwnFields = true;
}

/** Give a class the function that makes its instances with `new`. */
export function setMaker(type, maker) {
  maker.prototype = type.proto;
  type.maker = maker;
}

/** Run what a class does with an instance once it has its fields. */
export function complete(made) {
  made.__post_init__(made);
  return made;
}

export function setDefaults(type, pairs) {
  type.defaults = new Map(pairs);
}

/** Return an instance without attributes, for its `__init__`. */
export const create = (type) => Object.create(type.proto);

/** Make an instance as data, without its constructor. */
export function make(type, fields) {
  return Object.assign(Object.create(type.proto), fields);
}

/** Make an instance as data from the values of the attributes that its class lists. */
export function makeOf(type, values) {
  const made = Object.create(type.proto);
  for (let at = 0; at < values.length; at++) made[type.attributes[at]] = values[at];
  return made;
}

/** Leave out an object's attribute: whatever uses it stops. */
export function leaveOut(object, name, reason) {
  return Object.defineProperty(object, name, { configurable: true, enumerable: true, ...stopReaders(reason) });
}

/** Leave out an attribute of a class. */
export function leaveOutMember(type, name, reason) {
  share(type, name, stopReaders(reason));
}

const stopReaders = (reason) => ({
  get() {
    throw new LeftOutError(reason);
  },
});

const errors = new Map();

function newError(name, ...bases) {
  const mro = [];
  for (const base of bases) for (const each of errors.get(base).mro) if (!mro.includes(each)) mro.push(each);
  const type = new Type(name, mro, { isError: true });
  errors.set(name, type);
  return type;
}

export const BaseException = new Type("BaseException", [], { isError: true });
errors.set("BaseException", BaseException);
export const Exception = newError("Exception", "BaseException");
export const ArithmeticError = newError("ArithmeticError", "Exception");
export const OverflowError = newError("OverflowError", "ArithmeticError");
export const ZeroDivisionError = newError("ZeroDivisionError", "ArithmeticError");
export const AttributeError = newError("AttributeError", "Exception");
export const LookupError = newError("LookupError", "Exception");
export const IndexError = newError("IndexError", "LookupError");
export const KeyError = newError("KeyError", "LookupError");
export const RuntimeError = newError("RuntimeError", "Exception");
export const NotImplementedError = newError("NotImplementedError", "RuntimeError");
export const RecursionError = newError("RecursionError", "RuntimeError");
export const StopIteration = newError("StopIteration", "Exception");
export const TypeError = newError("TypeError", "Exception");
export const ValueError = newError("ValueError", "Exception");
export const UnicodeDecodeError = newError("UnicodeDecodeError", "ValueError");
export const json_JSONDecodeError = newError("JSONDecodeError", "ValueError");

/** Return a new exception of a builtin class. */
export function newException(type, ...args) {
  return make(type, { args });
}

/** Return the exception that `raise` throws: an instance, or a new one of a class. */
export function makeError(value) {
  return value instanceof Type ? newException(value) : value;
}

/** True if an `except` clause for a class, or for a tuple of classes, catches an error. */
export function catches(error, types) {
  if (!(error instanceof Instance)) return false; // an error of JavaScript is no exception of Python
  return Array.isArray(types) ? types.some((type) => type.has(error)) : types.has(error);
}
