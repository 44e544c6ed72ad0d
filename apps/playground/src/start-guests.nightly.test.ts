import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { createApiClient } from "@plugboard/api/client";
import { listIntegrations } from "@plugboard/api/routes";
import { runInSample } from "./publish-samples.ts";
import { listSamples, servicesPortOf } from "./samples.ts";
import { servicesUrl } from "./services/start-services.ts";
import { type Guests, startGuests } from "./start-guests.ts";
import { findFreePort } from "@plugboard/test-http";
import {
  adminToken,
  type ServerProcess,
  startServerProcess,
} from "../../console/test/testing/server-process.ts";
import { trySample } from "./testing/try-sample.fixture.ts";

let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "plugboard-guests-"));
  const port = await findFreePort();
  const PLUGBOARD_SCRIPT_TARGETS = new URL(servicesUrl(servicesPortOf(port))).host;
  server = await startServerProcess(dataDir, port, { PLUGBOARD_SCRIPT_TARGETS });
}, 60_000);

afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Counts the handles that keep this process alive. */
function countListeners(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "TCPServerWrap").length;
}

test("reports that the receiver's port is in use, and leaves no listener behind", async () => {
  const port = Number(new URL(server.consoleUrl).port) + 1;
  const other = createServer().listen(port, "127.0.0.1");
  // The port can be in use by another process already, which is fine for this test.
  await once(other, "listening").catch(() => undefined);
  onTestFinished(() => new Promise((resolve) => other.close(() => resolve())));
  const listeners = countListeners();
  await expect(startGuests({ consoleUrl: server.consoleUrl, adminToken })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is in use, but the sample receiver needs it (PORT + 1). Set PORT to another number.`,
  );
  await vi.waitFor(() => expect(countListeners()).toBe(listeners));
});

describe("the samples, with the demo services", () => {
  const samples = listSamples("");
  const printed: string[] = [];
  const platform = () => createApiClient({ endpoint: `${server.consoleUrl}/v1`, token: adminToken });
  let guests: Guests;

  beforeAll(async () => {
    vi.spyOn(console, "error").mockImplementation((line: string) => void printed.push(line));
    guests = await startGuests({ consoleUrl: server.consoleUrl, adminToken });
  }, 120_000);
  afterAll(async () => {
    vi.restoreAllMocks();
    await guests.stop();
  });

  test("are all published", async () => {
    const { items } = await platform().call(listIntegrations);
    expect(items.map(({ name }) => name).toSorted()).toEqual(samples.map(({ folder }) => folder).toSorted());
  });

  test.each(samples.map((sample) => [sample.folder, sample] as const))(
    "%s works as described",
    { timeout: 60_000 },
    async (integration, sample) => {
      const words = ["install", "--space", "all", "--site", "all"];
      await runInSample({ consoleUrl: server.consoleUrl, adminToken }, sample, words);
      const pageUrl = `${server.sitesUrl}/sites/handbook/welcome`;
      const where = { consoleUrl: server.consoleUrl, pageUrl, servicesUrl: guests.servicesUrl };
      const tried = trySample({ platform: platform(), integration, ...where });
      await expect(tried).resolves.toBeUndefined();
    },
  );

  test("print no warnings to the terminal", () => {
    expect(printed).toEqual([]);
  });
});

test("leaves no listener behind if the samples cannot be published", async () => {
  const guests = startGuests({ consoleUrl: server.consoleUrl, adminToken: "not_the_token" });
  await expect(guests).rejects.toThrow("not valid");
  await vi.waitFor(() => expect(countListeners()).toBe(0));
});
