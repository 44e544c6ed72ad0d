import {
  createWebhookSender,
  DeliveryError,
  type Destination,
  decideOutcome,
} from "@plugboard/webhook-delivery";
import {
  type DestinationAddress,
  destinationCases,
  type DestinationFixture,
  type DestinationSetup,
} from "@plugboard/webhook-delivery/testing";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createEventBridgeDestination } from "../eventbridge/create-eventbridge-destination.ts";
import { createSqsDestination } from "../sqs/create-sqs-destination.ts";
import { accessKey, type AwsServer, maxMessageBytes, region, startAwsServer } from "./aws-server.fixture.ts";

let server: AwsServer;

beforeEach(async () => {
  server = await startAwsServer();
});

afterEach(() => server.close());

const { accessKeyId, secretAccessKey } = accessKey;
const bus = `arn:aws:events:${region}:123456789012:event-bus/orders`;

function sqs({ hostname, port }: DestinationAddress, queue = "events"): DestinationSetup {
  return {
    destination: createSqsDestination(),
    url: `http://${hostname}:${port}/123456789012/${queue}`,
    own: { type: "sqs", settings: { accessKeyId, region }, secrets: { secretAccessKey } },
  };
}

function eventBridge({ hostname, port }: DestinationAddress): DestinationSetup {
  return {
    destination: createEventBridgeDestination({ baseUrl: `http://${hostname}:${port}/` }),
    url: bus,
    own: { type: "eventbridge", settings: { accessKeyId, source: "acme" }, secrets: { secretAccessKey } },
  };
}

const kinds = { SQS: sqs, EventBridge: eventBridge };

describe.each(["SQS", "EventBridge"] as const)("%s", (kind) => {
  test.for(destinationCases)("$name", async ({ run }) => {
    const fixture: DestinationFixture = {
      port: server.port,
      at: (address) => kinds[kind](address),
      take: async () => server.take(),
      tooLargeBytes: maxMessageBytes,
    };
    await expect(run(fixture)).resolves.toBeUndefined();
  });

  test.each([
    ["ThrottlingException", 400, "scheduled", "ThrottlingException: no"],
    ["InternalFailure", 500, "scheduled", "InternalFailure: no"],
    ["AccessDeniedException", 400, "failed", "AccessDeniedException: no"],
    ["QueueDoesNotExist", 400, "failed", "QueueDoesNotExist: no"],
  ] as const)("%s with status %d is %s", async (name, status, state, text) => {
    server.failNext({ status, name, message: "no" });
    const result = await send(kinds[kind]({ hostname: "127.0.0.1", port: server.port }));
    expect(result.responseExcerpt).toBe(text);
    expect(decideOutcome({ result, attempt: 1, now: 0 })).toMatchObject({ state });
  });
});

function send(
  { destination, url, own }: DestinationSetup,
  event: { body?: string; orderingKey?: string; resends?: number; headers?: Record<string, string> } = {},
) {
  const sender = createWebhookSender({ allowNetworks: ["127.0.0.0/8"], destinations: [destination] });
  onTestFinished(() => sender.close());
  return sender.send({
    url,
    secrets: ["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"],
    eventId: "evt_1",
    eventType: "invoice.paid",
    body: "{}",
    ...event,
    destination: own,
  });
}

const here = () => ({ hostname: "127.0.0.1", port: server.port });

test("a FIFO queue gets the ordering key as its group, and the event ID against duplicates", async () => {
  const result = await send(sqs(here(), "events.fifo"), { orderingKey: "account 1" });
  expect(result).toMatchObject({ status: 200, requestHeaders: { "message-group": expect.any(String) } });
  await send(sqs(here(), "events.fifo"), { orderingKey: "account_1" });
  await send(sqs(here(), "events.fifo"));
  await send(sqs(here()), { orderingKey: "account_1" });
  const order = server
    .takeInputs()
    .map(({ MessageGroupId: group, MessageDeduplicationId: id }) => [group, id]);
  expect(order).toEqual([
    [expect.stringMatching(/^[0-9a-f]{64}$/), "evt_1"],
    ["account_1", "evt_1"],
    ["evt_1", "evt_1"],
    [undefined, undefined],
  ]);
});

