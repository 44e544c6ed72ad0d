import { expect, test } from "vitest";
import type { AttemptErrorCode } from "../model/attempt-result.ts";
import { classifyAttempt } from "./classify-attempt.ts";

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

test("an attempt that nothing is known of is not taken for delivered", () => {
  expect(classifyAttempt({})).toBe("transient");
});
