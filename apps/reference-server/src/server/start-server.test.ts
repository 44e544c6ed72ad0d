import type { ApiRoute } from "@plugboard/api/client";
import {
  createWebhookEndpoint,
  getInstallation,
  installIntegration,
  listEvents,
  listOrganizations,
  publishIntegration,
  sendTestEvent,
} from "@plugboard/api/routes";
import { listPages, listSites, listSpaces, updatePageContent } from "@plugboard/content/routes";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort, startHttp } from "@plugboard/test-http";
import { type PostgresServer, startPostgres } from "@plugboard/test-postgres";
import { createIntegration } from "@plugboard/content/integration";
import { type IntegrationServer, serve } from "@plugboard/runtime/node";
import { generateSecret } from "@plugboard/webhook-signer";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Client } from "pg";
import * as z from "zod";
import { parseServerConfig } from "../settings/parse-server-config.ts";
import type { Role, ServerConfig } from "../settings/server-config.ts";
import { sendRaw } from "../fixtures/send-raw.fixture.ts";
import { pathOf, type TestOperationCall } from "../fixtures/set-up-server.fixture.ts";
import { waitFor } from "../fixtures/wait-for.fixture.ts";
import { readNetwork } from "../http/client-address.ts";
import { type RunningServer, startServer } from "./start-server.ts";
import { testManifest } from "../../../../packages/platform/src/fixtures/test-integration.fixture.ts";

const adminToken = "admin-token-of-the-tests";
const defaults = parseServerConfig({});
const metrics = { collect: async () => "" };
const idSchema = z.looseObject({ id: z.string() });
const listSchema = z.object({ items: z.array(idSchema) });

