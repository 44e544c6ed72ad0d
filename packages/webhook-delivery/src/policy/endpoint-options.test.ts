import { expect, test } from "vitest";
import type { EndpointOptions } from "../model/endpoint.ts";
import { checkEndpointOptions } from "./endpoint-options.ts";
import { defaultRetryPolicy, longRetryPolicy } from "./retry-policy.ts";

test.each<[string, EndpointOptions]>([
  ["nothing", {}],
  [
    "all options",
    {
      timeoutMilliseconds: 30_000,
      maxAgeMilliseconds: 3_600_000,
      headers: { Authorization: "Bearer t\u00f6ken", "x-empty": "" },
      retryPolicy: longRetryPolicy,
      signatures: ["standard"],
    },
  ],
  ["no retries", { retryPolicy: { ...defaultRetryPolicy, delaysMilliseconds: [] } }],
  [
    "a hundred retries",
    { retryPolicy: { ...defaultRetryPolicy, delaysMilliseconds: Array.from({ length: 100 }, () => 0) } },
  ],
])("accepts: %s", (_title, options) => {
  expect(() => checkEndpointOptions(options)).not.toThrow();
});

test.each<[string, EndpointOptions]>([
  ["options.timeoutMilliseconds is 0", { timeoutMilliseconds: 0 }],
  ["options.timeoutMilliseconds is Infinity", { timeoutMilliseconds: Infinity }],
  ["options.maxAgeMilliseconds is NaN", { maxAgeMilliseconds: Number.NaN }],
  ["options.retryPolicy.jitter is 2", { retryPolicy: { ...defaultRetryPolicy, jitter: 2 } }],
  [
    "options.retryPolicy.maxRetryAfterMilliseconds is -1",
    { retryPolicy: { ...defaultRetryPolicy, maxRetryAfterMilliseconds: -1 } },
  ],
  [
    "options.retryPolicy.delaysMilliseconds[0] is -1",
    {
      retryPolicy: { ...defaultRetryPolicy, delaysMilliseconds: [-1] },
    },
  ],
  [
    "options.retryPolicy.delaysMilliseconds.length is 101",
    { retryPolicy: { ...defaultRetryPolicy, delaysMilliseconds: Array.from({ length: 101 }, () => 1) } },
  ],
  ["options.signatures is []", { signatures: [] }],
  ['options.signatures is ["service","service"]', { signatures: ["service", "service"] }],
  ['options.headers: "x a" is not a header name', { headers: { "x a": "b" } }],
  ["options.headers: Host is set by the sender", { headers: { Host: "internal" } }],
  ["options.headers: Webhook-Id is set by the sender", { headers: { "Webhook-Id": "evt_1" } }],
  ["options.headers: x-A appears twice", { headers: { "X-a": "1", "x-A": "2" } }],
  ["options.headers: the value of x-a contains characters", { headers: { "x-a": "b\r\nx-injected: c" } }],
  ["options.headers has 1 headers with 9004 characters", { headers: { "x-aa": "x".repeat(9_000) } }],
])("rejects: %s", (message, options) => {
  expect(() => checkEndpointOptions(options)).toThrow(
    expect.objectContaining({ code: "invalid_endpoint", message: expect.stringContaining(message) }),
  );
});
