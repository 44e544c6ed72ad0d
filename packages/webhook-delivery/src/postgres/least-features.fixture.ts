/** A store's options with everything of PostgreSQL's switched off that can be. The store's contract and several workers are run so. */
export const leastFeatures = { notify: false, skipLocked: false, advisoryLocks: false } as const;
