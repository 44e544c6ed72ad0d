/** The contexts of tasks that need another request. */
export const continuing: WeakSet<object> = new WeakSet();

/** The clocks (Unix time, ms) of contexts whose host has its own. */
export const clocks: WeakMap<object, () => number> = new WeakMap();
