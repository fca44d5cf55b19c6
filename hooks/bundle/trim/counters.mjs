// Counting which functions of a WebAssembly instance are called: what a counting module (binary.mjs) exports for it.

const CALLED = "called_";

/** The exported global that a counting module has for the function with this index. */
export const counterOf = (index) => `${CALLED}${index}`;

/** The indices of the functions that an instance has called, in order. */
export function calledIn(exports) {
  return Object.keys(exports)
    .filter((name) => name.startsWith(CALLED) && exports[name].value)
    .map((name) => Number(name.slice(CALLED.length)));
}

/** An instance's exports without its counters: what the module exported that they were added to. */
export function uncounted(exports) {
  return Object.fromEntries(Object.entries(exports).filter(([name]) => !name.startsWith(CALLED)));
}

/** Remember every counting instance made from now on; what is returned gives the indices that any of them has called. */
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
