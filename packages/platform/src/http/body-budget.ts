import type { MiddlewareHandler } from "hono";
import { PlatformError } from "../common/platform-error.ts";

/** Limits on the memory for the bodies of pending requests. */
export interface BodyBudgetOptions {
  /** Bytes of all bodies together, except for the first 16 KiB of each. */
  readonly maxBytes: number;
}

/** The bytes that one request takes from a budget. */
interface Account {
  readonly add: (bytes: number) => void;
  readonly close: () => void;
}

/**
 * Bytes of each body that are not counted. Sign-ins and small API calls still succeed while large bodies
 * exhaust the budget; the number of connections limits concurrent requests.
 */
export const freeBodyBytes: number = 16 * 1024;

const accounts = new WeakMap<Request, readonly Account[]>();

/**
 * Limits the total size of request bodies read with `readBody` and `readJsonBody` until their responses are
 * sent. If there is no room, the request fails with `unavailable` and its body is discarded.
 *
 * @example
 * import { boundBodies, readBody } from "@plugboard/platform";
 * import { Hono } from "hono";
 *
 * const app = new Hono().use(boundBodies({ maxBytes: 64 * 1024 * 1024 }));
 * app.post("/", async (c) => c.json((await readBody(c.req.raw, 1024 * 1024))?.byteLength ?? 0));
 */
export function boundBodies({ maxBytes }: BodyBudgetOptions): MiddlewareHandler {
  let used = 0;
  const open = (): Account => {
    let received = 0;
    let counted = 0;
    return {
      add: (bytes) => {
        received += bytes;
        const more = Math.max(0, received - freeBodyBytes) - counted;
        if (used + more > maxBytes) throw noRoom();
        counted += more;
        used += more;
      },
      close: () => {
        used -= counted;
        counted = 0;
      },
    };
  };
  return async (c, next) => {
    const request = c.req.raw;
    const account = open();
    // A nested app has its own budget in addition.
    accounts.set(request, [...(accounts.get(request) ?? []), account]);
    try {
      await next();
    } finally {
      account.close();
    }
  };
}

/** Counts bytes read from a request's body. @throws PlatformError `unavailable` if the budget is exhausted */
export function countBody(request: Request, bytes: number): void {
  for (const account of accounts.get(request) ?? []) account.add(bytes);
}

function noRoom(): PlatformError {
  return new PlatformError(
    "unavailable",
    "The server has no room for more request bodies. Try again in a moment.",
  );
}
