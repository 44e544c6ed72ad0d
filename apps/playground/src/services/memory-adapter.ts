import type { AdapterFactory, AdapterPayload } from "oidc-provider";

interface Stored {
  readonly model: string;
  readonly id: string;
  readonly payload: AdapterPayload;
  readonly expiresAt: number;
}

/** Creates an in-memory store for the provider's tokens, until they expire. */
export function createMemoryAdapter(): AdapterFactory {
  const stored = new Map<string, Stored>();

  function find(isWanted: (each: Stored) => boolean): AdapterPayload | undefined {
    const now = Date.now();
    for (const [key, each] of stored) if (each.expiresAt <= now) stored.delete(key);
    return [...stored.values()].find(isWanted)?.payload;
  }

  return (model) => ({
    upsert: async (id, payload, expiresIn = Number.POSITIVE_INFINITY) => {
      const expiresAt = Date.now() + expiresIn * 1000;
      stored.set(`${model} ${id}`, { model, id, payload, expiresAt });
    },
    find: async (id) => find((each) => each.model === model && each.id === id),
    findByUid: async (uid) => find((each) => each.model === model && each.payload.uid === uid),
    findByUserCode: async (code) => find((each) => each.model === model && each.payload.userCode === code),
    consume: async (id) => {
      const payload = find((each) => each.model === model && each.id === id);
      if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
    },
    destroy: async (id) => void stored.delete(`${model} ${id}`),
    revokeByGrantId: async (grantId) => {
      for (const [key, { payload }] of stored) if (payload.grantId === grantId) stored.delete(key);
    },
  });
}
