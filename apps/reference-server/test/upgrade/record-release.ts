import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createApiClient } from "@plugboard/api/client";
import * as routes from "@plugboard/api/routes";
import * as contentRoutes from "@plugboard/content/routes";
import { serve } from "@plugboard/runtime/node";
import { startPostgres } from "@plugboard/test-postgres";
import { generateSecret } from "@plugboard/webhook-signer";
import { Client, escapeIdentifier } from "pg";
import type * as z from "zod";
import {
  catchAllIntegration,
  testManifest,
} from "../../../../packages/platform/src/fixtures/test-integration.fixture.ts";
import { backUp, descriptionFile } from "../../src/commands/back-up.ts";
import { startServer } from "../../src/server/start-server.ts";
import { parseServerConfig } from "../../src/settings/parse-server-config.ts";
import { type databaseSchema, expectedSchema, releaseFolder } from "./restore-release.fixture.ts";

// Records the data set that `upgrade.test.ts` opens, with the server of this tree. Run it again after editing the
// initial schema, which is allowed only before the first release:
//   node_modules/.bin/node --conditions=@plugboard/source apps/reference-server/test/upgrade/record-release.ts

const adminToken = "admin-token-of-the-upgrade";
const manifestLines = `scopes: [space:content:read, site:views:read]
configurations:
  account:
    properties:
      channel: { type: string, title: Channel, description: Where to }
    required: [channel]
secrets:
  TOKEN: \${{ env.TOKEN }}`;

async function main(): Promise<void> {
  await rm(releaseFolder, { recursive: true, force: true });
  await recordSqlite(join(releaseFolder, "sqlite"));
  await recordPostgres(join(releaseFolder, "postgres"));
  const biome = join(import.meta.dirname, "../../../../node_modules/@biomejs/biome/bin/biome");
  execFileSync(process.execPath, [biome, "format", "--write", releaseFolder]);
}

async function recordSqlite(folder: string): Promise<void> {
  await mkdir(releaseFolder);
  const dataDir = await mkdtemp(join(tmpdir(), "record-"));
  const expected = await useServer(dataDir, undefined);
  await backUp({ dataDir, databaseUrl: undefined }, folder, () => {});
  await rm(join(folder, descriptionFile));
  await writeFile(join(folder, "expected.json"), JSON.stringify(expected));
  await rm(dataDir, { recursive: true });
}

async function recordPostgres(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const server = await startPostgres();
  const databaseUrl = await server.createDatabase("recorded");
  const client = new Client(toSuperuser(databaseUrl));
  await client.connect();
  try {
    await client.query(recordStatements);
    const expected = await useServer(folder, databaseUrl);
    await client.query("DROP EVENT TRIGGER recorder");
    const data = await readDatabase(client);
    await writeFile(join(folder, "expected.json"), JSON.stringify(expected));
    await writeFile(join(folder, "database.json"), JSON.stringify(data));
  } finally {
    await client.end();
    await server.remove();
  }
}

function toSuperuser(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.username = "postgres";
  url.password = "postgres";
  return url.href;
}

/** Keeps the text of every statement that changes the schema, once, in the order in which they ran. */
const recordStatements = `
  CREATE SCHEMA recorder;
  CREATE TABLE recorder.statements (
    id bigint GENERATED ALWAYS AS IDENTITY, sent_at timestamptz, backend integer, text text,
    UNIQUE (sent_at, backend, text)
  );
  CREATE FUNCTION recorder.record() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
  BEGIN
    INSERT INTO recorder.statements (sent_at, backend, text)
    VALUES (statement_timestamp(), pg_backend_pid(), current_query()) ON CONFLICT DO NOTHING;
  END $$;
  CREATE EVENT TRIGGER recorder ON ddl_command_end EXECUTE FUNCTION recorder.record();`;

