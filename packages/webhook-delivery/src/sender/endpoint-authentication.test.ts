import { createPublicKey, verify as verifyBytes } from "node:crypto";
import { once } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import { createServer, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { TLSSocket } from "node:tls";
import { startProxy } from "@plugboard/test-http";
import { generateSecret } from "@plugboard/webhook-signer";
import { generateSigningKeyPair, verifyStandardWebhook } from "@plugboard/webhook-signer/standard-webhooks";
import { generate } from "selfsigned";
import { afterEach, expect, test } from "vitest";
import type { EndpointOptions } from "../model/endpoint.ts";
import type { AttemptResult } from "../model/attempt-result.ts";
import { checkEndpointOptions } from "../policy/endpoint-options.ts";
import type { GuardedClientOptions } from "./guarded-client.ts";
import { createWebhookSender } from "./webhook-sender.ts";

const cleanUps: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

const body = '{"eventId":"evt_1"}';

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanUps.push(() => {
    server.closeAllConnections();
    server.close();
  });
  // The server listens on a port, not on a path.
  return (server.address() as AddressInfo).port;
}

/** Sends with the options of an endpoint. */
function startSender(url: string, options: EndpointOptions = {}, own: GuardedClientOptions = {}) {
  checkEndpointOptions(options);
  const sender = createWebhookSender({ allowNetworks: ["127.0.0.0/8"], ...own });
  cleanUps.push(() => sender.close());
  return async (secrets = [generateSecret()]): Promise<AttemptResult> =>
    await sender.deliver({ eventId: "evt_1", body }, { url, secrets, options });
}

/** Starts a receiver that accepts only matching requests. */
async function startReceiver(accepts: (headers: IncomingHttpHeaders) => boolean = () => true) {
  const received: IncomingHttpHeaders[] = [];
  const port = await listen(
    createServer((request, response) => {
      received.push(request.headers);
      response.writeHead(accepts(request.headers) ? 200 : 401).end();
    }),
  );
  return { url: `http://127.0.0.1:${port}/in`, port, received };
}

/** Starts an authorization server that issues `token-1`, `token-2`, … */
async function startAuthorization(respond: (count: number) => { status?: number; body: object }) {
  const asked: { readonly form: string; readonly authorization: string | undefined }[] = [];
  const port = await listen(
    createServer((request, response) => {
      void text(request).then((form) => {
        asked.push({ form, authorization: request.headers.authorization });
        const { status = 200, body: given } = respond(asked.length);
        return response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(given));
      });
    }),
  );
  const authentication = {
    type: "oauth2",
    tokenUrl: `http://127.0.0.1:${port}/token`,
    clientId: "client:1",
    clientSecret: "s3cret/",
    scope: "hooks write",
    audience: "https://api.example.com",
  } as const;
  return { asked, authentication };
}

const giveToken = (count: number) => ({
  body: { access_token: `token-${count}`, token_type: "bearer", expires_in: 3600 },
});

test("sends a user name and a password, and keeps them out of the log", async () => {
  const { url, received } = await startReceiver();
  const authentication = { type: "basic", username: "ada", password: "löve:lace" } as const;
  const result = await startSender(url, { authentication })();
  expect(result).toMatchObject({ status: 200, requestHeaders: { authorization: "[redacted]" } });
  const [scheme, credentials = ""] = received[0]?.authorization?.split(" ") ?? [];
  expect([scheme, Buffer.from(credentials, "base64").toString()]).toEqual(["Basic", "ada:löve:lace"]);
});

