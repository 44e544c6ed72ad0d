import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { startGuests } from "./start-guests.ts";
import { adminToken, type ServerProcess, startServerProcess } from "./testing/server-process.ts";

let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "plugboard-guests-"));
  server = await startServerProcess(dataDir);
}, 60_000);

afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** What would keep this process from ending. */
function countListeners(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "TCPServerWrap").length;
}

test("says that the receiver's port is in use, and leaves nothing listening", async () => {
  const port = Number(new URL(server.consoleUrl).port) + 1;
  const other = createServer().listen(port, "127.0.0.1");
  // Where somebody else has the port already, it is in use all the same.
  await once(other, "listening").catch(() => undefined);
  onTestFinished(() => new Promise((resolve) => other.close(() => resolve())));
  const listeners = countListeners();
  await expect(startGuests({ consoleUrl: server.consoleUrl, adminToken })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is in use, and the sample receiver listens there, one above PORT. Set PORT to another number.`,
  );
  await vi.waitFor(() => expect(countListeners()).toBe(listeners));
});

test("leaves nothing listening when the samples cannot be published", async () => {
  const guests = startGuests({ consoleUrl: server.consoleUrl, adminToken: "not_the_token" });
  await expect(guests).rejects.toThrow(/webhook could not be published:[^]*not valid/);
  await vi.waitFor(() => expect(countListeners()).toBe(0));
});
