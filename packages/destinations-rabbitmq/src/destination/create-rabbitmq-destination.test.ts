import { once } from "node:events";
import { connect } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { createServer } from "node:tls";
import { startProxy } from "@plugboard/test-http";
import { type RabbitMq, hasRabbitMq, startRabbitMq } from "@plugboard/test-rabbitmq";
import {
  type ClientCertificate,
  createWebhookSender,
  type WebhookSender,
  type WebhookSenderOptions,
} from "@plugboard/webhook-delivery";
import { destinationCases } from "@plugboard/webhook-delivery/testing";
import { createWebhooks } from "@plugboard/webhook-delivery/webhooks";
import { generate } from "selfsigned";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { createRabbitMqDestination, type RabbitMqDestinationOptions } from "./create-rabbitmq-destination.ts";
import { createFixture, startConsumer, type TestConsumer } from "./rabbitmq.fixture.ts";

const maxMessageBytes = 65_536;

describe.skipIf(!hasRabbitMq())("RabbitMQ", () => {
  let broker: RabbitMq;
  let consumer: TestConsumer;

  beforeAll(async () => {
    broker = await startRabbitMq({ maxMessageBytes });
    consumer = await startConsumer(broker);
  }, 60_000);

  afterAll(async () => {
    await consumer.close();
    await broker.close();
  });

  test.for(destinationCases)("$name", async ({ run }) => {
    const fixture = await createFixture(broker, consumer, maxMessageBytes);
    await expect(run(fixture)).resolves.toBeUndefined();
  });

  function startSender(
    options: WebhookSenderOptions = {},
    destination: RabbitMqDestinationOptions = {},
  ): WebhookSender {
    const destinations = [createRabbitMqDestination(destination)];
    const sender = createWebhookSender({ allowNetworks: ["127.0.0.0/8"], destinations, ...options });
    onTestFinished(() => sender.close());
    return sender;
  }

  interface Sent {
    readonly settings: Readonly<Record<string, string>>;
    readonly url?: string;
    readonly clientCertificate?: ClientCertificate;
    readonly sender?: WebhookSender;
  }

  function send({ settings, url, clientCertificate, sender = startSender() }: Sent) {
    const { port, username, password } = broker;
    return sender.send({
      url: url ?? `amqp://127.0.0.1:${port}`,
      secrets: ["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"],
      eventId: "evt_1",
      eventType: "invoice.paid",
      body: "{}",
      headers: { "X-Team": "blue" },
      clientCertificate,
      destination: { type: "rabbitmq", settings: { username, ...settings }, secrets: { password } },
    });
  }

  test("a message is persistent, typed and dated, and has the endpoint's own headers", async () => {
    const { name: queue } = await consumer.channel.queueDeclare("plain");
    const before = Math.floor(Date.now() / 1_000) * 1_000;
    const result = await send({ settings: { routingKey: queue } });
    expect(result).toMatchObject({ status: 200, requestHeaders: { exchange: "", "routing-key": "plain" } });
    const [message] = await consumer.take(queue);
    expect(message?.properties).toMatchObject({
      contentType: "application/json",
      deliveryMode: 2,
      messageId: "evt_1",
      type: "invoice.paid",
      headers: { "x-team": "blue", "webhook-id": "evt_1" },
    });
    expect(message?.properties.timestamp?.getTime()).toBeGreaterThanOrEqual(before);
  });

  test("a message without a queue fails as unroutable", async () => {
    await consumer.channel.exchangeDeclare("unbound", "topic");
    const result = await send({ settings: { exchange: "unbound" } });
    expect(result.status).toBe(312);
    expect(result.responseExcerpt).toBe(
      'NO_ROUTE: no queue is bound to the exchange "unbound" for the routing key "invoice.paid".',
    );
  });

  test("a missing exchange fails, and a missing virtual host is retried", async () => {
    expect(await send({ settings: { exchange: "missing" } })).toMatchObject({
      status: 404,
      responseExcerpt: expect.stringContaining("NOT_FOUND - no exchange 'missing'"),
    });
    expect(
      await send({ settings: { routingKey: "plain" }, url: `amqp://127.0.0.1:${broker.port}/missing` }),
    ).toMatchObject({
      status: 530,
      responseExcerpt: expect.stringContaining("vhost missing not found"),
    });
  });

  test("a full queue is retried", async () => {
    const limits = { "x-max-length": 1, "x-overflow": "reject-publish" };
    const { name: routingKey } = await consumer.channel.queueDeclare(
      `full-${crypto.randomUUID()}`,
      {},
      limits,
    );
    expect(await send({ settings: { routingKey } })).toMatchObject({ status: 200 });
    expect(await send({ settings: { routingKey } })).toMatchObject({
      status: 506,
      responseExcerpt: expect.stringContaining("basic.nack"),
    });
  });

  test("messages share a connection through the egress proxy, which closes when it is idle", async () => {
    const { name: routingKey } = await consumer.channel.queueDeclare("pooled");
    const proxy = await startProxy("name:password");
    onTestFinished(() => proxy.close());
    const sender = startSender(
      { proxy: `http://name:password@127.0.0.1:${proxy.port}` },
      { idleMilliseconds: 5 },
    );
    const settings = { routingKey };
    const results = await Promise.all(Array.from({ length: 10 }, () => send({ settings, sender })));
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200]));
    expect(proxy.asked.map(({ target }) => target)).toEqual([`127.0.0.1:${broker.port}`]);
    await vi.waitFor(async () => {
      expect(await send({ settings, sender })).toMatchObject({ status: 200 });
      expect(proxy.asked.length).toBeGreaterThan(1);
    });
  });

  test("the broker's certificate is verified", async () => {
    const { cert, private: key } = await generate([{ name: "commonName", value: "127.0.0.1" }], {
      keyType: "ec",
      extensions: [{ name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] }],
    });
    const tls = createServer({ cert, key }, (socket) => {
      const upstream = connect(broker.port, "127.0.0.1");
      socket.pipe(upstream).pipe(socket);
      for (const side of [socket, upstream]) side.on("error", () => socket.destroy());
    }).listen(0, "127.0.0.1");
    await once(tls, "listening");
    onTestFinished(() => void tls.close());
    const address = tls.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    const { name: routingKey } = await consumer.channel.queueDeclare("secured");
    const message = { settings: { routingKey }, url: `amqps://127.0.0.1:${address.port}` };
    expect(await send(message)).toMatchObject({ errorCode: "tls_failed" });
    const clientCertificate = { certificate: cert, privateKey: key, authorities: cert };
    expect(await send({ ...message, clientCertificate })).toMatchObject({ status: 200 });
  });

  test("no event is lost when the broker is killed under load", {
    tags: ["night"],
    timeout: 60_000,
  }, async () => {
    const exchange = `durable-${crypto.randomUUID()}`;
    await consumer.channel.exchangeDeclare(exchange, "topic", { durable: true });
    await consumer.channel.queueDeclare(exchange, { durable: true });
    await consumer.channel.queueBind(exchange, exchange, "#");
    const { store, close } = await createWebhooks({
      database: new DatabaseSync(":memory:"),
      sender: { allowNetworks: ["127.0.0.0/8"], destinations: [createRabbitMqDestination()] },
      worker: {
        retryPolicy: {
          delaysMilliseconds: Array.from({ length: 100 }, () => 300),
          jitter: 0,
          maxRetryAfterMilliseconds: 0,
        },
      },
    });
    onTestFinished(() => close());
    const { port, username, password } = broker;
    await store.createEndpoint({
      url: `amqp://127.0.0.1:${port}`,
      eventTypes: ["invoice.paid"],
      secrets: ["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"],
      options: {
        destination: { type: "rabbitmq", settings: { exchange, username }, secrets: { password } },
      },
    });
    const ids = Array.from({ length: 2_000 }, (_, index) => `evt_${index}`);
    await store.publish(ids.map((id) => ({ id, type: "invoice.paid", body: JSON.stringify({ id }) })));
    const delivered = async () =>
      (await store.listDeliveries({ states: ["delivered"], limit: 1_000 })).items.length;
    await vi.waitFor(async () => expect(await delivered()).toBeGreaterThan(200), {
      interval: 1,
      timeout: 10_000,
    });
    await broker.kill();
    const left = await store.listDeliveries({ states: ["scheduled", "sending"] });
    expect(left.items.length).toBeGreaterThan(0);
    await broker.restart();
    await vi.waitFor(
      async () =>
        expect((await store.listDeliveries({ states: ["scheduled", "waiting", "sending"] })).items).toEqual(
          [],
        ),
      { timeout: 40_000 },
    );
    expect((await store.listDeliveries({ states: ["failed"] })).items).toEqual([]);
    const again = await startConsumer(broker);
    const received = await again.take(exchange);
    await again.close();
    expect(new Set(received.map(({ properties }) => properties.messageId))).toEqual(new Set(ids));
  });
});