async function readDatabase(client: Client): Promise<z.infer<typeof databaseSchema>> {
  const list = async <Row extends object>(statement: string): Promise<Row[]> =>
    (await client.query<Row>(statement)).rows;
  const statements = await list<{ text: string }>("SELECT text FROM recorder.statements ORDER BY id");
  const names = await list<{ schema: string; name: string }>(
    `SELECT table_schema AS schema, table_name AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema IN ('public', 'webhooks') ORDER BY 1, 2`,
  );
  const tables: Record<string, Record<string, unknown>[]> = {};
  for (const { schema, name } of names) {
    const table = `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
    const rows = await list<{ row: Record<string, unknown> }>(`SELECT row_to_json(t) AS row FROM ${table} t`);
    tables[`${schema}.${name}`] = rows.map(({ row }) => row);
  }
  const sequences = await list<{ schemaname: string; sequencename: string; last_value: number }>(
    `SELECT schemaname, sequencename, last_value::float8 AS last_value FROM pg_sequences
     WHERE schemaname IN ('public', 'webhooks') AND last_value IS NOT NULL ORDER BY 1, 2`,
  );
  return { statements: statements.map(({ text }) => text), tables, sequences };
}

/**
 * Uses a server with new data, stops it with deliveries waiting, and returns the responses to expect after an
 * upgrade.
 */
async function useServer(
  dataDir: string,
  databaseUrl: string | undefined,
): Promise<z.infer<typeof expectedSchema>> {
  const receiver = createServer((request, response) => {
    request.resume();
    request.on("end", () => response.end());
  });
  await new Promise<void>((resolve) => {
    receiver.listen(0, "127.0.0.1", resolve);
  });
  const signingSecret = generateSecret();
  const env = { PLUGBOARD_SIGNING_SECRET: signingSecret };
  const host = await serve(catchAllIntegration, { port: 0, hostname: "127.0.0.1", env });
  const server = await startServer(
    { ...parseServerConfig({}), port: 0, adminToken, dataDir, databaseUrl },
    { collect: async () => "" },
    (error) => process.stderr.write(`${String(error)}\n`),
  );
  const api = createApiClient({ endpoint: server.urls.api, token: adminToken });
  const all = async <Item>(items: AsyncGenerator<Item>): Promise<Item[]> => {
    const listed: Item[] = [];
    for await (const item of items) listed.push(item);
    return listed;
  };
  try {
    const organization = firstOf(await all(api.list(routes.listOrganizations))).id;
    const space = firstOf(await all(api.list(contentRoutes.listSpaces))).id;
    const site = firstOf(await all(api.list(contentRoutes.listSites))).id;
    const pageId = firstOf(await all(api.list(contentRoutes.listPages, { params: { spaceId: space } }))).id;
    await api.call(routes.publishIntegration, {
      params: { integration: "upgraded" },
      body: {
        manifest: testManifest("upgraded", "acme", manifestLines),
        url: `http://127.0.0.1:${host.port}`,
        signingSecret,
        secrets: { TOKEN: "the-token" },
      },
    });
    const { id: installation } = await api.call(routes.installIntegration, {
      params: { integration: "upgraded" },
      body: { organization },
    });
    const params = { installationId: installation };
    await api.call(routes.updateInstallation, {
      params,
      body: { configuration: { channel: "docs" }, externalIds: ["T123"] },
    });
    await api.call(contentRoutes.createSpaceInstallation, { params: { ...params, spaceId: space } });
    await api.call(contentRoutes.createSiteInstallation, { params: { ...params, siteId: site } });
    const { port } = receiver.address() as AddressInfo; // It listens on a port, not on a pipe.
    const subscribe = (path: string) =>
      api.call(routes.createWebhookEndpoint, {
        params,
        body: { url: `http://127.0.0.1:${port}/${path}`, eventTypes: ["space_content_updated"] },
      });
    const endpoint = await subscribe("live");
    await api.call(routes.rotateWebhookEndpointSecret, {
      params: { ...params, endpointId: endpoint.id },
      body: {},
    });
    const paused = await subscribe("paused");
    await api.call(routes.updateWebhookEndpoint, {
      params: { ...params, endpointId: paused.id },
      body: { status: "paused" },
    });
    const pageParams = { spaceId: space, pageId };
    for (const markdown of ["# One", "# Two", "# Three", "# Last before the upgrade"])
      await api.call(contentRoutes.updatePageContent, { params: pageParams, body: { markdown } });
    const listDeliveries = () => all(api.list(routes.listInstallationDeliveries, { params }));
    const isSettled = async (): Promise<boolean> => {
      const statuses = (await listDeliveries()).map(({ status }) => status);
      return statuses.length >= 12 && statuses.filter((status) => status !== "delivered").length === 4;
    };
    while (!(await isSettled())) await delay(100);
    return expectedSchema.parse({
      adminToken,
      organization,
      space,
      site,
      page: await api.call(contentRoutes.getPageContent, { params: pageParams }),
      installation,
      endpoint,
      paused,
      secrets: await api.call(routes.getWebhookEndpointSecrets, {
        params: { ...params, endpointId: endpoint.id },
      }),
      deliveries: await listDeliveries(),
      events: await all(api.list(routes.listInstallationEvents, { params })),
    });
  } finally {
    await server.stop();
    await host.close();
    receiver.close();
    receiver.closeAllConnections();
  }
}

function firstOf<Item>([first]: readonly Item[]): Item {
  if (first === undefined) throw new Error("the server's seed is missing");
  return first;
}

await main();
