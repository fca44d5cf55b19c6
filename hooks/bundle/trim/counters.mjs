// Reads the counters of called functions that a counting module (binary.mjs) exports.

const CALLED = "called_";

/** Returns the name of the counter for the function with this index, an exported global. */
export const counterOf = (index) => `${CALLED}${index}`;

/** Returns the indices of the functions that were called in an instance, in order. */
export function calledIn(exports) {
  return Object.keys(exports)
    .filter((name) => name.startsWith(CALLED) && exports[name].value)
    .map((name) => Number(name.slice(CALLED.length)));
}

/** Returns an instance's exports without its counters, as in the original module. */
export function uncounted(exports) {
  return Object.fromEntries(Object.entries(exports).filter(([name]) => !name.startsWith(CALLED)));
}

/** Tracks every counting instance created from now on; returns a function that lists the indices called in any. */
export function watchInstances() {
  const counting = [];
  const watched = ({ module, instance }) => {
    if (!Object.keys(instance.exports).some((name) => name.startsWith(CALLED))) return { module, instance };
    counting.push(instance.exports);
    return { module, instance: { exports: uncounted(instance.exports) } };
  };
  const { instantiate, instantiateStreaming } = WebAssembly;
  WebAssembly.instantiate = async (...given) => {
    const made = await instantiate(...given);
    return made instanceof WebAssembly.Instance ? made : watched(made);
  };
  WebAssembly.instantiateStreaming = async (...given) => watched(await instantiateStreaming(...given));
  return () => [...new Set(counting.flatMap(calledIn))].sort((one, other) => one - other);
}
