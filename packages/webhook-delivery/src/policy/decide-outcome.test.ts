import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { AttemptErrorCode } from "../model/attempt-result.ts";
import { classifyAttempt, classifyForEndpoint, decideOutcome, lengthenDelay } from "./decide-outcome.ts";
import { longRetryPolicy } from "./retry-policy.ts";

test.each([
  [200, "delivered"],
  [201, "delivered"],
  [204, "delivered"],
  [299, "delivered"],
  [300, "rejected"],
  [301, "rejected"],
  [304, "rejected"],
  [307, "rejected"],
  [400, "rejected"],
  [401, "rejected"],
  [404, "rejected"],
  [405, "rejected"],
  [408, "rejected"],
  [410, "gone"],
  [429, "transient"],
  [500, "transient"],
  [501, "transient"],
  [503, "transient"],
  [599, "transient"],
  [999, "transient"],
] as const)("status %d is %s", (status, expected) => {
  expect(classifyAttempt({ status })).toBe(expected);
});

test.each([
  ["invalid_url", "rejected"],
  ["insecure_url", "rejected"],
  ["blocked_address", "rejected"],
  ["invalid_request", "rejected"],
  ["dns_failed", "transient"],
  ["connection_refused", "transient"],
  ["connection_failed", "transient"],
  ["tls_failed", "transient"],
  ["timeout", "transient"],
  ["connection_reset", "transient"],
  ["invalid_response", "transient"],
  ["headers_too_large", "transient"],
  ["aborted", "aborted"],
  ["send_failed", "transient"],
] as const satisfies readonly (readonly [AttemptErrorCode, string])[])("%s is %s", (errorCode, expected) => {
  expect(classifyAttempt({ errorCode })).toBe(expected);
});

test.each([
  { status: 200, errorCode: "timeout", expected: "transient" },
  { status: 200, errorCode: "connection_reset", expected: "transient" },
  { status: 200, errorCode: "aborted", expected: "aborted" },
  { status: 400, errorCode: "connection_reset", expected: "rejected" },
  { status: 410, errorCode: "timeout", expected: "gone" },
  { status: 500, errorCode: "aborted", expected: "aborted" },
] as const)("status $status with $errorCode is $expected", ({ expected, ...result }) => {
  expect(classifyAttempt(result)).toBe(expected);
});

test("an attempt without status and error code does not count as delivered", () => {
  expect(classifyAttempt({})).toBe("transient");
});

const now = 1_700_000_000_000;
const random = (): number => 0.5;

test.each([
  { title: "2xx", result: { status: 204 }, attempt: 1, expected: { state: "delivered" } },
  { title: "500", result: { status: 500 }, attempt: 1, expected: { state: "scheduled", at: now + 1_050 } },
  {
    title: "500 again",
    result: { status: 500 },
    attempt: 2,
    expected: { state: "scheduled", at: now + 2_100 },
  },
  {
    title: "500 thrice",
    result: { status: 500 },
    attempt: 3,
    expected: { state: "scheduled", at: now + 4_200 },
  },
  {
    title: "500 on every attempt",
    result: { status: 500 },
    attempt: 4,
    expected: { state: "failed", reason: "exhausted" },
  },
  {
    title: "a refused connection",
    result: { errorCode: "connection_refused" },
    attempt: 1,
    expected: { state: "scheduled", at: now + 1_050 },
  },
  {
    title: "429 with Retry-After",
    result: { status: 429, retryAfterMilliseconds: 30_000 },
    attempt: 1,
    expected: { state: "scheduled", at: now + 30_000 },
  },
  {
    title: "429 with a Retry-After of days",
    result: { status: 429, retryAfterMilliseconds: 10 ** 9 },
    attempt: 1,
    expected: { state: "scheduled", at: now + 3_600_000 },
  },
  { title: "400", result: { status: 400 }, attempt: 1, expected: { state: "failed", reason: "rejected" } },
  {
    title: "a redirect",
    result: { status: 302 },
    attempt: 1,
    expected: { state: "failed", reason: "rejected" },
  },
  { title: "410", result: { status: 410 }, attempt: 1, expected: { state: "failed", reason: "gone" } },
  {
    title: "a blocked address",
    result: { errorCode: "blocked_address" },
    attempt: 1,
    expected: { state: "failed", reason: "rejected" },
  },
  {
    title: "an aborted attempt after the last retry",
    result: { errorCode: "aborted" },
    attempt: 4,
    expected: { state: "scheduled", at: now },
  },
  {
    title: "an aborted attempt that sets a delay",
    result: { errorCode: "aborted", retryAfterMilliseconds: 7_000 },
    attempt: 1,
    expected: { state: "scheduled", at: now + 7_000 },
  },
  {
    title: "an aborted attempt whose response set a delay",
    result: { status: 503, errorCode: "aborted", retryAfterMilliseconds: 7_000 },
    attempt: 1,
    expected: { state: "scheduled", at: now },
  },
] as const)("$title on attempt $attempt", ({ result, attempt, expected }) => {
  expect(decideOutcome({ result, attempt, now, random })).toEqual(expected);
});

