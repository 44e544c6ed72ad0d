import { afterEach, expect, test } from "vitest";
import type { EndpointDestination } from "../model/endpoint.ts";
import { AttemptError } from "./attempt-error.ts";
import type { Destination, DestinationMessage, DestinationPublisher } from "./destination.ts";
import { createWebhookSender, type WebhookSender } from "./webhook-sender.ts";

const senders: WebhookSender[] = [];

afterEach(async () => {
  await Promise.all(senders.splice(0).map((sender) => sender.close()));
});

function createDestination(publish: DestinationPublisher["publish"]): Destination {
  return {
    type: "queue",
    name: "Queue",
    url: { label: "URL", example: "queues://example.com" },
    fields: [
      { name: "topic", label: "Topic", isRequired: true },
      { name: "group", label: "Group" },
      { name: "token", label: "Token", isRequired: true, isSecret: true },
    ],
    check: ({ url }) => new URL(url),
    addressOf: ({ orderingKey = "none" }, { settings }) => ({
      topic: settings["topic"] ?? "",
      key: orderingKey,
    }),
    open: () => ({ publish, close: async () => {} }),
  };
}

function startSender(
  publish: DestinationPublisher["publish"] = async () => ({ status: 200 }),
): WebhookSender {
  const sender = createWebhookSender({ destinations: [createDestination(publish)] });
  senders.push(sender);
  return sender;
}

const own: EndpointDestination = {
  type: "queue",
  settings: { topic: "events" },
  secrets: { token: "t0ken" },
};
const endpoint = {
  url: "queues://example.com",
  secrets: ["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"],
  options: { destination: own, headers: { "X-Team": "blue" }, timeoutMilliseconds: 50 },
};
const delivery = {
  eventId: "evt_1",
  eventType: "invoice.paid",
  body: "{}",
  ordering: { key: "account_1", onFailure: "block" as const },
};

test("publishes a signed message and logs its address without secrets", async () => {
  const messages: DestinationMessage[] = [];
  const sender = startSender(async (message) => {
    messages.push(message);
    return { status: 200, text: "stored" };
  });
  const result = await sender.deliver(delivery, endpoint);
  expect(result).toMatchObject({
    status: 200,
    responseExcerpt: "stored",
    requestHeaders: {
      topic: "events",
      key: "account_1",
      "webhook-id": "evt_1",
      "webhook-signature": "[redacted]",
      "x-team": "[redacted]",
    },
  });
  expect(JSON.stringify(result)).not.toContain("t0ken");
  expect(messages).toMatchObject([
    { eventId: "evt_1", eventType: "invoice.paid", orderingKey: "account_1", headers: { "x-team": "blue" } },
  ]);
});

test("ends an attempt of a destination that ignores the signal", async () => {
  const sender = startSender(() => new Promise(() => {}));
  expect(await sender.deliver(delivery, endpoint)).toMatchObject({ errorCode: "timeout" });
  const aborting = new AbortController();
  const sending = sender.deliver(delivery, endpoint, { signal: aborting.signal });
  aborting.abort();
  expect(await sending).toMatchObject({ errorCode: "aborted" });
});

test("keeps the error code of a failed attempt, and reports other errors", async () => {
  const refused = startSender(() => Promise.reject(new AttemptError("connection_refused", "No connection.")));
  expect(await refused.deliver(delivery, endpoint)).toMatchObject({ errorCode: "connection_refused" });
  const broken = startSender(() => Promise.reject(new TypeError("broken")));
  expect(await broken.deliver(delivery, endpoint)).toMatchObject({
    errorCode: "send_failed",
    errorMessage: "broken",
  });
});

test.each([
  ["a reply", async () => ({ status: 403, text: "no access with p%ss w0rd" })],
  ["an error", () => Promise.reject(new AttemptError("connection_reset", "closed for p%ss w0rd"))],
  ["a bug", () => Promise.reject(new TypeError("queues://acme:p%25ss%20w0rd@example.com is wrong"))],
] as const)("%s with a secret is logged without it", async (_name, publish) => {
  const options = { ...endpoint.options, destination: { ...own, secrets: { token: "p%ss w0rd" } } };
  const result = await startSender(publish).deliver(delivery, { ...endpoint, options });
  expect(result.errorMessage ?? result.responseExcerpt).toContain("[redacted]");
  expect(JSON.stringify(result)).not.toContain("w0rd");
});

test.each([0, 199, 600, 65_535, Number.NaN])("the status %d is no reply", async (status) => {
  const result = await startSender(async () => ({ status })).deliver(delivery, endpoint);
  expect(result).toMatchObject({ errorCode: "invalid_response" });
  expect(result.status).toBeUndefined();
});

test.each([
  [undefined, 0],
  [2, 2],
])("a delivery that was resent %d times says so", async (resends, expected) => {
  const messages: DestinationMessage[] = [];
  const sender = startSender(async (message) => {
    messages.push(message);
    return { status: 200 };
  });
  await sender.deliver({ ...delivery, ...(resends !== undefined && { resends }) }, endpoint);
  expect(messages).toMatchObject([{ resends: expected }]);
});

test("retries a delivery to a type that this sender doesn't have", async () => {
  const destination = { ...own, type: "other" };
  const result = await startSender().deliver(delivery, { ...endpoint, options: { destination } });
  expect(result).toMatchObject({
    errorCode: "send_failed",
    errorMessage: expect.stringContaining('"other"'),
  });
});

test.for([
  ["options.destination.type", { ...own, type: "other" }],
  ["options.destination.settings.topic", { ...own, settings: {} }],
  ["options.destination.settings.token", { ...own, settings: { topic: "events", token: "t0ken" } }],
  ["options.destination.secrets.token", { ...own, secrets: { token: "" } }],
] as const)("reports a wrong %s at its field", ([part, destination]) => {
  const { url } = endpoint;
  expect(() => startSender().checkEndpoint({ url, options: { destination } })).toThrow(
    expect.objectContaining({ code: "invalid_endpoint", part }),
  );
});

test("refuses a control character in the URL", () => {
  const url = "queues://example.com/a\u0000b";
  expect(() => startSender().checkEndpoint({ url, options: { destination: own } })).toThrow(
    expect.objectContaining({ code: "invalid_endpoint", part: "url" }),
  );
});

test("checks the host like that of a webhook", () => {
  const { checkEndpoint } = startSender();
  const options = { destination: own };
  checkEndpoint({ url: "queues://example.com", options });
  expect(() => checkEndpoint({ url: "queues://127.0.0.1", options })).toThrow(
    expect.objectContaining({ part: "url" }),
  );
  expect(() => checkEndpoint({ url: "queue://example.com", options })).toThrow(
    "The URL is plain QUEUE, which can be read in transit. Use queues.",
  );
});

test("refuses two destinations of one type", () => {
  const one = createDestination(async () => ({ status: 200 }));
  expect(() => createWebhookSender({ destinations: [one, one] })).toThrow('two have the type "queue"');
});
