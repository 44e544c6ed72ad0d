/** Work that goes on after its response. */
export interface PendingWork {
  readonly add: (work: Promise<unknown>) => void;
  /** Resolves when nothing is pending any more, or when what is left was abandoned. */
  readonly settled: () => Promise<void>;
  readonly abandon: () => void;
}

/** Keeps track of work, so that a server can wait for it before it stops. */
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
      // Work may add more work.
      while (pending.size > 0) {
        await Promise.race([Promise.allSettled(pending), abandoned.promise.then(() => pending.clear())]);
      }
    },
    abandon: () => abandoned.resolve(),
  };
}
