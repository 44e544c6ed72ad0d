import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { listChanges, listIntegrationLogs } from "@plugboard/api/routes";
import { expect, it, onTestFinished } from "vitest";
import { watchChanges } from "./watch-changes.ts";

/** Watches a server with this response, and returns the open connections. */
async function watch(respond: (response: ServerResponse) => void) {
  const open = new Map<string, ServerResponse>();
  const server = createServer((request, response) => {
    open.set(request.url ?? "", response);
    respond(response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const ended = new AbortController();
  onTestFinished(() => {
    ended.abort();
    server.close();
    server.closeAllConnections();
  });
  const changed = watchChanges({
    server: { origin, token: "t" },
    integration: "digest",
    signal: ended.signal,
  });
  await expect.poll(() => open.size).toBe(2);
  return { open, changed };
}

const millisecondsOf = async (wait: () => Promise<void>): Promise<number> => {
  const startedAt = performance.now();
  await wait();
  return performance.now() - startedAt;
};

const logs = { path: listIntegrationLogs.path.replace("{integration}", "digest") };

it.each([listChanges, logs])("returns as soon as $path is notified", async ({ path }) => {
  const { open, changed } = await watch((response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
  });
  // Returns once per opened connection, then waits 10 s instead of 0.7 s.
  let next = changed();
  const isOver = () => Promise.race([next.then(() => true), sleep(1_500, false)]);
  while (await isOver()) next = changed();
  const connection = open.get(`/v1${path}`);
  connection?.write(": still here\n\n");
  expect(await Promise.race([next.then(() => true), sleep(200, false)])).toBe(false);
  connection?.write('id: 1\ndata: {"id":"1"}\n\n');
  expect(await millisecondsOf(() => next)).toBeLessThan(5_000);
});

it("returns after a while without notifications", async () => {
  const { changed } = await watch((response) => response.writeHead(403).end());
  expect(await millisecondsOf(changed)).toBeGreaterThan(600);
});
