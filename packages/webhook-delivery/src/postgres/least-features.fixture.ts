/** Store options with all optional PostgreSQL features turned off, for running the store contract. */
export const leastFeatures = { notify: false, skipLocked: false, advisoryLocks: false } as const;
