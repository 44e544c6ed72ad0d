import { randomText } from "../common/random-text.ts";
import { defaultTimeoutMilliseconds, type OAuthConfig } from "../settings/oauth-config.ts";

/** A process's exclusive right to refresh. */
export interface RefreshLease {
  readonly id: string;
  /** Unix time (ms), by the clock of the process that took the lease. */
  readonly expires_at: number;
}

/** The time for a refresh beyond the timeout of its request to the provider (ms). */
const marginMilliseconds = 20_000;

/** The maximum clock skew between two processes (ms). */
const clockToleranceMilliseconds = 60_000;

/** Returns the duration of a lease (ms). */
export function leaseMilliseconds({ timeoutMilliseconds }: Pick<OAuthConfig, "timeoutMilliseconds">): number {
  return (timeoutMilliseconds ?? defaultTimeoutMilliseconds) + marginMilliseconds;
}

/** Creates a lease that starts now. */
export function createLease(now: number, lasts: number): RefreshLease {
  return { id: randomText(), expires_at: now + lasts };
}

/**
 * Returns a function that decides whether another process's lease can be taken over. It can once this process
 * has seen it for the duration of a lease, or if it expired too long ago for clock skew. Two refreshes at the
 * same time would use the refresh token twice, and a provider that rotates tokens then revokes the
 * connection.
 */
export function createLeaseWatch(lasts: number): (lease: RefreshLease | undefined, now: number) => boolean {
  let seen = { id: "", at: 0 };
  return (lease, now) => {
    if (lease === undefined) return true;
    if (seen.id !== lease.id) seen = { id: lease.id, at: now };
    return now - seen.at >= lasts || now - lease.expires_at >= clockToleranceMilliseconds;
  };
}
