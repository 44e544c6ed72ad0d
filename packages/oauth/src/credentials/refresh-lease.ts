import { randomText } from "../common/random-text.ts";
import { defaultTimeoutMilliseconds, type OAuthConfig } from "../settings/oauth-config.ts";

/** A process's right to refresh. */
export interface RefreshLease {
  readonly id: string;
  /** Milliseconds since the epoch, by the clock of the process that took it. */
  readonly expires_at: number;
}

/** What a process may take for a refresh beyond the limit of its request to the provider, in milliseconds. */
const marginMilliseconds = 20_000;

/** How far the clocks of two processes may be apart, in milliseconds. */
const clockToleranceMilliseconds = 60_000;

/** How long a lease lasts, in milliseconds. */
export function leaseMilliseconds({ timeoutMilliseconds }: Pick<OAuthConfig, "timeoutMilliseconds">): number {
  return (timeoutMilliseconds ?? defaultTimeoutMilliseconds) + marginMilliseconds;
}

/** A lease that begins now. */
export function createLease(now: number, lasts: number): RefreshLease {
  return { id: randomText(), expires_at: now + lasts };
}

/**
 * Watches the leases of other processes, and decides for each whether it can be taken over. It can once this process saw it
 * for as long as a lease lasts, or once its end is so long ago that no clock explains it: a second refresh under a live
 * lease would use the refresh token twice, for which a provider that rotates them ends the connection.
 */
export function createLeaseWatch(lasts: number): (lease: RefreshLease | undefined, now: number) => boolean {
  let seen = { id: "", at: 0 };
  return (lease, now) => {
    if (lease === undefined) return true;
    if (seen.id !== lease.id) seen = { id: lease.id, at: now };
    return now - seen.at >= lasts || now - lease.expires_at >= clockToleranceMilliseconds;
  };
}
