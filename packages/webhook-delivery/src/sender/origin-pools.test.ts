import type { RequestListener, Server } from "node:http";
import { startHttp } from "@plugboard/test-http";
import { afterEach, expect, test } from "vitest";
import { createAddressGuard } from "./address-guard.ts";
import { type Exchange, performExchange } from "./exchange.ts";
import { createGuardedOpener } from "./guarded-connection.ts";
import { createOriginPools, type OriginPools } from "./origin-pools.ts";
import { parseTargetUrl } from "./target-url.ts";

const cleanUps: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  await Promise.all(cleanUps.splice(0).map((cleanUp) => cleanUp()));
});

interface Receiver {
  readonly server: Server;
  readonly url: string;
  /** The numbers of connections opened so far and currently open. */
  readonly connections: { opened: number; open: number };
}

async function startReceiver(
  respond: RequestListener = (_, response) => response.end("ok"),
): Promise<Receiver> {
  const connections = { opened: 0, open: 0 };
  const { server, url, close } = await startHttp((request, response) => {
    request.resume().on("end", () => respond(request, response));
  });
  server.on("connection", (socket) => {
    connections.opened += 1;
    connections.open += 1;
    socket.on("close", () => (connections.open -= 1));
  });
  cleanUps.push(close);
  return { server, url: `${url}/`, connections };
}

function createPools(maxIdleConnections: number): OriginPools {
  const guard = createAddressGuard({ allowNetworks: ["127.0.0.0/8"] });
  const pools = createOriginPools({ openConnection: createGuardedOpener(guard), maxIdleConnections });
  cleanUps.push(() => pools.destroy());
  return pools;
}

function post(pools: OriginPools, url: string, signal?: AbortSignal): Promise<Exchange> {
  return performExchange(pools, {
    method: "POST",
    target: parseTargetUrl(url),
    headers: {},
    body: Buffer.from("{}"),
    signal,
    timeoutMilliseconds: 10_000,
    spentMilliseconds: 0,
    maxResponseBytes: 100,
  });
}

test("sequential requests share a connection, concurrent ones do not", async () => {
  const { url, connections } = await startReceiver();
  const pools = createPools(10);
  for (let time = 0; time < 3; time += 1) await post(pools, url);
  expect(connections.opened).toBe(1);
  await Promise.all([1, 2, 3].map(() => post(pools, url)));
  expect(connections.opened).toBe(3);
});

test("over the limit, the connection that has been idle the longest is closed, whatever its origin", async () => {
  const receivers = await Promise.all([1, 2, 3].map(() => startReceiver()));
  const pools = createPools(2);
  for (const { url } of receivers) await post(pools, url);
  await expect.poll(() => receivers.map(({ connections }) => connections.open)).toEqual([0, 1, 1]);
  for (const { url } of receivers.slice(1)) await post(pools, url);
  expect(receivers.map(({ connections }) => connections.opened)).toEqual([1, 1, 1]);
});

test("an idle connection closed by the other side is not reused", async () => {
  const { server, url, connections } = await startReceiver();
  const pools = createPools(10);
  await post(pools, url);
  server.closeIdleConnections();
  await expect.poll(() => connections.open).toBe(0);
  expect((await post(pools, url)).status).toBe(200);
  expect(connections.opened).toBe(2);
});

test("a response that closes its connection does not fail the next request", async () => {
  const { url, connections } = await startReceiver((_, response) => {
    response.writeHead(200, { connection: "close" }).end();
  });
  const pools = createPools(10);
  for (let time = 1; time <= 3; time += 1) {
    expect(await post(pools, url)).toMatchObject({ status: 200 });
    expect(connections.opened).toBe(time);
  }
});

test("a partly read or aborted response closes its connection", async () => {
  const { url, connections } = await startReceiver((request, response) => {
    if (request.url === "/long") response.end("x".repeat(1_000_000));
  });
  const pools = createPools(10);
  expect(await post(pools, `${url}long`)).toMatchObject({ status: 200, isTruncated: true });
  await expect.poll(() => connections.open).toBe(0);
  const controller = new AbortController();
  const hanging = post(pools, url, controller.signal);
  await expect.poll(() => connections.open).toBe(1);
  controller.abort();
  expect((await hanging).error).toMatchObject({ code: "aborted" });
  await expect.poll(() => connections.open).toBe(0);
});

test("an abort ends exactly the requests with its signal", async () => {
  const { url } = await startReceiver((request, response) => {
    if (request.url === "/quick") response.end();
  });
  const pools = createPools(10);
  const [shared, own] = [new AbortController(), new AbortController()];
  const ended = [post(pools, url, shared.signal), post(pools, url, shared.signal)];
  const other = post(pools, url, own.signal);
  expect((await post(pools, `${url}quick`, shared.signal)).status).toBe(200);
  shared.abort();
  for (const exchange of ended) expect((await exchange).error).toMatchObject({ code: "aborted" });
  own.abort();
  expect((await other).error).toMatchObject({ code: "aborted" });
});
