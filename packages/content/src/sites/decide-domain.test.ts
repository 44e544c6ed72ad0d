import { expect, it } from "vitest";
import { decideDomain, type DomainCheck, type DomainState } from "./decide-domain.ts";

const hour = 3600 * 1000;
const day = 24 * hour;
const pending: DomainState = { status: "pending", createdAt: 0, missingSince: null };
const verified: DomainState = { status: "verified", createdAt: 0, missingSince: null };
const failed: DomainState = { status: "failed", createdAt: 0, missingSince: null };
const missed = { ...verified, missingSince: day };

it.each<[DomainState, DomainCheck, day: number, status: string, nextHours: number | null]>([
  [pending, "found", 1, "verified", 24],
  [pending, "missing", 6, "pending", 1],
  [pending, "unknown", 6, "pending", 1],
  [pending, "held", 6, "pending", 1],
  [pending, "missing", 7, "failed", null],
  [pending, "unknown", 7, "failed", null],
  [verified, "found", 100, "verified", 24],
  [verified, "missing", 100, "verified", 1],
  [verified, "unknown", 100, "verified", 1],
  [missed, "missing", 3, "verified", 1],
  [missed, "missing", 4, "failed", null],
  // An outage of DNS doesn't end a site.
  [missed, "unknown", 100, "verified", 1],
  [missed, "found", 100, "verified", 24],
  [failed, "missing", 100, "failed", null],
  [failed, "unknown", 100, "failed", null],
  [failed, "held", 100, "failed", null],
  [failed, "found", 100, "verified", 24],
])("turns %j with %s on day %i to %s, next checked after %s hours", (state, check, at, status, nextHours) => {
  const decision = decideDomain(state, check, at * day);
  expect(decision.status).toBe(status);
  expect(decision.checkAt).toBe(nextHours === null ? null : at * day + nextHours * hour);
});

it("remembers since when the record of a verified domain is missing, and since when a domain has failed", () => {
  expect(decideDomain(pending, "missing", 7 * day).missingSince).toBe(7 * day);
  expect(decideDomain(missed, "missing", 4 * day).missingSince).toBe(4 * day);
  expect(decideDomain({ ...failed, missingSince: day }, "missing", 9 * day).missingSince).toBe(day);
  expect(decideDomain(verified, "missing", 5).missingSince).toBe(5);
  expect(decideDomain(missed, "missing", 2 * day).missingSince).toBe(day);
  expect(decideDomain(missed, "unknown", 2 * day).missingSince).toBe(day);
  expect(decideDomain(missed, "found", 2 * day).missingSince).toBe(null);
});
