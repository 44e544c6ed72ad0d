import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { createWebhookSender } from "@plugboard/webhook-delivery";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createRabbitMqDestination } from "../destination/create-rabbitmq-destination.ts";
import {
  type FakeBroker,
  methods,
  type Respond,
  shortText,
  startFakeBroker,
  toFrame,
  u16,
  u32,
  u64,
} from "./fake-broker.fixture.ts";

const rejections: unknown[] = [];
const note = (error: unknown): void => void rejections.push(error);

beforeEach(() => {
  rejections.length = 0;
  process.on("unhandledRejection", note);
});

// An unhandled rejection ends a server.
afterEach(async () => {
  await delay(5);
  process.off("unhandledRejection", note);
  if (rejections.length > 0) throw new AggregateError(rejections, "unhandled rejections");
});

interface Sent {
  readonly body?: string;
  readonly eventId?: string;
  readonly username?: string;
  readonly password?: string;
}

async function setUp(...options: Parameters<typeof startFakeBroker>) {
  const broker = await startFakeBroker(...options);
  const sender = createWebhookSender({
    allowNetworks: ["127.0.0.0/8"],
    destinations: [createRabbitMqDestination({ maxIdleConnections: 3 })],
  });
  onTestFinished(async () => {
    await sender.close();
    await broker.close();
  });
  const send = (
    { body = "{}", eventId = "evt_1", username = "acme", password = "p4ssw0rd" }: Sent = {},
    timeoutMilliseconds = 1_000,
  ) =>
    sender.send(
      {
        url: `amqp://127.0.0.1:${broker.port}`,
        secrets: ["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"],
        eventId,
        eventType: "invoice.paid",
        body,
        destination: {
          type: "rabbitmq",
          settings: { username, exchange: "events" },
          secrets: { password },
        },
      },
      { timeoutMilliseconds },
    );
  return { broker, send };
}

const reset: Respond = ({ socket }) => void socket.resetAndDestroy();
const large = JSON.stringify({ text: "a".repeat(8_000_000) });

/** Returns the sockets with which this process connects to servers until the test ends. */
function watchSockets(): readonly Socket[] {
  const sockets: Socket[] = [];
  const add = (message: unknown): void => {
    const { socket } = Object(message);
    if (socket instanceof Socket) sockets.push(socket);
  };
  subscribe("net.client.socket", add);
  onTestFinished(() => void unsubscribe("net.client.socket", add));
  return sockets;
}

function count({ received }: FakeBroker, method: string): number {
  return received.filter((name) => name === method).length;
}

test.each(["header", "10.11", "10.40", "20.10", "85.10", "60.40"])(
  "a connection that is reset at %s is retried",
  async (method) => {
    const answered: Respond = (peer) => {
      peer.reply(0, methods.start, Buffer.of(0, 9), u32(0), u32(5), Buffer.from("PLAIN"), u32(0));
      reset(peer, 0);
    };
    const { send } = await setUp({ [method]: method === "header" ? answered : reset });
    expect(await send()).toMatchObject({ errorCode: "connection_reset" });
  },
);

test("a connection that ends while a large message is being written is retried", async () => {
  const stop: Respond = ({ socket }) => {
    socket.pause();
    setTimeout(() => socket.resetAndDestroy(), 50);
  };
  const { send } = await setUp({
    "85.10": (peer, channel) => (peer.reply(channel, methods.selectOk), stop(peer, channel)),
  });
  expect(await send({ body: large })).toMatchObject({ errorCode: "connection_reset" });
});

test("a large message is refused before it is written", async () => {
  const { send } = await setUp({
    "60.40": ({ reply, socket }, channel) => {
      reply(
        channel,
        methods.channelClose,
        u16(406),
        shortText("PRECONDITION_FAILED - too large"),
        u16(60),
        u16(40),
      );
      socket.pause();
      setTimeout(() => socket.resume(), 100);
    },
  });
  expect(await send({ body: large })).toMatchObject({ status: 406 });
});

test("a broker that stops reading keeps no socket", async () => {
  const sockets = watchSockets();
  const { send } = await setUp({
    "85.10": ({ reply, socket }, channel) => {
      reply(channel, methods.selectOk);
      socket.pause();
    },
  });
  expect(await send({ body: large }, 100)).toMatchObject({ errorCode: "timeout" });
  expect(sockets).toHaveLength(1);
  await vi.waitFor(() => expect(sockets[0]?.destroyed).toBe(true), { timeout: 3_000 });
});

test("a rejected message leaves no channel behind", async () => {
  const { send, broker } = await setUp({ "60.40": ({ confirm }, channel) => confirm(channel, true) });
  for (const _ of Array.from({ length: 5 })) expect(await send()).toMatchObject({ status: 506 });
  expect(count(broker, "20.10")).toBe(1);
});

