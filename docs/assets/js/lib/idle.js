/** Do something once the browser has nothing better to do. */
export const whenIdle = globalThis.requestIdleCallback ?? ((work) => setTimeout(work, 200));
