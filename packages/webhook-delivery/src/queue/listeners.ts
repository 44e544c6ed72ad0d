/** A set of listeners. */
export interface Listeners {
  add(listener: () => void): () => void;
  call(): void;
}

/** Creates an empty set of listeners. */
export function createListeners(): Listeners {
  const listeners = new Set<() => void>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    call() {
      for (const listener of listeners) listener();
    },
  };
}
