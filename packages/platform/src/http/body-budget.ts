import type { MiddlewareHandler } from "hono";
import { PlatformError } from "../common/platform-error.ts";

/** How much memory the bodies of requests may take that are not responded to yet. */
export interface BodyBudgetOptions {
  /** Bytes of all bodies together, besides the first 16 KiB of each. */
  readonly maxBytes: number;
}

/** What one request has taken of one budget. */
interface Account {
  readonly add: (bytes: number) => void;
  readonly close: () => void;
}

/**
 * Bytes of each body that are not counted. A sign-in or a small call of the API still gets through while big bodies have spent
 * everything; how many requests there can be at a time is bounded by the connections.
 */
export const freeBodyBytes: number = 16 * 1024;

const accounts = new WeakMap<Request, readonly Account[]>();

/**
 * Bounds the bodies of all requests that pass, as far as `readBody` and `readJsonBody` read them, until their responses are
 * there. A request for which there is no room is refused with `unavailable`, and what it has sent so far is dropped.
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
    // An app within another has a budget of its own besides.
    accounts.set(request, [...(accounts.get(request) ?? []), account]);
    try {
      await next();
    } finally {
      account.close();
    }
  };
}

/** Counts what was read of a request's body. @throws PlatformError `unavailable` when there is no room for it */
export function countBody(request: Request, bytes: number): void {
  for (const account of accounts.get(request) ?? []) account.add(bytes);
}

function noRoom(): PlatformError {
  return new PlatformError(
    "unavailable",
    "The server is receiving as much as it has room for. Try again in a moment.",
  );
}