test("requests one token for concurrent requests, and another before it expires", async () => {
  let now = Date.UTC(2026, 0, 1);
  const { url, received } = await startReceiver();
  const { asked, authentication } = await startAuthorization(giveToken);
  const send = startSender(url, { authentication }, { now: () => now });
  const results = await Promise.all([send(), send(), send()]);
  expect(results.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(asked).toEqual([
    {
      form: "grant_type=client_credentials&scope=hooks+write&audience=https%3A%2F%2Fapi.example.com",
      authorization: `Basic ${Buffer.from("client%3A1:s3cret%2F").toString("base64")}`,
    },
  ]);
  now += 3_580_000;
  await send();
  expect(asked).toHaveLength(2);
  expect(received.map(({ authorization }) => authorization)).toEqual([
    ...Array.from({ length: 3 }, () => "Bearer token-1"),
    "Bearer token-2",
  ]);
});

test("requests another token once if the endpoint responds with 401, within one attempt", async () => {
  let wanted = "Bearer token-2";
  const { url, received } = await startReceiver(({ authorization }) => authorization === wanted);
  const { asked, authentication } = await startAuthorization(giveToken);
  const send = startSender(url, { authentication });
  const both = await Promise.all([send(), send()]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect([asked.length, received.length]).toEqual([2, 4]);
  wanted = "Bearer nobody's";
  expect(await send()).toMatchObject({ status: 401 });
  expect([asked.length, received.length]).toEqual([3, 6]);
});

test.each([
  [{ status: 400, body: { error: "invalid_client" } }, "issued no token (400)"],
  [{ body: {} }, "no valid access_token"],
  [{ body: { access_token: "a\r\nx-b: c" } }, "no valid access_token"],
  [{ body: { access_token: "a", token_type: "mac" } }, "another type than Bearer"],
])("sends nothing without a token, and tries again later: %j", async (response, message) => {
  const { url, received } = await startReceiver();
  const { asked, authentication } = await startAuthorization(() => response);
  const send = startSender(url, { authentication });
  const failure = { errorCode: "authentication_failed", errorMessage: expect.stringContaining(message) };
  expect(await send()).toMatchObject(failure);
  expect(await send()).toMatchObject(failure);
  expect([asked.length, received.length]).toEqual([2, 0]);
});

test("rejects a token URL in a private network like an endpoint URL", async () => {
  const { url } = await startReceiver();
  const authentication = {
    type: "oauth2",
    tokenUrl: "https://10.0.0.1/",
    clientId: "a",
    clientSecret: "b",
  } as const;
  expect(await startSender(url, { authentication })()).toMatchObject({
    errorMessage: expect.stringContaining("blocked_address"),
  });
});

async function createCertificate(name: string, ca?: { readonly cert: string; readonly key: string }) {
  const { cert, private: key } = await generate([{ name: "commonName", value: name }], {
    keySize: 2048,
    extensions: [
      { name: "basicConstraints", cA: ca === undefined },
      { name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] },
    ],
    ...(ca !== undefined && { ca }),
  });
  return { cert, key };
}

test("sends the client certificate to an endpoint that requires one, on separate connections", async () => {
  const authority = await createCertificate("authority");
  const [own, other, stranger] = await Promise.all([
    createCertificate("plugboard", authority),
    createCertificate("other", authority),
    createCertificate("stranger"),
  ]);
  const server = await createCertificate("127.0.0.1", authority);
  const seen: string[] = [];
  const port = await listen(
    createHttpsServer(
      { ...server, ca: authority.cert, requestCert: true, rejectUnauthorized: true },
      (request, response) => {
        // The server's sockets are TLS.
        seen.push(String((request.socket as TLSSocket).getPeerCertificate().subject.CN));
        response.end();
      },
    ),
  );
  const url = `https://127.0.0.1:${port}/in`;
  const sender = createWebhookSender({ allowNetworks: ["127.0.0.0/8"] });
  cleanUps.push(() => sender.close());
  const sendAs = async (identity: { cert: string; key: string } | undefined) => {
    const clientCertificate = identity && {
      certificate: identity.cert,
      privateKey: identity.key,
      authorities: authority.cert,
    };
    if (clientCertificate !== undefined) checkEndpointOptions({ clientCertificate });
    return await sender.deliver(
      { eventId: "evt_1", body },
      { url, secrets: [generateSecret()], options: { clientCertificate } },
    );
  };
  expect(await sendAs(own)).toMatchObject({ status: 200 });
  expect(await sendAs(other)).toMatchObject({ status: 200 });
  const again = await sendAs(own);
  expect(again).toMatchObject({ status: 200 });
  expect(again.timings).not.toHaveProperty("connect");
  expect(seen).toEqual(["plugboard", "other", "plugboard"]);
  expect((await sendAs(stranger)).status).toBeUndefined();
  expect(await sendAs(undefined)).toMatchObject({ errorCode: "tls_failed" });
  expect(() =>
    checkEndpointOptions({ clientCertificate: { certificate: own.cert, privateKey: other.key } }),
  ).toThrow(expect.objectContaining({ code: "invalid_endpoint", part: "options.clientCertificate" }));
}, 30_000);

test("connects through a proxy only to the checked address", async () => {
  const { url, port, received } = await startReceiver();
  const { asked, port: proxyPort, close } = await startProxy("me:pass word");
  cleanUps.push(close);
  const proxy = `http://me:pass%20word@127.0.0.1:${proxyPort}`;
  const lookup = async () => [{ address: "127.0.0.1", family: 4 }];
  const byName = url.replace("127.0.0.1", "hooks.example.com");
  const send = startSender(byName, {}, { proxy, lookup });
  expect(await send()).toMatchObject({ status: 200 });
  expect(await send()).toMatchObject({ status: 200 });
  expect(asked.map(({ target }) => target)).toEqual([`127.0.0.1:${port}`]);
  expect(received[0]?.host).toBe(`hooks.example.com:${port}`);

  const guarded = startSender("https://10.0.0.1/", {}, { proxy });
  expect(await guarded()).toMatchObject({ errorCode: "blocked_address" });
  const unknown = startSender(url, {}, { proxy: `http://127.0.0.1:${proxyPort}` });
  expect(await unknown()).toMatchObject({
    errorCode: "connection_failed",
    errorMessage: expect.stringContaining("407"),
  });
  expect(asked).toHaveLength(2);
  for (const wrong of ["socks5://a", "http://me:100%@127.0.0.1:3128"])
    expect(() => createWebhookSender({ proxy: wrong })).toThrow(
      expect.objectContaining({ code: "invalid_option" }),
    );
});

test("takes the time for a token from the attempt's timeout", async () => {
  const authorization = createServer((_request, response) => {
    setTimeout(() => response.end('{"access_token":"token-1"}'), 400);
  });
  const silent = createServer(() => {});
  const tokenUrl = `http://127.0.0.1:${await listen(authorization)}/token`;
  const url = `http://127.0.0.1:${await listen(silent)}/in`;
  const authentication = { type: "oauth2", tokenUrl, clientId: "me", clientSecret: "s" } as const;
  // A busy machine delays some attempts. If the timeout started only after the token, each attempt would take
  // 1000 ms.
  let least = Infinity;
  for (let attempt = 0; attempt < 3 && least > 900; attempt += 1) {
    const { errorCode, timings } = await startSender(url, { authentication, timeoutMilliseconds: 600 })();
    expect(errorCode).toBe("timeout");
    least = Math.min(least, timings.total);
  }
  expect(least).toBeLessThan(900);
});

test("waits for a shared token no longer than the attempt's timeout, without aborting it for others", async () => {
  const { url, received } = await startReceiver();
  const requests: string[] = [];
  const gate = Promise.withResolvers<void>();
  const authorization = createServer((request, response) => {
    requests.push(request.url ?? "");
    void gate.promise.then(() => response.end('{"access_token":"token-1"}'));
  });
  const tokenUrl = `http://127.0.0.1:${await listen(authorization)}/token`;
  const authentication = { type: "oauth2", tokenUrl, clientId: "me", clientSecret: "s" } as const;
  const sender = createWebhookSender({ allowNetworks: ["127.0.0.0/8"] });
  cleanUps.push(() => sender.close());
  const aborting = new AbortController();
  const deliver = (options: { timeoutMilliseconds?: number; signal?: AbortSignal }) =>
    sender.deliver(
      { eventId: "evt_1", body },
      { url, secrets: [generateSecret()], options: { authentication } },
      options,
    );
  const [hasty, aborted, patient] = [
    deliver({ timeoutMilliseconds: 50 }),
    deliver({ signal: aborting.signal }),
    deliver({}),
  ];
  expect(await hasty).toMatchObject({ errorCode: "authentication_failed" });
  aborting.abort();
  expect(await aborted).toMatchObject({ errorCode: "aborted" });
  gate.resolve();
  expect(await patient).toMatchObject({ status: 200 });
  expect([requests, received.map((headers) => headers.authorization)]).toEqual([
    ["/token"],
    ["Bearer token-1"],
  ]);
});

test("leaves no proxy connection behind when the TLS handshake times out", async () => {
  const closed: string[] = [];
  const server = createServer();
  server.on("connect", ({ url = "" }, socket) => {
    socket.on("end", () => closed.push(url));
    socket.on("error", () => {});
    socket.resume().write("HTTP/1.1 200 Connection established\r\n\r\n");
  });
  const proxy = `http://127.0.0.1:${await listen(server)}`;
  const send = startSender("https://127.0.0.1:4433/in", { timeoutMilliseconds: 300 }, { proxy });
  expect(await send()).toMatchObject({ errorCode: "timeout" });
  await expect.poll(() => closed).toEqual(["127.0.0.1:4433"]);
});

test("connects from the configured local address", async () => {
  const addresses: (string | undefined)[] = [];
  const port = await listen(
    createServer((request, response) => {
      addresses.push(request.socket.remoteAddress);
      response.end();
    }),
  );
  expect(await startSender(`http://127.0.0.1:${port}/`, {}, { localAddress: "127.0.0.9" })()).toMatchObject({
    status: 200,
  });
  expect(addresses).toEqual(["127.0.0.9"]);
  expect(() => createWebhookSender({ localAddress: "eth0" })).toThrow(
    expect.objectContaining({ code: "invalid_option" }),
  );
});

test("signs with Ed25519 if a secret is a private key, so that receivers hold no signing key", async () => {
  const { url, received } = await startReceiver();
  const { privateKey, publicKey } = await generateSigningKeyPair();
  expect(await startSender(url)([privateKey])).toMatchObject({ status: 200 });
  const headers = received[0] ?? {};
  expect(headers).not.toHaveProperty("x-service-signature");
  await verifyStandardWebhook({ secret: publicKey, headers, body });
  // Verified by Node.js according to RFC 8032 and Standard Webhooks.
  const key = createPublicKey({
    key: { kty: "OKP", crv: "Ed25519", x: Buffer.from(publicKey.slice(5), "base64").toString("base64url") },
    format: "jwk",
  });
  const signed = [headers["webhook-id"], headers["webhook-timestamp"], body].join(".");
  const signature = Buffer.from(String(headers["webhook-signature"]).replace("v1a,", ""), "base64");
  expect(verifyBytes(null, Buffer.from(signed), key, signature)).toBe(true);

  const secret = generateSecret();
  await startSender(url)([secret, privateKey]);
  expect(String(received[1]?.["webhook-signature"])).toMatch(/^v1,\S+ v1a,\S+$/);
  expect(received[1]).toHaveProperty("x-service-signature");
  const unsigned = await startSender(url, { signatures: ["service"] })([privateKey]);
  expect(unsigned).toMatchObject({ errorCode: "invalid_request" });
});

test.each<[string, (challenge: string) => string, number, boolean]>([
  ["echoes it", (challenge) => JSON.stringify({ challenge }), 200, true],
  ["echoes it with an error status", (challenge) => JSON.stringify({ challenge }), 500, false],
  ["responds with a different one", () => JSON.stringify({ challenge: "guessed" }), 200, false],
  ["accepts everything", () => "OK", 200, false],
])("a signed challenge to an endpoint that %s", async (_title, respond, status, isVerified) => {
  const secret = generateSecret();
  const asked: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
  const port = await listen(
    createServer((request, response) => {
      void text(request).then((received) => {
        asked.push({ headers: request.headers, body: received });
        const { challenge } = JSON.parse(received);
        return response.writeHead(status).end(respond(challenge));
      });
    }),
  );
  const sender = createWebhookSender({ allowNetworks: ["127.0.0.0/8"] });
  cleanUps.push(() => sender.close());
  const url = `http://127.0.0.1:${port}/`;
  expect(await sender.challenge({ url, secrets: [secret] })).toMatchObject({
    isVerified,
    result: { status },
  });
  const [question] = asked;
  await verifyStandardWebhook({ secret, headers: question?.headers ?? {}, body: question?.body ?? "" });
  expect(JSON.parse(question?.body ?? "")).toMatchObject({ type: "endpoint_verification" });
});

test.each<[string, EndpointOptions]>([
  ["a colon", { authentication: { type: "basic", username: "a:b", password: "c" } }],
  ["tokenUrl", { authentication: { type: "oauth2", tokenUrl: "token", clientId: "a", clientSecret: "b" } }],
  [
    "remove one of them",
    { headers: { Authorization: "a" }, authentication: { type: "basic", username: "a", password: "b" } },
  ],
  ["in PEM", { clientCertificate: { certificate: "a", privateKey: "b" } }],
])("rejects options: %s", (message, options) => {
  expect(() => checkEndpointOptions(options)).toThrow(
    expect.objectContaining({ code: "invalid_endpoint", message: expect.stringContaining(message) }),
  );
});