describe("several servers on one PostgreSQL database", () => {
  const errors: unknown[] = [];
  const running: RunningServer[] = [];
  const tokens: string[] = [];
  let postgres: PostgresServer;
  let dataDir: string;
  let databaseUrl: string;
  let port: number;
  let host: IntegrationServer;

  const start = async (
    role: Role,
    ownPort: number,
    changes: Partial<ServerConfig> = {},
  ): Promise<RunningServer> => {
    const urls = { publicUrl: `http://127.0.0.1:${port}`, sitesUrl: `http://localhost:${port}` };
    const own = { port: ownPort, role, dataDir, databaseUrl, adminToken, ...urls };
    const config = { ...defaults, ...own, ...changes };
    const server = await startServer(config, metrics, (error) => errors.push(error));
    running.push(server);
    return server;
  };
  const call = async (route: ApiRoute, operationCall: TestOperationCall = {}): Promise<unknown> => {
    const { body, token = adminToken } = operationCall;
    const response = await fetch(`http://127.0.0.1:${port}${pathOf(route, operationCall)}`, {
      method: route.method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${route.id}: ${response.status} ${await response.text()}`);
    return await response.json();
  };

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "reference-server-"));
    postgres = await startPostgres({ isDurable: false });
    databaseUrl = await postgres.createDatabase("platform");
    port = await findFreePort();
  });
  afterAll(async () => {
    await Promise.all(running.map((server) => server.stop()));
    await host.close();
    await postgres.remove();
    await rm(dataDir, { recursive: true, force: true });
  });

  it("start concurrently and create shared data once", async () => {
    await Promise.all([start("api", port), start("worker", 0), start("worker", 0)]);
    expect(listSchema.parse(await call(listOrganizations)).items).toHaveLength(1);
    expect(listSchema.parse(await call(listSites)).items).toHaveLength(1);
  });

  it("deliver events accepted by each other and share tokens", async () => {
    const signingSecret = generateSecret();
    const integration = createIntegration({
      events: {
        installation_setup: (_event, { environment }) => {
          tokens.push(`${environment.apiEndpoint} ${environment.apiTokens.installation}`);
        },
      },
    });
    host = await serve(integration, {
      port: 0,
      hostname: "127.0.0.1",
      env: { PLUGBOARD_SIGNING_SECRET: signingSecret },
    });
    const manifest = testManifest("shared", "acme");
    const url = `http://127.0.0.1:${host.port}`;
    const params = { integration: "shared" };
    await call(publishIntegration, { params, body: { manifest, url, signingSecret } });
    const [organization] = listSchema.parse(await call(listOrganizations)).items;
    const { id } = idSchema.parse(
      await call(installIntegration, { params, body: { organization: organization?.id } }),
    );
    const seen = await waitFor("the token", () => tokens[0]);
    const [apiEndpoint, token] = seen.split(" ");
    expect(apiEndpoint).toBe(`http://127.0.0.1:${port}/v1`);
    expect(await call(getInstallation, { params: { installationId: id }, token })).toMatchObject({ id });
    await waitFor("both events", () => tokens[1]);
    expect(tokens).toHaveLength(2);
  });

  it("reject a server without the key or with another key", async () => {
    const other = await mkdtemp(join(tmpdir(), "reference-server-"));
    const config = { ...defaults, port: 0, dataDir: other, databaseUrl };
    for (let tries = 0; tries < 2; tries += 1) {
      await expect(startServer(config, metrics, () => {})).rejects.toMatchObject({
        code: "decryption_failed",
        message: expect.stringContaining("there is no master.key in the folder"),
      });
    }
    await writeFile(join(other, "master.key"), `${randomBytes(32).toString("base64")}\n`);
    await expect(startServer(config, metrics, () => {})).rejects.toMatchObject({
      code: "decryption_failed",
      message: expect.stringContaining("master.key does not match the key"),
    });
    await rm(other, { recursive: true, force: true });
  });

  it("report within a second that the database is read-only or hangs", { tags: ["night"] }, async () => {
    const readiness = async () => await (await fetch(`http://127.0.0.1:${port}/readyz`)).json();
    const superuser = Object.assign(new URL(databaseUrl), { username: "postgres", password: "postgres" });
    const client = new Client({ connectionString: superuser.href });
    await client.connect();
    const setReadOnly = async (value: string) => {
      await client.query(`alter system set default_transaction_read_only = ${value}`);
      await client.query("select pg_reload_conf()");
    };
    await setReadOnly("on");
    await expect
      .poll(readiness)
      .toEqual({ status: "unavailable", reason: expect.stringContaining("is read-only") });
    expect(listSchema.parse(await call(listSpaces)).items).toHaveLength(1);
    await setReadOnly("off");
    await expect.poll(readiness).toEqual({ status: "ready" });
    await client.end();
    const hanging = await start("api", 0, { databaseTimeoutMilliseconds: 1000 });
    const sessions = `http://127.0.0.1:${hanging.port}`;
    await postgres.freeze();
    try {
      const before = performance.now();
      expect(await (await fetch(`${sessions}/readyz`)).json()).toMatchObject({
        reason: expect.stringContaining("within a second"),
      });
      expect(performance.now() - before).toBeLessThan(3000);
      const response = await sendRaw(hanging.port, [
        `GET ${pathOf(listSpaces)} HTTP/1.1`,
        `Host: ${new URL(hanging.urls.console).host}`,
        `Authorization: Bearer ${adminToken}`,
        "Connection: close",
      ]);
      expect(response).toMatch(/^HTTP\/1\.1 503 [^]*does not respond/);
    } finally {
      postgres.thaw();
    }
  });

  it("report that they are not ready while the database is down, and recover", {
    tags: ["night"],
  }, async () => {
    const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200;
    expect(await isReady()).toBe(true);
    await postgres.stop();
    expect(await isReady()).toBe(false);
    await expect(call(listSpaces)).rejects.toThrow(/: 503 .*database does not respond.*"unavailable"/);
    await postgres.start();
    await waitFor("the server to be ready", async () => ((await isReady()) ? true : undefined));
    const [space] = listSchema.parse(await call(listSpaces)).items;
    const [page] = listSchema.parse(await call(listPages, { params: { spaceId: space?.id } })).items;
    await call(updatePageContent, {
      params: { spaceId: space?.id, pageId: page?.id },
      body: { markdown: "# Still here\n" },
    });
    await waitFor("the event to be fanned out", async () => {
      const [event] = z
        .object({ items: z.array(z.looseObject({ type: z.string(), recipients: z.unknown().optional() })) })
        .parse(await call(listEvents, { query: { limit: 1 } })).items;
      return event?.type === "space_content_updated" && event.recipients !== undefined ? true : undefined;
    });
    expect(errors.length).toBeGreaterThan(0);
  });
});

describe("a server that cannot start", () => {
  it("releases its folder", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "reference-server-"));
    const config = { ...defaults, port: 0, dataDir, adminToken };
    const first = await startServer(config, metrics, () => {});
    const other = await mkdtemp(join(tmpdir(), "reference-server-"));
    const taken = startServer({ ...config, port: first.port, dataDir: other }, metrics, () => {});
    await expect(taken).rejects.toMatchObject({ code: "port_in_use" });
    const second = await startServer({ ...config, dataDir: other }, metrics, () => {});
    await Promise.all([first.stop(), second.stop()]);
    for (const folder of [dataDir, other]) await rm(folder, { recursive: true, force: true });
  });
});

