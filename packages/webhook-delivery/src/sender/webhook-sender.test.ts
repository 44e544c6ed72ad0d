import type { IncomingHttpHeaders, RequestListener, Server } from "node:http";
import { gzipSync } from "node:zlib";
import { startHttp } from "@plugboard/test-http";
import { generateSecret, verify } from "@plugboard/webhook-signer";
import { verifyStandardWebhook } from "@plugboard/webhook-signer/standard-webhooks";
import { afterEach, expect, test } from "vitest";
import type { GuardedClientOptions } from "./guarded-client.ts";
import { createWebhookSender, type WebhookSender } from "./webhook-sender.ts";

const secret = generateSecret();
const body = '{"eventId":"evt_1","type":"invoice.paid","comment":"grün ✓"}';
const cleanUps: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  await Promise.all(cleanUps.splice(0).map((cleanUp) => cleanUp()));
});

interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const accept: RequestListener = (_request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end('{"received":true}');
};

/** Starts a server that records requests. */
async function startReceiver(
  respond: RequestListener = accept,
): Promise<{ server: Server; url: string; received: Received[] }> {
  const received: Received[] = [];
  const { server, url, close } = await startHttp((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method, url: path, headers } = request;
      received.push({ method, path, headers, body: Buffer.concat(chunks).toString() });
      respond(request, response);
    });
  });
  cleanUps.push(close);
  return { server, url: `${url}/hook?a=b`, received };
}

function startSender(options: GuardedClientOptions = {}): WebhookSender {
  const sender = createWebhookSender({ allowNetworks: ["127.0.0.0/8"], ...options });
  cleanUps.push(() => sender.close());
  return sender;
}

test("posts the exact body with signatures that the receiver libraries verify", async () => {
  const { url, received } = await startReceiver();
  const result = await startSender().send({ url, secrets: [secret], eventId: "evt_1", body });

  expect(result).toMatchObject({ status: 200, responseExcerpt: '{"received":true}' });
  expect(result.errorCode).toBeUndefined();
  const [request] = received;
  expect(request).toMatchObject({ method: "POST", path: "/hook?a=b", body });
  expect(request?.headers).toMatchObject({
    "content-type": "application/json",
    "user-agent": "Plugboard-Webhooks",
    "webhook-id": "evt_1",
  });
  const header = String(request?.headers["x-service-signature"]);
  const { timestamp } = await verify({ secret, header, body });
  expect(timestamp).toBe(Math.floor(result.startedAt / 1_000));
  await verifyStandardWebhook({ secret, headers: request?.headers ?? {}, body });
});

test("signs each attempt separately", async () => {
  const { url, received } = await startReceiver();
  let now = 1_700_000_000_999;
  const sender = startSender({ now: () => now });
  await sender.send({ url, secrets: [secret], eventId: "evt_1", body });
  now += 1_000;
  await sender.send({ url, secrets: [secret], eventId: "evt_1", body });
  const signatures = received.map(({ headers }) => String(headers["x-service-signature"]));
  expect(signatures[0]).toMatch(/^t=1700000000,v1=/);
  expect(signatures[1]).toMatch(/^t=1700000001,v1=/);
  expect(received.map(({ headers }) => headers["webhook-timestamp"])).toEqual(["1700000000", "1700000001"]);
});

test("signs with both secrets during a rotation", async () => {
  const { url, received } = await startReceiver();
  const older = generateSecret();
  await startSender().send({ url, secrets: [secret, older], eventId: "evt_1", body });
  const header = String(received[0]?.headers["x-service-signature"]);
  for (const secrets of [secret, older]) {
    await expect(verify({ secret: secrets, header, body })).resolves.toBeDefined();
    await expect(
      verifyStandardWebhook({ secret: secrets, headers: received[0]?.headers ?? {}, body }),
    ).resolves.toBeDefined();
  }
});

test.each([
  { title: "a secret that is not base64", secrets: ["a secret in another format"], eventId: "evt_1" },
  { title: "an id with a period", secrets: [secret], eventId: "evt.1" },
])("with $title, the service's own signature is the only one", async ({ secrets, eventId }) => {
  const { url, received } = await startReceiver();
  const result = await startSender().send({ url, secrets, eventId, body });
  expect(result.status).toBe(200);
  const header = String(received[0]?.headers["x-service-signature"]);
  await expect(verify({ secret: secrets, header, body })).resolves.toBeDefined();
  expect(received[0]?.headers).not.toHaveProperty("webhook-signature");
});

