import { mkdtemp, rm } from "node:fs/promises";
import {
  createServer,
  type IncomingMessage,
  request as requestOverHttp,
  type Server,
  type ServerResponse,
} from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defaultScriptLimits } from "../model/script-limits.ts";
import { createOutbound, type OutboundSettings } from "./create-outbound.ts";
import { type EgressLimits, serveEgress } from "./serve-egress.ts";

// A server on loopback stands in for the internet. The test resolves all names, so no packet leaves the
// machine.

let outside: Server;
let port: number;
let directory: string;
let count = 0;
const cleanups: (() => void)[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "egress-"));
  outside = createServer((request, response) => {
    if (request.url === "/large") response.end(Buffer.alloc(100_000));
    else if (request.url !== "/never") void echo(request, response);
  });
  await new Promise<void>((resolve) => outside.listen(0, "127.0.0.1", resolve));
  const address = outside.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  ({ port } = address);
});
afterAll(async () => {
  for (const cleanup of cleanups) cleanup();
  outside.closeAllConnections();
  outside.close();
  await rm(directory, { recursive: true });
});

async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { length: bytes } = await buffer(request);
  const { method, url, headers } = request;
  response.setHeader("set-cookie", ["a=1", "b=2"]);
  const { host, connection, "x-sent": sent } = headers;
  response.end(JSON.stringify({ method, url, host, sent, connection, bytes }));
}

async function open(
  limits: Partial<EgressLimits> = {},
  settings: Partial<OutboundSettings> = { allowedTargets: ["127.0.0.0/8"] },
  onBlocked: (message: string) => void = () => {},
): Promise<string> {
  count += 1;
  const socketPath = join(directory, `${count}.sock`);
  const lookup = async (hostname: string) => {
    if (hostname === "rebinding.example") {
      return [
        { address: "192.0.2.7", family: 4 },
        { address: "10.0.0.1", family: 4 },
      ];
    }
    if (hostname.endsWith(".private.example")) return [{ address: "10.0.0.1", family: 4 }];
    return [{ address: "127.0.0.1", family: 4 }];
  };
  const outbound = createOutbound({
    apiOrigins: [],
    allowedTargets: [],
    lookup,
    timeoutMilliseconds: 5_000,
    ...settings,
  });
  const merged = { ...defaultScriptLimits, ...limits };
  const server = await serveEgress({
    socketPath,
    owner: undefined,
    outbound: outbound.send,
    limits: merged,
    onBlocked,
  });
  cleanups.push(() => {
    server.close();
    outbound.close();
  });
  return socketPath;
}

interface Received {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

function ask(
  socketPath: string,
  url: string,
  {
    method = "GET",
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: Buffer } = {},
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = requestOverHttp({ socketPath, path: url, method, headers }, (response) => {
      text(response).then(
        (received) => resolve({ status: response.statusCode, headers: response.headers, body: received }),
        reject,
      );
    });
    sent.once("error", reject);
    sent.end(body);
  });
}

test("forwards a request to the host in its target, without hop-by-hop headers", async () => {
  const socket = await open();
  const { status, headers, body } = await ask(socket, `http://outside.example:${port}/path?q=1`, {
    method: "PUT",
    headers: { "x-sent": "yes", host: "forged.example", connection: "keep-alive", te: "trailers" },
    body: Buffer.alloc(70_000),
  });
  expect(status).toBe(200);
  expect(headers["set-cookie"]).toEqual(["a=1", "b=2"]);
  expect(JSON.parse(body)).toEqual({
    method: "PUT",
    url: "/path?q=1",
    host: `outside.example:${port}`,
    sent: "yes",
    connection: "keep-alive",
    bytes: 70_000,
  });
});

// All notations of addresses of this machine, its network and cloud metadata services, over both protocols.
test.each(
  [
    "127.0.0.1:1",
    "127.1",
    "127.255.255.254",
    "2130706433",
    "0177.0.0.1",
    "017700000001",
    "0x7f.1",
    "0x7f000001",
    "0",
    "0.0.0.0",
    "127%2e0.0.1",
    "\u{ff11}27.0.0.1",
    "127\u{3002}0\u{3002}0\u{3002}1",
    "8.8.8.8@127.0.0.1",
    "8.8.8.8\\@127.0.0.1",
    "[::1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::ffff:10.0.0.1]",
    "[::127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[2002:7f00:1::]",
    "[2001::1]",
    "[fe80::1]",
    "[fd00::1]",
    "[fd00:ec2::254]",
    "[ff02::1]",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.0.1",
    "100.64.0.1",
    "169.254.169.254",
    "168.63.129.16",
    "224.0.0.1",
    "255.255.255.255",
    "localhost",
    "localhost.",
    "LOCALHOST",
    "a.private.example",
    "rebinding.example",
  ].flatMap((host) => [`http://${host}/metrics`, `https://${host}/metrics`]),
)("refuses %s", async (url) => {
  const { status, body } = await ask(await open({}, {}), encodeURI(url));
  expect({ status, ...JSON.parse(body) }).toMatchObject({ status: 403 });
  expect(JSON.parse(body).code).toMatch(/^(blocked_address|unsupported_url)$/);
});

