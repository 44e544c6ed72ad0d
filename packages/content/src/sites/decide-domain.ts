import type { SiteDomain } from "../client/types.ts";

/** The state of a site's domain. Times are Unix time in milliseconds. */
export interface DomainState {
  readonly status: SiteDomain["status"];
  readonly createdAt: number;
  /** When a check first missed the record of a verified domain, or when the domain failed. Null otherwise. */
  readonly missingSince: number | null;
}

/**
 * The result of a check: the record was found, it wasn't, or DNS did not respond. `held` if it was found, but another
 * site has the domain.
 */
export type DomainCheck = "found" | "missing" | "unknown" | "held";

/** The state after a check. */
export interface DomainDecision extends Omit<DomainState, "createdAt"> {
  /** When to check again; null to wait for a person. */
  readonly checkAt: number | null;
}

const hour = 3600 * 1000;
const day = 24 * hour;
const maxPendingMilliseconds = 7 * day;
const maxMissingMilliseconds = 3 * day;

/**
 * Decides the state of a domain after a check. A domain is given up if its record was never found for 7 days, or has
 * been gone for 3 days. Failing DNS servers don't take a domain from its site.
 */
export function decideDomain(
  { status, createdAt, missingSince }: DomainState,
  check: DomainCheck,
  now: number,
): DomainDecision {
  const failed = { status: "failed", missingSince: now, checkAt: null } as const;
  if (check === "found") return { status: "verified", missingSince: null, checkAt: now + day };
  if (status === "failed") return { ...failed, missingSince };
  if (status === "pending")
    return now - createdAt < maxPendingMilliseconds
      ? { status, missingSince: null, checkAt: now + hour }
      : failed;
  const since = check === "unknown" ? missingSince : (missingSince ?? now);
  if (since !== null && check !== "unknown" && now - since >= maxMissingMilliseconds) return failed;
  return { status, missingSince: since, checkAt: now + hour };
}
