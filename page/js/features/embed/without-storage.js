// An embedded block stores nothing, neither on the device of another site's reader nor in its tab.

/** Replace the browser's storage, which may also throw in another site's frame, by one that keeps nothing. */
export function forgetAll() {
  const nothing = {
    length: 0,
    getItem: () => null,
    setItem() {
      throw new DOMException("An embedded block stores nothing.");
    },
    removeItem() {},
    clear() {},
    key: () => null,
  };
  for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { value: nothing });
}
