import { once } from "node:events";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { Server } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { generate } from "selfsigned";
import { afterEach, expect, test } from "vitest";
import type { AttemptResult } from "../model/attempt-result.ts";
import type { GuardedClientOptions } from "./guarded-client.ts";
import { createWebhookSender, type WebhookSender } from "./webhook-sender.ts";

const cleanUps: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

const loopback = { allowNetworks: ["127.0.0.0/8"] };

function startSender(options: GuardedClientOptions): WebhookSender {
  const sender = createWebhookSender(options);
  cleanUps.push(() => sender.close());
  return sender;
}

function send(sender: WebhookSender, url: string): Promise<AttemptResult> {
  return sender.send({ url, secrets: ["whsec_c2VjcmV0"], eventId: "evt_1", body: "{}" });
}

async function listen(server: Server & { closeAllConnections(): void }): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanUps.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address.port;
}

/** Starts a server that counts requests and closes every connection after its response. */
async function startCounter(): Promise<{ port: number; requests: () => number }> {
  let requests = 0;
  const respond: RequestListener = (_request, response) => {
    requests += 1;
    response.writeHead(200, { connection: "close" }).end();
  };
  return { port: await listen(createHttpServer(respond)), requests: () => requests };
}

test.each([
  "127.0.0.1",
  "127.1",
  "2130706433",
  "0x7f000001",
  "0x7f.1",
  "0177.0.0.1",
  "017700000001",
  "127.0.0.1.",
  "0",
  "localhost",
  "LOCALHOST",
  "[::1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[64:ff9b::127.0.0.1]",
  "[::]",
])("blocks the loopback network as %s", async (host) => {
  const { port, requests } = await startCounter();
  const sender = startSender({ allowHttp: true });
  for (const scheme of ["http", "https"]) {
    expect(await send(sender, `${scheme}://${host}:${port}/`)).toMatchObject({
      errorCode: "blocked_address",
    });
  }
  expect(requests()).toBe(0);
});

test.each([
  "169.254.169.254",
  "[fd00:ec2::254]",
  "100.100.100.200",
  "168.63.129.16",
  "10.0.0.1",
  "224.0.0.1",
])("does not call %s", async (host) => {
  const result = await send(startSender({}), `https://${host}/`);
  expect(result).toMatchObject({ errorCode: "blocked_address" });
  expect(result.timings).toEqual({ total: expect.any(Number) });
});

test("blocks a host if any of its addresses is private", async () => {
  const { port, requests } = await startCounter();
  const lookup = async () => [
    { address: "127.0.0.1", family: 4 },
    { address: "10.0.0.1", family: 4 },
  ];
  const result = await send(startSender({ ...loopback, lookup }), `http://hooks.example.com:${port}/`);
  expect(result).toMatchObject({ errorCode: "blocked_address" });
  expect(result.errorMessage).toContain("hooks.example.com");
  expect(result.errorMessage).not.toContain("10.0.0.1");
  expect(requests()).toBe(0);
});

test("a name that resolves to another address after the check has no effect", async () => {
  const { port, requests } = await startCounter();
  const addresses = ["127.0.0.1", "10.0.0.1"];
  let lookups = 0;
  const lookup = async () => {
    const address = addresses[lookups] ?? "10.0.0.1";
    lookups += 1;
    return [{ address, family: 4 }];
  };
  const sender = startSender({ ...loopback, lookup });
  const url = `http://rebinding.example.com:${port}/`;
  expect(await send(sender, url)).toMatchObject({ status: 200 });
  expect({ lookups, requests: requests() }).toEqual({ lookups: 1, requests: 1 });
  // The next connection is checked again.
  expect(await send(sender, url)).toMatchObject({ errorCode: "blocked_address" });
  expect({ lookups, requests: requests() }).toEqual({ lookups: 2, requests: 1 });
});

test("plain HTTP needs an allowed network or allowHttp", async () => {
  const lookup = async () => [{ address: "93.184.215.14", family: 4 }];
  expect(await send(startSender({ lookup }), "http://hooks.example.com/")).toMatchObject({
    errorCode: "insecure_url",
  });
});