test("sends bytes unchanged", async () => {
  const { url, received } = await startReceiver();
  await startSender().send({ url, secrets: [secret], eventId: "evt_1", body: Buffer.from(body) });
  expect(received[0]?.body).toBe(body);
  const header = String(received[0]?.headers["x-service-signature"]);
  await expect(verify({ secret, header, body })).resolves.toBeDefined();
});

test("adds headers without replacing its own, and keeps secrets out of the result", async () => {
  const { url, received } = await startReceiver((_request, response) => {
    response.writeHead(200, { "set-cookie": "session=1", "x-trace": ["a", "b"] }).end();
  });
  const headers = {
    "X-Api-Key": "key-of-theirs",
    Authorization: "Bearer token",
    "Content-Type": "text/plain",
  };
  const result = await startSender().send({ url, secrets: [secret], eventId: "evt_1", body, headers });
  expect(received[0]?.headers).toMatchObject({
    "x-api-key": "key-of-theirs",
    authorization: "Bearer token",
    "content-type": "application/json",
  });
  expect(result.requestHeaders).toEqual({
    "content-type": "application/json",
    "user-agent": "Plugboard-Webhooks",
    "webhook-id": "evt_1",
    "webhook-timestamp": received[0]?.headers["webhook-timestamp"],
    "webhook-signature": "[redacted]",
    "x-service-signature": "[redacted]",
    "x-api-key": "[redacted]",
    authorization: "[redacted]",
  });
  expect(result.responseHeaders).toMatchObject({ "set-cookie": "[redacted]", "x-trace": "a, b" });
});

test("delivers with the options of the endpoint", async () => {
  const { url, received } = await startReceiver();
  const endpoint = {
    url,
    secrets: [secret],
    options: { headers: { Authorization: "Bearer token" }, signatures: ["standard"] as const },
  };
  const result = await startSender().deliver({ eventId: "evt_1", body }, endpoint);
  expect(result).toMatchObject({ status: 200, requestHeaders: { authorization: "[redacted]" } });
  expect(received[0]?.headers).toMatchObject({ authorization: "Bearer token", "webhook-id": "evt_1" });
  expect(received[0]?.headers).not.toHaveProperty("x-service-signature");
  const service = { ...endpoint, options: { signatures: ["service"] as const } };
  await startSender().deliver({ eventId: "evt_1", body }, service);
  expect(received[1]?.headers).toHaveProperty("x-service-signature");
  expect(received[1]?.headers).not.toHaveProperty("webhook-id");
});

test("uses the timeout of the endpoint", async () => {
  const { url } = await startReceiver(() => {});
  const endpoint = { url, secrets: [secret], options: { timeoutMilliseconds: 50 } };
  const result = await startSender().deliver({ eventId: "evt_1", body }, endpoint);
  expect(result).toMatchObject({ errorCode: "timeout", errorMessage: expect.stringContaining("50 ms") });
});

test.each([
  { title: "a connection header", headers: { Host: "internal" }, secrets: [secret] },
  { title: "a custom body length", headers: { "content-length": "3" }, secrets: [secret] },
  { title: "a line break in a header", headers: { "x-a": "b\r\nx-injected: c" }, secrets: [secret] },
  { title: "an invalid header name", headers: { "x a": "b" }, secrets: [secret] },
  { title: "no secret", headers: {}, secrets: [] },
])("$title is an invalid request, and nothing is sent", async ({ headers, secrets }) => {
  const { url, received } = await startReceiver();
  const result = await startSender().send({ url, secrets, eventId: "evt_1", body, headers });
  expect(result).toMatchObject({ errorCode: "invalid_request" });
  expect(received).toEqual([]);
});

