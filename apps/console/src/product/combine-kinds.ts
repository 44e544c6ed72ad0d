import type { UseQueryResult } from "@tanstack/react-query";

/**
 * Combines the lists of all kinds of resources into one.
 *
 * @param results - one per kind
 */
export function combineKinds<Item>(results: readonly UseQueryResult<readonly Item[]>[]) {
  return {
    /** `undefined` while loading. */
    data:
      results.length > 0 && results.every(({ data }) => data !== undefined)
        ? results.flatMap(({ data = [] }) => data)
        : undefined,
    error: results.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => Promise.all(results.map(({ refetch }) => refetch())),
  };
}
