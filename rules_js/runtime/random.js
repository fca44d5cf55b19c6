// Random faces: the operating system's randomness, or CPython's generator (MT19937) for repeatable ones.
import { newException, setMethod, Type, ValueError } from "./classes.js";
import { addNumbers, Float, subtractNumbers, whole } from "./numbers.js";

const SIZE = 624;
const OFFSET = 397;

function twist(state) {
  for (let at = 0; at < SIZE; at++) {
    const y = (state[at] & 0x80000000) | (state[(at + 1) % SIZE] & 0x7fffffff);
    state[at] = state[(at + OFFSET) % SIZE] ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
  }
}

/** Set the state from one number, the first half of a seed by a list of numbers. */
function begin(number) {
  const state = new Uint32Array(SIZE);
  state[0] = number;
  for (let at = 1; at < SIZE; at++) {
    const last = state[at - 1] ^ (state[at - 1] >>> 30);
    state[at] = Math.imul(1812433253, last) + at;
  }
  return state;
}

function seedState(seed) {
  let left = BigInt(seed);
  if (left < 0n) left = -left;
  const key = [];
  do {
    key.push(Number(left & 0xffffffffn));
    left >>= 32n;
  } while (left);
  const state = begin(19650218);
  let [at, of] = [1, 0];
  const wrap = () => {
    if (at >= SIZE) {
      state[0] = state[SIZE - 1];
      at = 1;
    }
  };
  for (let left_ = Math.max(SIZE, key.length); left_; left_--) {
    const last = state[at - 1] ^ (state[at - 1] >>> 30);
    state[at] = (state[at] ^ Math.imul(last, 1664525)) + key[of] + of;
    at++;
    of = (of + 1) % key.length;
    wrap();
  }
  for (let left_ = SIZE - 1; left_; left_--) {
    const last = state[at - 1] ^ (state[at - 1] >>> 30);
    state[at] = (state[at] ^ Math.imul(last, 1566083941)) - at;
    at++;
    wrap();
  }
  state[0] = 0x80000000;
  return state;
}

class Twister {
  constructor(seed) {
    this.state = seedState(seed);
    this.at = SIZE;
  }

  next() {
    if (this.at >= SIZE) {
      twist(this.state);
      this.at = 0;
    }
    let y = this.state[this.at++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    y ^= y >>> 18;
    return y >>> 0;
  }
}

class SystemSource {
  constructor() {
    this.pool = new Uint32Array(64);
    this.at = this.pool.length;
  }

  next() {
    if (this.at >= this.pool.length) {
      crypto.getRandomValues(this.pool);
      this.at = 0;
    }
    return this.pool[this.at++];
  }
}

function drawBits(source, count) {
  if (count <= 32) return source.next() >>> (32 - count);
  let found = 0n;
  for (let shift = 0n; count > 0; shift += 32n, count -= 32) {
    let word = source.next();
    if (count < 32) word >>>= 32 - count;
    found |= BigInt(word) << shift;
  }
  return found;
}

function drawBelow(source, limit) {
  if (typeof limit === "number" && limit < 2 ** 31) {
    const unused = Math.clz32(limit);
    let found = source.next() >>> unused;
    while (found >= limit) found = source.next() >>> unused;
    return found;
  }
  const count = limit.toString(2).length;
  let found = drawBits(source, count);
  while (found >= limit) found = drawBits(source, count);
  return whole(BigInt(found));
}

export const random_Random = new Type("Random", [], {
  construct: (seed = null) =>
    Object.assign(Object.create(random_Random.proto), {
      source: seed === null ? new SystemSource() : new Twister(seed),
    }),
});
export const random_SystemRandom = new Type("SystemRandom", [random_Random], {
  construct: () => Object.assign(Object.create(random_SystemRandom.proto), { source: new SystemSource() }),
});

setMethod(random_Random, "randrange", (self, start, stop = null) => {
  const [low, high] = stop === null ? [0, start] : [start, stop];
  if (high <= low) throw newException(ValueError, "empty range for randrange()");
  return addNumbers(low, drawBelow(self.source, subtractNumbers(high, low)));
});
setMethod(random_Random, "randint", (self, low, high) =>
  addNumbers(low, drawBelow(self.source, addNumbers(subtractNumbers(high, low), 1))),
);
setMethod(random_Random, "getrandbits", (self, count) => whole(BigInt(drawBits(self.source, count))));
setMethod(random_Random, "random", ({ source }) => {
  const [high, low] = [source.next() >>> 5, source.next() >>> 6];
  return new Float((high * 67108864 + low) / 9007199254740992);
});
setMethod(random_Random, "choice", (self, values) => values[drawBelow(self.source, values.length)]);