describe("a server reachable by others", () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });

  /** Starts a server, and returns a function that calls it. */
  async function start(networks: Partial<ServerConfig>) {
    const dataDir = await mkdtemp(join(tmpdir(), "reference-server-"));
    closing.push(() => rm(dataDir, { recursive: true, force: true }));
    const urls = { publicUrl: "https://docs.example.com", sitesUrl: "https://sites.example.net" };
    const config = { ...defaults, port: 0, dataDir, adminToken, ...urls, ...networks };
    const server = await startServer(config, metrics, () => {});
    closing.push(server.stop);
    return async (route: ApiRoute, { body: value, ...call }: TestOperationCall = {}) => {
      const body = value === undefined ? "" : JSON.stringify(value);
      return await sendRaw(server.port, [
        `${route.method} ${pathOf(route, call)} HTTP/1.1`,
        "Host: docs.example.com",
        `Authorization: Bearer ${adminToken}`,
        "Content-Type: application/json",
        `Content-Length: ${Buffer.byteLength(body)}`,
        "Connection: close",
        "",
        body,
      ]);
    };
  }

  /** Publishes an integration hosted on this machine. */
  async function publish(call: Awaited<ReturnType<typeof start>>) {
    const signingSecret = generateSecret();
    const env = { PLUGBOARD_SIGNING_SECRET: signingSecret };
    const integration = await serve(createIntegration({}), { port: 0, hostname: "127.0.0.1", env });
    closing.push(() => integration.close());
    const url = `http://127.0.0.1:${integration.port}`;
    const body = { manifest: testManifest("inside", "acme"), url, signingSecret };
    return await call(publishIntegration, { params: { integration: "inside" }, body });
  }

  it("calls integrations on the public internet only", async () => {
    expect(await publish(await start({}))).toMatch(/^HTTP\/1\.1 502 [^]*not on the public internet/);
  });

  const network = readNetwork("127.0.0.0/8");
  const loopback = network === undefined ? [] : [network];

  it("calls integrations in the operator's networks", async () => {
    const call = await start({ integrationNetworks: loopback });
    expect(await publish(call)).toMatch(/^HTTP\/1\.1 200 [^]*"name":"inside"/);
  });

  /** Adds a webhook endpoint on this machine. */
  async function addEndpoint(call: Awaited<ReturnType<typeof start>>, url: string) {
    await publish(call);
    const [{ id: organization } = { id: "" }] = bodyOf(await call(listOrganizations), listSchema).items;
    const params = { integration: "inside" };
    const installed = await call(installIntegration, { params, body: { organization } });
    const { id: installationId } = bodyOf(installed, idSchema);
    const body = { url, eventTypes: ["site_view"] };
    return {
      installationId,
      response: await call(createWebhookEndpoint, { params: { installationId }, body }),
    };
  }

  it("sends webhooks to the public internet only", async () => {
    const call = await start({ integrationNetworks: loopback });
    const { response } = await addEndpoint(call, "http://127.0.0.1:8080/");
    expect(response).toMatch(/^HTTP\/1\.1 400 [^]*"url"/);
  });

  it("sends webhooks to the operator's networks for webhooks", async () => {
    const requests: (string | undefined)[] = [];
    const receiver = await startHttp(({ method }, answer) => {
      requests.push(method);
      answer.end();
    });
    closing.push(receiver.close);
    const call = await start({ integrationNetworks: loopback, webhookNetworks: loopback });
    const { installationId, response } = await addEndpoint(call, receiver.url);
    const { id: endpointId } = bodyOf(response, idSchema);
    await call(sendTestEvent, { params: { installationId, endpointId } });
    await expect.poll(() => requests).toEqual(["POST"]);
  });
});

/** Returns the parsed JSON at the end of a raw response. */
function bodyOf<Schema extends z.ZodType>(response: string, schema: Schema): z.output<Schema> {
  return schema.parse(JSON.parse(response.slice(response.indexOf("\r\n\r\n") + 4)));
}
