import assert from "node:assert/strict";
import { verifyStandardWebhook } from "@plugboard/webhook-signer/standard-webhooks";
import type { AttemptResult } from "../../model/attempt-result.ts";
import type { EndpointDestination } from "../../model/endpoint.ts";
import { decideOutcome } from "../../policy/decide-outcome.ts";
import type { Destination } from "../../sender/destination.ts";
import {
  createWebhookSender,
  type WebhookSender,
  type WebhookSenderOptions,
} from "../../sender/webhook-sender.ts";
import { type Relay, startRelay } from "./relay.ts";

/** An address at which a destination's system can be reached. */
export interface DestinationAddress {
  readonly hostname: string;
  readonly port: number;
}

/** A destination with an endpoint that works. */
export interface DestinationSetup {
  readonly destination: Destination;
  readonly url: string;
  readonly own: EndpointDestination;
}

/** A message that a system received. */
export interface ReceivedMessage {
  readonly eventId: string | undefined;
  readonly eventType: string | undefined;
  readonly body: string;
  /** With lowercase names; `undefined` if the system has none. */
  readonly headers: Readonly<Record<string, string>> | undefined;
}

/** The system under test. */
export interface DestinationFixture {
  /** Its port at 127.0.0.1. */
  readonly port: number;
  /** Returns a destination and an endpoint that reach it at an address. */
  readonly at: (address: DestinationAddress) => DestinationSetup;
  /** Removes and returns the messages of that endpoint. */
  readonly take: () => Promise<readonly ReceivedMessage[]>;
  /** The size of a body that it rejects. */
  readonly tooLargeBytes: number;
}

/** A rule that every destination must follow. */
export interface DestinationCase {
  readonly name: string;
  /** Throws an `AssertionError` if the destination breaks the rule. */
  readonly run: (fixture: DestinationFixture) => Promise<void>;
}

const secret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
const body = JSON.stringify({ eventId: "evt_1", type: "invoice.paid", comment: "ä ✓" });
const local = { allowNetworks: ["127.0.0.0/8"] };
const shortTimeout = 400;

interface Session {
  readonly sender: WebhookSender;
  readonly setup: DestinationSetup;
  readonly send: (
    event?: { readonly id?: string; readonly body?: string },
    options?: SendOptions,
  ) => Promise<AttemptResult>;
}

interface SendOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMilliseconds?: number;
}

async function withSender(
  setup: DestinationSetup,
  run: (session: Session) => Promise<void>,
  options: WebhookSenderOptions = local,
): Promise<void> {
  const sender = createWebhookSender({ ...options, destinations: [setup.destination] });
  try {
    await run({
      sender,
      setup,
      send: ({ id = "evt_1", body: sent = body } = {}, sendOptions) =>
        sender.send(
          {
            url: setup.url,
            secrets: [secret],
            eventId: id,
            eventType: "invoice.paid",
            body: sent,
            destination: setup.own,
          },
          sendOptions,
        ),
    });
  } finally {
    await sender.close();
  }
}

async function withRelay(fixture: DestinationFixture, run: (relay: Relay) => Promise<void>): Promise<void> {
  const relay = await startRelay(fixture.port);
  try {
    await run(relay);
  } finally {
    await relay.close();
  }
}

function direct({ port, at }: DestinationFixture): DestinationSetup {
  return at({ hostname: "127.0.0.1", port });
}

function stateOf(result: AttemptResult): string {
  const outcome = decideOutcome({ result, attempt: 1, now: 0 });
  return outcome.state === "failed" ? outcome.reason : outcome.state;
}

function assertDelivered(result: AttemptResult): void {
  assert.equal(stateOf(result), "delivered", JSON.stringify(result));
}