test.each([
  ["https", 443],
  ["http", 80],
])("uses the default port of %s, %i", async (scheme, port) => {
  const targets: (string | undefined)[] = [];
  const proxy = createHttpServer().on("connect", (request, socket) => {
    targets.push(request.url);
    socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
  });
  const proxyPort = await listen(proxy);
  const lookup = async () => [{ address: "93.184.215.14", family: 4 }];
  const sender = startSender({ lookup, allowHttp: true, proxy: `http://127.0.0.1:${proxyPort}` });
  expect(await send(sender, `${scheme}://hooks.example.com/`)).toMatchObject({
    errorCode: "connection_failed",
  });
  expect(targets).toEqual([`93.184.215.14:${port}`]);
});

test.each([
  { title: "fails", lookup: async () => Promise.reject(new Error("SERVFAIL")), errorCode: "dns_failed" },
  { title: "finds nothing", lookup: async () => [], errorCode: "dns_failed" },
  { title: "never responds", lookup: () => new Promise<never>(() => {}), errorCode: "timeout" },
])("name resolution that $title leads to $errorCode", async ({ lookup, errorCode }) => {
  const sender = startSender({ lookup, timeoutMilliseconds: 200 });
  expect(await send(sender, "https://hooks.example.com/")).toMatchObject({ errorCode });
});

test("tries the next address if the first one refuses", async () => {
  const { port } = await startCounter();
  const lookup = async () => [
    { address: "127.0.0.2", family: 4 },
    { address: "127.0.0.1", family: 4 },
  ];
  const result = await send(startSender({ ...loopback, lookup }), `http://hooks.example.com:${port}/`);
  expect(result).toMatchObject({ status: 200 });
});

test("an attempt aborted while waiting for its connection is not sent later", async () => {
  const { port, requests } = await startCounter();
  const resolvers: ((addresses: { address: string; family: number }[]) => void)[] = [];
  const lookup = () =>
    new Promise<{ address: string; family: number }[]>((resolve) => resolvers.push(resolve));
  const sender = startSender({ ...loopback, lookup });
  const controller = new AbortController();
  const url = `http://hooks.example.com:${port}/`;
  const attempt = sender.post({ url, headers: {}, body: "" }, { signal: controller.signal });
  await expect.poll(() => resolvers.length).toBe(1);
  controller.abort();
  expect((await attempt).result).toMatchObject({ errorCode: "aborted" });
  resolvers[0]?.([{ address: "127.0.0.1", family: 4 }]);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(requests()).toBe(0);
});

test("closing the sender ends attempts that wait for their connection", async () => {
  const sender = startSender({ lookup: () => new Promise<never>(() => {}) });
  const attempt = send(sender, "https://hooks.example.com/");
  await sender.close();
  expect(await attempt).toMatchObject({ errorCode: "aborted" });
});

async function startTlsServer(): Promise<{ port: number; certificate: string }> {
  const names = [{ name: "commonName", value: "hooks.example.com" }];
  const altNames = [{ type: 2 as const, value: "hooks.example.com" }];
  const { cert, private: key } = await generate(names, {
    extensions: [
      { name: "basicConstraints", cA: true },
      { name: "subjectAltName", altNames },
    ],
  });
  const server = createHttpsServer({ cert, key }, (_request, response) => response.end("secure"));
  return { port: await listen(server), certificate: cert };
}

test("measures the TLS handshake and checks the certificate against the hostname", async () => {
  const { port, certificate } = await startTlsServer();
  const original = getCACertificates("default");
  cleanUps.push(() => setDefaultCACertificates(original));
  setDefaultCACertificates([...original, certificate]);
  const lookup = async () => [{ address: "127.0.0.1", family: 4 }];
  const sender = startSender({ ...loopback, lookup });

  const good = await send(sender, `https://hooks.example.com:${port}/`);
  expect(good).toMatchObject({ status: 200, responseExcerpt: "secure" });
  expect(good.timings).toMatchObject({
    dns: expect.any(Number),
    connect: expect.any(Number),
    tls: expect.any(Number),
  });

  for (const host of ["other.example.com", "127.0.0.1"]) {
    const wrong = await send(sender, `https://${host}:${port}/`);
    expect(wrong).toMatchObject({ errorCode: "tls_failed" });
    expect(wrong.errorMessage).toContain("ERR_TLS_CERT_ALTNAME_INVALID");
    expect(wrong.timings.tls).toEqual(expect.any(Number));
  }
});

test("rejects an untrusted certificate", async () => {
  const { port } = await startTlsServer();
  const result = await send(startSender(loopback), `https://127.0.0.1:${port}/`);
  expect(result).toMatchObject({ errorCode: "tls_failed" });
  expect(result.errorMessage).toContain("DEPTH_ZERO_SELF_SIGNED_CERT");
});
