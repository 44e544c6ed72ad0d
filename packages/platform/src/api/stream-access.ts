import { hash } from "node:crypto";
import type { Principal } from "../access/principal.ts";
import type { FairQueueLimits } from "../http/fair-queue.ts";
import { createCallerQueue, credentialsOf } from "./caller-queue.ts";

/** A stream whose caller's access is checked while the stream is open. */
export interface OpenStream {
  readonly request: Request;
  readonly caller: Principal;
  /** The resource in its path, and the share link. Streams of one caller with the same target share a check. */
  readonly target: string;
}

/** Checks access to a stream, or returns the result of a recent check for the same caller and target. */
export type CheckStream<Access> = (stream: OpenStream, check: () => Promise<Access>) => Promise<Access>;

interface Timing {
  /** `Infinity` while the check is queued: it can be shared until it starts, and for a moment after. */
  startedAt: number;
}

// Checks have their own queue, so that a caller's streams and requests don't delay each other.
const limits: FairQueueLimits = {
  maxInFlight: 8,
  maxOfCaller: 2,
  maxWaitingOfCaller: 1000,
  othersForMilliseconds: 10_000,
};
const shareMilliseconds = 200;

/** @param now - a monotonic clock, in milliseconds */
export function createStreamAccess<Access>(now: () => number): CheckStream<Access> {
  const queue = createCallerQueue(now, limits);
  const recent = new Map<string, { readonly timing: Timing; readonly result: Promise<Access> }>();
  return async ({ request, caller, target }, check) => {
    // Credentials alone may not identify a caller: the product can use other headers.
    const key = hash("sha256", JSON.stringify([credentialsOf(request), caller, target]));
    const shared = recent.get(key);
    if (shared !== undefined && now() - shared.timing.startedAt < shareMilliseconds)
      return await shared.result;
    const timing: Timing = { startedAt: Infinity };
    const result = queue.run(caller, async () => {
      timing.startedAt = now();
      return await check();
    });
    const current = { timing, result };
    recent.set(key, current);
    const forget = (): void => {
      if (recent.get(key) === current) recent.delete(key);
    };
    try {
      return await result;
    } finally {
      setTimeout(forget, shareMilliseconds).unref();
    }
  };
}