test("a custom schedule replaces the default", () => {
  const policy = { delaysMilliseconds: [10], jitter: 0, maxRetryAfterMilliseconds: 0 };
  const result = { status: 503, retryAfterMilliseconds: 5_000 };
  expect(decideOutcome({ result, attempt: 1, policy, now })).toEqual({ state: "scheduled", at: now + 10 });
  expect(decideOutcome({ result, attempt: 2, policy, now })).toEqual({
    state: "failed",
    reason: "exhausted",
  });
});

test("an endpoint that never recovers gets four requests", () => {
  const statuses = fc.infiniteStream(fc.constantFrom(429, 500, 502, 503, 504));
  fc.assert(
    fc.property(statuses, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (stream, random) => {
      let attempt = 1;
      let clock = now;
      for (const status of stream) {
        const outcome = decideOutcome({ result: { status }, attempt, now: clock, random: () => random });
        if (outcome.state !== "scheduled") break;
        clock = outcome.at;
        attempt += 1;
      }
      expect(attempt).toBe(4);
      expect(clock - now).toBeGreaterThanOrEqual(7_000);
      expect(clock - now).toBeLessThanOrEqual(7_700);
    }),
  );
});

test("schedules no retry after the expiry", () => {
  const question = { result: { status: 500 }, attempt: 1, now, random };
  expect(decideOutcome({ ...question, expiresAt: now + 1_051 })).toEqual({
    state: "scheduled",
    at: now + 1_050,
  });
  expect(decideOutcome({ ...question, expiresAt: now + 1_050 })).toEqual({
    state: "failed",
    reason: "expired",
  });
});

test("a delivery too old to send fails as expired", () => {
  expect(decideOutcome({ result: { errorCode: "expired" }, attempt: 1, now })).toEqual({
    state: "failed",
    reason: "expired",
  });
});

const limit = { maxRetryAfterMilliseconds: 60_000 };

test.each([
  { status: 429, retryAfterMilliseconds: 5_000, expected: 5_000 },
  { status: 503, retryAfterMilliseconds: 5_000, expected: 5_000 },
  { status: 429, retryAfterMilliseconds: 500, expected: 1_000 },
  { status: 429, retryAfterMilliseconds: 3_600_000, expected: 60_000 },
  { status: 500, retryAfterMilliseconds: 5_000, expected: 1_000 },
  { status: 502, retryAfterMilliseconds: 5_000, expected: 1_000 },
  { status: 429, expected: 1_000 },
])(
  "a delay of 1000 ms with $status and Retry-After $retryAfterMilliseconds ms is $expected ms",
  ({ expected, ...result }) => {
    expect(lengthenDelay(1_000, result, limit)).toBe(expected);
  },
);

test("Retry-After never shortens a delay, not even beyond the limit", () => {
  const milliseconds = fc.nat(200_000);
  fc.assert(
    fc.property(
      milliseconds,
      milliseconds,
      fc.constantFrom(429, 503, 500),
      (delay, retryAfterMilliseconds, status) => {
        const lengthened = lengthenDelay(delay, { status, retryAfterMilliseconds }, limit);
        expect(lengthened).toBeGreaterThanOrEqual(delay);
        expect(lengthened).toBeLessThanOrEqual(Math.max(delay, limit.maxRetryAfterMilliseconds));
      },
    ),
  );
});

test.each([
  { status: 410, attempt: 1, expected: { state: "failed", reason: "rejected" }, spares: true },
  { status: 413, attempt: 1, expected: { state: "failed", reason: "rejected" }, spares: true },
  { status: 425, attempt: 1, expected: { state: "scheduled" }, spares: true },
  { status: 503, attempt: 3, expected: { state: "scheduled" }, spares: true },
  { status: 425, attempt: 4, expected: { state: "scheduled" }, spares: false },
  { status: 503, attempt: 4, expected: { state: "scheduled" }, spares: false },
  { status: 500, attempt: 1, expected: { state: "scheduled" }, spares: false },
  { status: 404, attempt: 1, expected: { state: "scheduled" }, spares: false },
  { status: 307, attempt: 1, expected: { state: "scheduled" }, spares: false },
  { status: 404, attempt: 13, expected: { state: "failed", reason: "exhausted" }, spares: false },
] as const)(
  "a subscription's status $status to attempt $attempt spares its endpoint: $spares",
  ({ status, attempt, expected, spares }) => {
    const result = { status };
    const outcome = decideOutcome({
      result,
      attempt,
      policy: longRetryPolicy,
      responsePolicy: "subscription",
      now: 0,
    });
    expect(outcome).toMatchObject(expected);
    expect(classifyForEndpoint({ result, outcome }) === "aborted").toBe(spares);
  },
);

test("410 and 425 disable and fail without the policy of subscriptions", () => {
  expect(decideOutcome({ result: { status: 410 }, attempt: 1, now: 0 })).toEqual({
    state: "failed",
    reason: "gone",
  });
  expect(decideOutcome({ result: { status: 425 }, attempt: 1, now: 0 })).toMatchObject({ state: "failed" });
});