/** The contract of `Destination` as test cases. Run each with a system on this machine. Imports no test runner. */
export const destinationCases: readonly DestinationCase[] = [
  {
    name: "a confirmed message is delivered, with the event's ID, type, exact body and signatures",
    async run(fixture) {
      await withSender(direct(fixture), async ({ sender, setup, send }) => {
        sender.checkEndpoint({ url: setup.url, options: { destination: setup.own } });
        const result = await send();
        assertDelivered(result);
        assert.equal(result.requestHeaders["webhook-id"], "evt_1");
      });
      const [message, ...others] = await fixture.take();
      assert.equal(others.length, 0);
      assert.equal(message?.eventId, "evt_1");
      assert.equal(message.eventType, "invoice.paid");
      if (message.headers === undefined) return assert.deepEqual(JSON.parse(message.body), JSON.parse(body));
      assert.equal(message.body, body);
      await verifyStandardWebhook({ secret, headers: message.headers, body: message.body });
    },
  },
  {
    name: "messages sent at once are all delivered",
    async run(fixture) {
      const ids = Array.from({ length: 20 }, (_, index) => `evt_${index}`);
      await withSender(direct(fixture), async ({ send }) => {
        for (const result of await Promise.all(ids.map((id) => send({ id })))) assertDelivered(result);
      });
      const received = (await fixture.take()).map(({ eventId }) => eventId);
      assert.deepEqual(new Set(received), new Set(ids));
    },
  },
  {
    name: "a message is not delivered before it is confirmed, and its duplicate has the same event ID",
    run: (fixture) =>
      withRelay(fixture, (relay) =>
        withSender(fixture.at({ hostname: "127.0.0.1", port: relay.port }), async ({ send }) => {
          assertDelivered(await send({ id: "evt_first" }));
          relay.isMuted = true;
          const lost = await send({}, { timeoutMilliseconds: shortTimeout });
          assert.equal(lost.errorCode, "timeout");
          assert.equal(stateOf(lost), "scheduled");
          relay.isMuted = false;
          assertDelivered(await send());
          const received = (await fixture.take()).map(({ eventId }) => eventId);
          assert.deepEqual(received, ["evt_first", "evt_1", "evt_1"]);
        }),
      ),
  },
  {
    name: "a connection that ends before the confirmation is retried on a new one",
    run: (fixture) =>
      withRelay(fixture, (relay) =>
        withSender(fixture.at({ hostname: "127.0.0.1", port: relay.port }), async ({ send }) => {
          assertDelivered(await send({ id: "evt_first" }));
          relay.isMuted = true;
          const sending = send();
          setTimeout(() => relay.cut(), 100);
          const lost = await sending;
          assert.equal(lost.errorCode, "connection_reset");
          assert.equal(stateOf(lost), "scheduled");
          relay.isMuted = false;
          assertDelivered(await send());
          await fixture.take();
        }),
      ),
  },
  {
    name: "wrong credentials fail with a message, and no secret is in the result",
    async run(fixture) {
      const { own, ...setup } = direct(fixture);
      const secrets = Object.fromEntries(Object.keys(own.secrets).map((name) => [name, "wrong-credential"]));
      await withSender({ ...setup, own: { ...own, secrets } }, async ({ send }) => {
        const result = await send();
        assert.equal(stateOf(result), "rejected", JSON.stringify(result));
        assert.ok((result.errorMessage ?? result.responseExcerpt ?? "").length > 10, JSON.stringify(result));
        assert.ok(!JSON.stringify(result).includes("wrong-credential"));
      });
      assert.deepEqual(await fixture.take(), []);
    },
  },
  {
    name: "a message that is too large fails, and later ones are delivered",
    async run(fixture) {
      await withSender(direct(fixture), async ({ send }) => {
        const large = JSON.stringify({ text: "a".repeat(fixture.tooLargeBytes) });
        const [tooLarge, other] = await Promise.all([send({ body: large }), send({ id: "evt_2" })]);
        assert.equal(stateOf(tooLarge), "rejected", JSON.stringify(tooLarge));
        assertDelivered(other);
        assertDelivered(await send({ id: "evt_3" }));
      });
      const received = (await fixture.take()).map(({ eventId }) => eventId);
      assert.deepEqual(received, ["evt_2", "evt_3"]);
    },
  },
  {
    name: "a system that can't be reached is tried again",
    async run(fixture) {
      const relay = await startRelay(fixture.port);
      await relay.close();
      await withSender(fixture.at({ hostname: "127.0.0.1", port: relay.port }), async ({ send }) => {
        const result = await send();
        assert.equal(result.errorCode, "connection_refused");
        assert.equal(stateOf(result), "scheduled");
      });
    },
  },
  {
    name: "a system that doesn't respond times out",
    run: (fixture) =>
      withRelay(fixture, (relay) => {
        relay.isMuted = true;
        return withSender(fixture.at({ hostname: "127.0.0.1", port: relay.port }), async ({ send }) => {
          const result = await send({}, { timeoutMilliseconds: shortTimeout });
          assert.equal(result.errorCode, "timeout");
          assert.equal(stateOf(result), "scheduled");
        });
      }),
  },
  {
    name: "an aborted attempt ends at once",
    run: (fixture) =>
      withRelay(fixture, (relay) => {
        relay.isMuted = true;
        return withSender(fixture.at({ hostname: "127.0.0.1", port: relay.port }), async ({ send }) => {
          const aborting = new AbortController();
          const sending = send({}, { signal: aborting.signal });
          setTimeout(() => aborting.abort(), 50);
          assert.equal((await sending).errorCode, "aborted");
          assert.equal((await send({}, { signal: aborting.signal })).errorCode, "aborted");
        });
      }),
  },
  {
    name: "addresses that aren't public are blocked, also behind a host name",
    run: (fixture) =>
      withRelay(fixture, async (relay) => {
        const lookup = async () => [{ address: "127.0.0.1", family: 4 }];
        for (const hostname of ["127.0.0.1", "broker.example"]) {
          await withSender(
            fixture.at({ hostname, port: relay.port }),
            async ({ send }) => {
              const result = await send();
              assert.equal(result.errorCode, "blocked_address", JSON.stringify(result));
            },
            { lookup, allowHttp: true },
          );
        }
        assert.equal(relay.connections, 0);
      }),
  },
];