test("messages wait for a channel if the broker limits their number", async () => {
  const { send, broker } = await setUp({}, { channelMax: 3 });
  const results = await Promise.all(Array.from({ length: 20 }, () => send()));
  expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(count(broker, "20.10")).toBe(3);
});

test("a message isn't published after its attempt has ended", async () => {
  let open: (() => void) | undefined;
  const { send, broker } = await setUp({
    "10.40": ({ reply }) => {
      open = () => reply(0, methods.openOk, Buffer.of(0));
    },
  });
  const other = send({ eventId: "evt_2" });
  expect(await send({}, 50)).toMatchObject({ errorCode: "timeout" });
  open?.();
  expect(await other).toMatchObject({ status: 200 });
  expect(count(broker, "60.40")).toBe(1);
});

test("a blocked connection is retried, and is used again when it is unblocked", async () => {
  let unblock: (() => void) | undefined;
  const { send, broker } = await setUp({
    "60.40": ({ reply, confirm }, channel) => {
      if (unblock !== undefined) return confirm(channel);
      reply(0, methods.blocked, shortText("low on memory"));
      unblock = () => {
        reply(0, methods.unblocked);
        confirm(channel);
      };
    },
  });
  expect(await send({}, 100)).toMatchObject({ errorCode: "timeout" });
  expect(await send()).toMatchObject({
    status: 506,
    responseExcerpt: "The broker accepts no messages at the moment (connection.blocked: low on memory).",
  });
  expect(count(broker, "60.40")).toBe(1);
  unblock?.();
  await vi.waitFor(async () => expect(await send()).toMatchObject({ status: 200 }));
  expect(broker.sockets.size).toBe(1);
});

test.each([0, 8, 16])("a frame size of %d is handled", async (frameMax) => {
  const { send } = await setUp({}, { frameMax });
  const result = await send();
  expect(result).toMatchObject(frameMax === 0 ? { status: 200 } : { errorCode: "invalid_response" });
});

test("the close of a channel is no confirmation, whatever its code", async () => {
  const { send } = await setUp({
    "60.40": ({ reply }, channel) =>
      reply(channel, methods.channelClose, u16(200), shortText("ok"), u16(0), u16(0)),
  });
  expect(await send()).toMatchObject({ errorCode: "connection_reset" });
});

test("a returned message is a failure, whatever its code", async () => {
  const { send } = await setUp({
    "60.40": ({ reply, confirm, socket }, channel) => {
      reply(
        channel,
        methods.returned,
        u16(200),
        shortText("ok"),
        shortText("events"),
        shortText("invoice.paid"),
      );
      socket.write(toFrame(2, channel, Buffer.concat([u16(60), u16(0), u64(0), u16(0)])));
      confirm(channel);
    },
  });
  expect(await send()).toMatchObject({ status: 312 });
});

test("a broker can't announce a body that fills the memory", async () => {
  const before = process.memoryUsage().arrayBuffers;
  const { send } = await setUp({
    "60.40": ({ reply, socket }, channel) => {
      reply(
        channel,
        methods.returned,
        u16(312),
        shortText("NO_ROUTE"),
        shortText("events"),
        shortText("key"),
      );
      socket.write(toFrame(2, channel, Buffer.concat([u16(60), u16(0), u64(2_000_000_000), u16(0)])));
    },
  });
  expect(await send()).toMatchObject({ errorCode: "invalid_response" });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000_000);
});

test("a broker that sends without being asked is disconnected", async () => {
  const { send } = await setUp({
    "60.40": ({ socket }) => void socket.write(Buffer.alloc(8_000_000, toFrame(8, 0))),
  });
  expect(await send()).toMatchObject({ errorCode: "invalid_response" });
});

test("endpoints share a connection only if their whole login is the same", async () => {
  const { send, broker } = await setUp();
  const logins = [
    {},
    {},
    { password: "other" },
    { username: "other" },
    { username: "other", password: "other" },
  ];
  for (const login of logins.slice(0, 3)) expect(await send(login)).toMatchObject({ status: 200 });
  expect(count(broker, "10.11")).toBe(2);
  await Promise.all(logins.map((login) => send(login)));
  expect(count(broker, "10.11")).toBe(4);
});

test("idle connections are limited", async () => {
  const { send, broker } = await setUp();
  for (let number = 0; number < 20; number += 1)
    expect(await send({ password: String(number) })).toMatchObject({ status: 200 });
  await vi.waitFor(() => expect(broker.sockets.size).toBe(3));
});
