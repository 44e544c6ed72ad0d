import { afterAll, beforeAll, expect, test } from "vitest";
import { createGuardedClient, type GuardedClient, type GuardedClientOptions } from "./guarded-client.ts";
import { createFaultReceiver, type FaultReceiver } from "./testing/fault-receiver.ts";

let receiver: FaultReceiver;
let client: GuardedClient;

beforeAll(async () => {
  receiver = await createFaultReceiver();
  client = createGuardedClient({ allowNetworks: ["127.0.0.0/8"] });
});

afterAll(() => Promise.all([receiver.close(), client.close()]));

test("uses the timeout of a single request", async () => {
  const url = receiver.urlOf("hang-before-headers");
  const { result } = await client.get({ url }, { timeoutMilliseconds: 50 });
  expect(result).toMatchObject({ errorCode: "timeout", errorMessage: expect.stringContaining("50 ms") });
  expect(result.timings.total).toBeLessThan(5_000);
});

test("passes the start time to the function that creates headers", async () => {
  const times: number[] = [];
  const { result } = await client.get({
    url: receiver.urlOf("accept"),
    async headers(startedAt) {
      times.push(startedAt);
      return { accept: "text/plain", "x-signature": "1" };
    },
  });
  expect(times).toEqual([result.startedAt]);
  expect(result.requestHeaders).toMatchObject({ accept: "text/plain", "x-signature": "[redacted]" });
});

test("throws errors of the function that creates headers", async () => {
  const headers = async (): Promise<never> => Promise.reject(new Error("no key"));
  await expect(client.get({ url: receiver.urlOf("accept"), headers })).rejects.toThrow("no key");
});

test("a redirect is a response like any other", async () => {
  const { response } = await client.get({ url: receiver.urlOf("redirect-to-loopback") });
  expect(response).toMatchObject({ status: 307, headers: { location: expect.stringContaining("/trap") } });
  expect(receiver.trappedRequests()).toBe(0);
});

test.each<[string, GuardedClientOptions]>([
  ["timeoutMilliseconds", { timeoutMilliseconds: 0 }],
  ["timeoutMilliseconds", { timeoutMilliseconds: Infinity }],
  ["maxResponseBytes", { maxResponseBytes: 1.5 }],
  ["allowNetworks", { allowNetworks: ["localhost"] }],
])("rejects %s out of its range: %j", (name, options) => {
  expect(() => createGuardedClient(options)).toThrow(
    expect.objectContaining({ code: "invalid_option", message: expect.stringMatching(`^${name}`) }),
  );
});
