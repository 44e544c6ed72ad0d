import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWebhookSender, type WebhookSender } from "../webhook-sender.ts";
import { type FaultName, faultNames } from "./fault-behaviors.ts";
import { createFaultReceiver, type FaultReceiver } from "./fault-receiver.ts";
import { type FaultRow, formatFaultTable, measureFaults } from "./fault-table.ts";

let receiver: FaultReceiver;
let sender: WebhookSender;
let rows: readonly FaultRow[];

beforeAll(async () => {
  receiver = await createFaultReceiver();
  sender = createWebhookSender({ allowNetworks: ["127.0.0.0/8"], timeoutMilliseconds: 3_000 });
  const request = { secrets: ["whsec_c2VjcmV0"], eventId: "evt_1", body: '{"eventId":"evt_1"}' };
  rows = await measureFaults(receiver, (url) => sender.send({ ...request, url }));
});

afterAll(async () => {
  await sender.close();
  await receiver.close();
});

const inOneSecond = { state: "scheduled", at: 1_000 };
const rejected = { state: "failed", reason: "rejected" };

test.each<[FaultName, number | undefined, string | undefined, object]>([
  ["accept", 200, undefined, { state: "delivered" }],
  ["refuse-connection", undefined, "connection_refused", inOneSecond],
  ["no-tls", undefined, "tls_failed", inOneSecond],
  ["hang-in-tls-handshake", undefined, "timeout", inOneSecond],
  ["hang-before-headers", undefined, "timeout", inOneSecond],
  ["hang-mid-body", 200, "timeout", inOneSecond],
  ["slow-drip", 200, "timeout", inOneSecond],
  ["reset-before-headers", undefined, "connection_reset", inOneSecond],
  ["reset-mid-body", 200, "connection_reset", inOneSecond],
  ["close-mid-body", 200, "connection_reset", inOneSecond],
  ["endless-body", 200, undefined, { state: "delivered" }],
  ["gzip-bomb", 200, undefined, { state: "delivered" }],
  ["not-gzip", 200, undefined, { state: "delivered" }],
  ["huge-headers", undefined, "headers_too_large", inOneSecond],
  ["invalid-http", undefined, "invalid_response", inOneSecond],
  ["unasked-upgrade", undefined, "invalid_response", inOneSecond],
  ["redirect-to-loopback", 307, undefined, rejected],
  ["status-400", 400, undefined, rejected],
  ["status-401", 401, undefined, rejected],
  ["status-410", 410, undefined, { state: "failed", reason: "gone" }],
  ["status-429-retry-after", 429, undefined, { state: "scheduled", at: 7_000 }],
  ["status-500", 500, undefined, inOneSecond],
  ["status-503-retry-after", 503, undefined, { state: "scheduled", at: 30_000 }],
])("%s leads to status %s, error %s", (fault, status, errorCode, outcome) => {
  const row = rows.find((candidate) => candidate.fault === fault);
  expect(row?.result.status).toBe(status);
  expect(row?.result.errorCode).toBe(errorCode);
  expect(row?.outcome).toEqual(outcome);
});

test("every fault is measured, and every reachable one received its request", () => {
  expect(rows.map(({ fault }) => fault)).toEqual(faultNames);
  const unreached = faultNames.filter((fault) => receiver.requestsOf(fault) !== 1);
  expect(unreached).toEqual(["refuse-connection", "no-tls", "hang-in-tls-handshake"]);
});

test("no redirect is followed", () => {
  expect(receiver.trappedRequests()).toBe(0);
});

test.each(["endless-body", "gzip-bomb"] as const)("keeps no more of %s than the limit", async (fault) => {
  const { response } = await sender.post({ url: receiver.urlOf(fault), headers: {}, body: "" });
  expect(response?.isComplete).toBe(false);
  expect(response?.body.length).toBe(65_536);
});

test("no timing of an attempt exceeds its total", () => {
  for (const { result } of rows) {
    const { total, ...phases } = result.timings;
    expect(Math.max(0, ...Object.values(phases))).toBeLessThanOrEqual(total);
  }
});

test("SENDING.md contains this table", async () => {
  const text = await readFile(new URL("../../../SENDING.md", import.meta.url), "utf8");
  expect(text).toContain(formatFaultTable(rows));
});