test("keeps the connection: only the first attempt has the timings of opening one", async () => {
  const { server, url } = await startReceiver();
  let connections = 0;
  server.on("connection", () => {
    connections += 1;
  });
  const sender = startSender();
  const first = await sender.send({ url, secrets: [secret], eventId: "evt_1", body });
  // A connection is reusable one event loop turn after its response.
  await new Promise((resolve) => setTimeout(resolve, 20));
  const second = await sender.send({ url, secrets: [secret], eventId: "evt_2", body });
  expect(connections).toBe(1);
  expect(first.timings).toEqual({
    connect: expect.any(Number),
    firstByte: expect.any(Number),
    total: expect.any(Number),
  });
  expect(second.timings).toEqual({ firstByte: expect.any(Number), total: expect.any(Number) });
});

test("post returns the whole response, and sends the caller's headers", async () => {
  const { url, received } = await startReceiver((_request, response) => {
    response
      .writeHead(201, { "content-encoding": "gzip", "set-cookie": ["a=1", "b=2"] })
      .end(gzipSync("respond"));
  });
  const headers = { "content-type": "multipart/form-data; boundary=x", "x-service-signature": "t=1,v1=00" };
  const { result, response } = await startSender().post({ url, headers, body: Buffer.from("--x--") });
  expect(received[0]).toMatchObject({ body: "--x--", headers });
  expect(received[0]?.headers).not.toHaveProperty("webhook-id");
  expect(result).toMatchObject({ status: 201, responseExcerpt: "respond" });
  expect(result.requestHeaders["x-service-signature"]).toBe("[redacted]");
  expect(response).toMatchObject({ status: 201, isComplete: true });
  expect(response?.headers["set-cookie"]).toEqual(["a=1", "b=2"]);
  expect(Buffer.from(response?.body ?? []).toString()).toBe("respond");
});

test("reads no more of a response than the limit, and exactly the limit is complete", async () => {
  const { url } = await startReceiver((request, response) => {
    response.end("x".repeat(Number(request.headers["x-size"])));
  });
  const sender = startSender({ maxResponseBytes: 100_000 });
  const sizes = [99_999, 100_000, 100_001, 5_000_000];
  const responses = await Promise.all(
    sizes.map(
      async (size) => (await sender.post({ url, headers: { "x-size": String(size) }, body: "" })).response,
    ),
  );
  expect(responses.map((response) => [response?.body.length, response?.isComplete])).toEqual([
    [99_999, true],
    [100_000, true],
    [100_000, false],
    [100_000, false],
  ]);
});

test("an attempt is aborted before it starts, while it runs, and when the sender closes", async () => {
  const { url, received } = await startReceiver(() => {});
  const sender = startSender();
  const request = { url, secrets: [secret], eventId: "evt_1", body };
  const before = await sender.send(request, { signal: AbortSignal.abort() });
  expect(before).toMatchObject({ errorCode: "aborted" });
  expect(received).toEqual([]);

  const controller = new AbortController();
  const running = sender.send(request, { signal: controller.signal });
  await expect.poll(() => received.length).toBe(1);
  controller.abort();
  expect(await running).toMatchObject({ errorCode: "aborted" });

  const last = sender.send(request);
  await expect.poll(() => received.length).toBe(2);
  await sender.close();
  expect(await last).toMatchObject({ errorCode: "aborted" });
  expect(await sender.send(request)).toMatchObject({ errorCode: "aborted" });
});

test("reads with the caller's headers and without a body", async () => {
  const { url, received } = await startReceiver();
  const { result, response } = await startSender().get({ url, headers: { "x-of-the-caller": "yes" } });
  expect(result.status).toBe(200);
  expect(response?.isComplete).toBe(true);
  expect(received).toMatchObject([{ method: "GET", body: "", headers: { "x-of-the-caller": "yes" } }]);
});

test("many attempts share one signal without a warning", async () => {
  const { url } = await startReceiver();
  const warnings: Error[] = [];
  const listener = (warning: Error): unknown => warnings.push(warning);
  process.on("warning", listener);
  cleanUps.push(async () => process.off("warning", listener));
  const sender = startSender();
  const { signal } = new AbortController();
  const sends = Array.from({ length: 50 }, (_, index) =>
    sender.send({ url, secrets: [secret], eventId: `evt_${index}`, body }, { signal }),
  );
  expect((await Promise.all(sends)).every(({ status }) => status === 200)).toBe(true);
  await new Promise((resolve) => setImmediate(resolve));
  expect(warnings).toEqual([]);
});
