/** Work that continues after its response. */
export interface PendingWork {
  readonly add: (work: Promise<unknown>) => void;
  /** Resolves when all work is done or abandoned. */
  readonly settled: () => Promise<void>;
  readonly abandon: () => void;
}

/** Tracks background work, so that a server can wait for it before it stops. */
export function createPendingWork(): PendingWork {
  const pending = new Set<Promise<unknown>>();
  const abandoned = Promise.withResolvers<void>();
  return {
    add: (work) => {
      pending.add(work);
      const forget = () => pending.delete(work);
      work.then(forget, forget);
    },
    settled: async () => {
      // Work can add more work.
      while (pending.size > 0) {
        await Promise.race([Promise.allSettled(pending), abandoned.promise.then(() => pending.clear())]);
      }
    },
    abandon: () => abandoned.resolve(),
  };
}
