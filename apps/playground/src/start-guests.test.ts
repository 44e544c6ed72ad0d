import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { createApiClient } from "@plugboard/api/client";
import {
  createConnectTicket,
  createSiteInstallation,
  installIntegration,
  listIntegrations,
  listOrganizations,
  listSites,
  updateSiteAccess,
} from "@plugboard/api/routes";
import { listSamples } from "./samples.ts";
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

test("publishes every sample, with a provider for those that connect to one", {
  timeout: 120_000,
}, async () => {
  const guests = await startGuests({ consoleUrl: server.consoleUrl, adminToken });
  onTestFinished(guests.stop);
  const platform = createApiClient({ endpoint: `${server.consoleUrl}/v1`, token: adminToken });
  const { items: published } = await platform.call(listIntegrations);
  expect(published.map(({ name }) => name).toSorted()).toEqual(
    listSamples("")
      .map(({ folder }) => folder)
      .toSorted(),
  );
  const [organization] = (await platform.call(listOrganizations)).items;
  const [site] = (await platform.call(listSites)).items;
  const siteId = site?.id ?? "";
  const installations: Record<string, string> = {};
  for (const integration of ["channel-notifier", "visitor-auth", "site-script"]) {
    const params = { integration };
    const body = { organization: organization?.id ?? "" };
    const { id: installationId } = await platform.call(installIntegration, { params, body });
    await platform.call(createSiteInstallation, { params: { installationId, siteId } });
    installations[integration] = installationId;
  }
  const open = (url: string, cookie = "") => fetch(url, { redirect: "manual", headers: { cookie } });
  const pageUrl = `${server.sitesUrl}/sites/handbook/welcome`;
  expect(await (await open(pageUrl)).text()).toContain('name="cookies" value="yes"');

  const connect = await platform.call(createConnectTicket, {
    params: { installationId: installations["channel-notifier"] ?? "", property: "oauth_credentials" },
  });
  const allowed = await fetch(connect.url, {
    method: "POST",
    headers: { origin: server.consoleUrl },
    body: new URLSearchParams({ ticket: connect.ticket }),
  });
  const cookie = allowed.headers.getSetCookie().map((each) => each.split(";")[0]);
  const starts = [await open(connect.url, cookie.join("; "))];

  const body = { audience: "visitors" as const, installation: installations["visitor-auth"] ?? "" };
  await platform.call(updateSiteAccess, { params: { siteId }, body });
  const login = await open(pageUrl);
  starts.push(await open(login.headers.get("location") ?? ""));
  for (const start of starts) {
    const asked = start.headers.get("location") ?? "";
    expect(asked).toContain(`${guests.providerUrl}/authorize?`);
    // It knows who asks, and lets the person sign in.
    expect((await open(asked)).headers.get("location")).toMatch(/^\/interaction\//);
  }
});

test("leaves nothing listening when the samples cannot be published", async () => {
  const guests = startGuests({ consoleUrl: server.consoleUrl, adminToken: "not_the_token" });
  await expect(guests).rejects.toThrow("not valid");
  await vi.waitFor(() => expect(countListeners()).toBe(0));
});