test("reports blocked hosts once each, and at most 20", async () => {
  const messages: string[] = [];
  const socketPath = await open({}, {}, (message) => messages.push(message));
  for (const host of ["10.0.0.1", "a.private.example", "10.0.0.1"]) await ask(socketPath, `http://${host}/`);
  expect(messages).toEqual([
    expect.stringMatching(/^A request to 10\.0\.0\.1 was blocked: .+/),
    expect.stringMatching(/^A request to a\.private\.example was blocked: .+/),
  ]);
  for (let index = 0; index < 25; index += 1) await ask(socketPath, `http://${index}.private.example/`);
  expect(messages).toHaveLength(20);
});

test("resolves a name once per connection, so that a second address cannot bypass the check", async () => {
  const answers = ["127.0.0.1", "127.0.0.1"];
  let lookups = 0;
  const lookup = async () => {
    lookups += 1;
    return [{ address: answers.shift() ?? "192.0.2.7", family: 4 }];
  };
  const url = `http://flips.example:${port}/metrics`;
  expect((await ask(await open({}, { lookup }), url)).status).toBe(403);
  expect(lookups).toBe(1);
});

test("allows only the host and port named by the operator", async () => {
  const socket = await open({}, { allowedTargets: [`127.0.0.1:${port}`] });
  expect((await ask(socket, `http://127.0.0.1:${port}/metrics`)).status).toBe(200);
  expect((await ask(socket, `http://2130706433:${port}/metrics`)).status).toBe(200);
  for (const url of [`http://127.0.0.1:${port + 1}/`, `http://localhost:${port}/`, "http://127.0.0.1/"])
    expect((await ask(socket, url)).status).toBe(403);
});

test.each(["ftp://outside.example/", "/relative"])("rejects the target %s", async (target) => {
  const { status, body } = await ask(await open(), target);
  expect({ status, ...JSON.parse(body) }).toMatchObject({ status: 403, code: "unsupported_url" });
});

test("allows only the API on its private address", async () => {
  const socket = await open({}, { apiOrigins: [{ origin: `http://127.0.0.1:${port}`, pathPrefix: "/v1" }] });
  expect((await ask(socket, `http://127.0.0.1:${port}/v1/anything`)).status).toBe(200);
  expect((await ask(socket, `http://127.0.0.1:${port}/metrics`)).status).toBe(403);
});

test.each([
  ["CONNECT 127.0.0.1:1 HTTP/1.1\r\nhost: a\r\n\r\n", /^HTTP\/1\.1 403/],
  [
    "GET http://outside.example/ HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n",
    /^HTTP\/1\.1 403/,
  ],
])("opens no tunnel: %j", async (request, expected) => {
  const socket = connect(await open());
  socket.write(request);
  expect(await text(socket)).toMatch(expected);
});

test("limits the requests per second", async () => {
  const socket = await open({ egressRequestsPerSecond: 2 });
  const url = `http://outside.example:${port}/`;
  const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await ask(socket, url)).status));
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(2);
  expect(statuses).toContain(429);
});

test("truncates a response that is too large", async () => {
  const socket = await open({ maxEgressBytes: 50_000 });
  await expect(ask(socket, `http://outside.example:${port}/large`)).rejects.toThrow(/aborted|socket hang up/);
});

test("rejects a request that is too large", async () => {
  const socket = await open({ maxEgressBytes: 50_000 });
  const { status } = await ask(socket, `http://outside.example:${port}/`, {
    method: "POST",
    body: Buffer.alloc(60_000),
  });
  expect(status).toBe(413);
});

test("aborts a request at the timeout", async () => {
  const socket = await open({ egressTimeoutMilliseconds: 200 });
  const { status, body } = await ask(socket, `http://outside.example:${port}/never`);
  expect({ status, ...JSON.parse(body) }).toMatchObject({ status: 504, code: "timeout" });
});

test("queues requests over the concurrency limit", async () => {
  const socket = await open({ maxEgressConcurrency: 1 });
  const url = `http://outside.example:${port}/`;
  const received = await Promise.all(Array.from({ length: 5 }, () => ask(socket, url)));
  expect(received.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});
