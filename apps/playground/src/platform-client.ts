import * as z from "zod";

/** Calls the platform's HTTP API as its administrator. */
export interface PlatformClient {
  /** @throws Error with the platform's own message when it refuses */
  readonly call: (method: string, path: string, body?: unknown) => Promise<unknown>;
}

const errorSchema = z.object({ detail: z.string() });

export function createPlatformClient(origin: string, adminToken: string): PlatformClient {
  return {
    call: async (method, path, body) => {
      const response = await fetch(`${origin}/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const received: unknown = await response.json();
      if (response.ok) return received;
      const refused = errorSchema.safeParse(received);
      throw new Error(`${method} ${path}: ${refused.data?.detail ?? response.status}`);
    },
  };
}