test("a FIFO queue accepts a delivery again that was resent, but not its automatic retries", async () => {
  const fifo = sqs(here(), "events.fifo");
  for (const resends of [0, 0, 1, 1, 2]) await send(fifo, { resends });
  const ids = server.takeInputs().map(({ MessageDeduplicationId: id }) => String(id));
  expect(ids.map((id) => ids.indexOf(id))).toEqual([0, 0, 2, 2, 4]);
  for (const id of ids) expect(id).toMatch(/^[\x21-\x7e]{1,128}$/);
});

test("a response without a message ID is no confirmation", async () => {
  for (const body of ["<html>", "{}", "[]", "null"]) {
    server.respondNext({ status: 200, body });
    expect(await send(sqs(here()))).toMatchObject({ errorCode: "invalid_response" });
    server.respondNext({ status: 200, body });
    expect(await send(eventBridge(here()))).toMatchObject({ errorCode: "invalid_response" });
  }
});

test.each([
  [400, '{"__type":{"toString":1,"valueOf":1},"message":"no"}'],
  [400, "[]"],
  [302, "moved"],
])("a response with status %d and the body %s is a failure", async (status, body) => {
  server.respondNext({ status, body });
  expect(await send(sqs(here()))).toMatchObject({ status });
});

test("a trace context takes no attribute from the endpoint's own headers", async () => {
  const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  const own = { "x-a": "1", "x-b": "2", "x-c": "3" };
  await send(sqs(here()), { headers: { ...own, traceparent } });
  await send(sqs(here()), { headers: { ...own, "x-d": "4", traceparent } });
  const names = server
    .takeInputs()
    .map(({ MessageAttributes: attributes }) => Object.keys(Object(attributes)).toSorted());
  expect(names.map(({ length }) => length)).toEqual([10, 10]);
  expect(names[0]).toContain("traceparent");
  expect(names[1]).toContain("x-d");
});

test.each([
  ["ThrottlingException", "scheduled", 429],
  ["InternalFailure", "scheduled", 500],
  ["NotAuthorizedForSourceException", "failed", 403],
  ["MalformedDetail", "failed", 400],
])("an entry refused with %s is %s", async (name, state, status) => {
  server.failNext({ status: 200, name, message: "no" });
  const result = await send(eventBridge(here()));
  expect(result).toMatchObject({ status, responseExcerpt: `${name}: no` });
  expect(decideOutcome({ result, attempt: 1, now: 0 })).toMatchObject({ state });
});

test("EventBridge refuses a body that is no object", async () => {
  expect(await send(eventBridge(here()), { body: "[1]" })).toMatchObject({ errorCode: "invalid_request" });
});

const aws = { accessKeyId, region: "" };

test.each<[Destination, string, Record<string, string>, string | undefined]>([
  [createSqsDestination(), "https://sqs.eu-central-1.amazonaws.com/123456789012/events", aws, undefined],
  [
    createSqsDestination(),
    "https://queue.example/123456789012/events",
    aws,
    "options.destination.settings.region",
  ],
  [createSqsDestination(), "https://sqs.eu-central-1.amazonaws.com/", aws, "url"],
  [createSqsDestination(), "https://10.0.0.1/123456789012/events", { accessKeyId, region }, "url"],
  [createSqsDestination(), "http://sqs.eu-central-1.amazonaws.com/123456789012/events", aws, "url"],
  [createEventBridgeDestination(), bus, { accessKeyId, source: "acme" }, undefined],
  [createEventBridgeDestination(), "https://events.example", { accessKeyId, source: "acme" }, "url"],
  [
    createEventBridgeDestination(),
    bus,
    { accessKeyId, source: "aws.s3" },
    "options.destination.settings.source",
  ],
])("checks an endpoint: %o %s", (destination, url, settings, part) => {
  const { checkEndpoint } = createWebhookSender({ destinations: [destination] });
  const own = { type: destination.type, settings, secrets: { secretAccessKey } };
  expect(partOf(() => checkEndpoint({ url, options: { destination: own } }))).toBe(part);
});

/** Returns the part that a check refuses. */
function partOf(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof DeliveryError) return error.part;
    throw error;
  }
}
