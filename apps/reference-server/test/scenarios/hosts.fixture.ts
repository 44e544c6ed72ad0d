import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { createApiClient, type IntegrationPublication } from "@plugboard/api/client";
import {
  deleteInstallation,
  listDeliveries,
  listOrganizations,
  publishIntegration,
} from "@plugboard/api/routes";
import { listPages, listSites, listSpaces } from "@plugboard/content/routes";
import { serve } from "@plugboard/runtime/node";
import { createTestPlatform, testUrls } from "@plugboard/testing";
import { generateSecret } from "@plugboard/webhook-signer";
import { parseServerConfig } from "../../src/settings/parse-server-config.ts";
import { startServer } from "../../src/server/start-server.ts";
import { bundleScript } from "../../src/fixtures/bundle-script.fixture.ts";
import { createRecorder, manifest, type Received } from "./recorder.fixture.ts";
import type { ReceivedWebhook, ScenarioHost } from "./scenario-host.ts";

const isSigned = (header: (name: string) => unknown): boolean =>
  ["x-service-signature", "webhook-signature"].every((name) => typeof header(name) === "string");

/** Opens the in-memory platform of integration tests. */
export async function openInMemory(): Promise<ScenarioHost> {
  const received: Received[] = [];
  const webhooks: ReceivedWebhook[] = [];
  const webhookBase = "https://hooks.example";
  const platform = await createTestPlatform(createRecorder(received), {
    manifest,
    secrets: { TOKEN: "t" },
    services: {
      [webhookBase]: async (request) => {
        const { pathname: path } = new URL(request.url);
        webhooks.push({
          path,
          body: await request.json(),
          isSigned: isSigned((name) => request.headers.get(name)),
        });
        return new Response(null);
      },
    },
  });
  const runQueued = async (): Promise<void> => void (await platform.runQueued());
  await platform.api.call(deleteInstallation, { params: { installationId: platform.ids.installation } });
  await runQueued();
  received.length = 0;
  return {
    api: platform.api,
    apiWith: (token) =>
      createApiClient({
        endpoint: testUrls.api,
        token,
        fetch: (input, init) => platform.network(new Request(input, init)),
      }),
    visit: (path, init) => platform.network(new Request(`${testUrls.public}${path}`, init)),
    consoleOrigin: testUrls.console,
    webhookBase,
    ids: platform.ids,
    received,
    webhooks,
    runQueued,
    close: platform.close,
  };
}

/** Opens the reference server over HTTP with a hosted recorder. */
export function openServer(): Promise<ScenarioHost> {
  return openServerWith(async (received) => {
    const signingSecret = generateSecret();
    const env = { PLUGBOARD_SIGNING_SECRET: signingSecret };
    const host = await serve(createRecorder(received), { port: 0, hostname: "127.0.0.1", env });
    const url = `http://127.0.0.1:${host.port}`;
    return { publication: { url, signingSecret }, close: () => host.close() };
  });
}

/** Opens the reference server over HTTP with the recorder as a script. */
export function openServerWithScript(): Promise<ScenarioHost> {
  return openServerWith(async (received) => {
    const collector = createServer((request, response) => {
      void text(request).then((body) => response.end(String(received.push(JSON.parse(body)))));
    });
    await new Promise<void>((resolve) => {
      collector.listen(0, "127.0.0.1", resolve);
    });
    const { port } = collector.address() as AddressInfo; // It listens on a port, not on a pipe.
    const bundle = await bundleScript(
      `import { createRecorder } from "./recorder.fixture.ts";
       const send = (body) => fetch("http://127.0.0.1:${port}", { method: "POST", body: JSON.stringify(body) });
       export default createRecorder({ push: send });`,
      import.meta.dirname,
    );
    const close = async (): Promise<void> => {
      await new Promise((resolve) => collector.close(resolve));
    };
    return { publication: { bundle }, scriptTargets: [`127.0.0.1:${port}`], close };
  });
}

/** A hosted recorder. */
interface HostedRecorder {
  readonly publication: Pick<IntegrationPublication, "url" | "bundle" | "signingSecret">;
  /** The script's targets. */
  readonly scriptTargets?: readonly string[];
  readonly close: () => Promise<void>;
}

async function openServerWith(
  hostRecorder: (received: Received[]) => Promise<HostedRecorder>,
): Promise<ScenarioHost> {
  const received: Received[] = [];
  const webhooks: ReceivedWebhook[] = [];
  const dataDir = await mkdtemp(join(tmpdir(), "scenarios-"));
  const adminToken = "admin-token-of-the-scenarios";
  const recorder = await hostRecorder(received);
  const { scriptTargets = [] } = recorder;
  const server = await startServer(
    { ...parseServerConfig({}), port: 0, adminToken, dataDir, scriptTargets },
    { collect: async () => "" },
    () => {},
  );
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { url: path = "", headers } = request;
    const body: unknown = JSON.parse(await text(request));
    webhooks.push({ path, body, isSigned: isSigned((name) => headers[name]) });
    response.end();
  };
  const receiver = createServer((request, response) => void receive(request, response));
  await new Promise<void>((resolve) => {
    receiver.listen(0, "127.0.0.1", resolve);
  });
  const { port } = receiver.address() as AddressInfo; // It listens on a port, not on a pipe.
  const database = new DatabaseSync(join(dataDir, "platform.db"), { readOnly: true });
  const waiting = database.prepare("SELECT count(*) AS count FROM events WHERE fanned_out_at IS NULL");
  const waitingEvents = (): unknown => waiting.get()?.["count"];
  const apiWith = (token: string) => createApiClient({ endpoint: server.urls.api, token });
  const api = apiWith(adminToken);
  await api.call(publishIntegration, {
    params: { integration: "recorder" },
    body: { manifest, secrets: { TOKEN: "t" }, ...recorder.publication },
  });
  const first = ({ items }: { readonly items: readonly { readonly id: string }[] }): string =>
    items[0]?.id ?? "";
  const space = first(await api.call(listSpaces));
  return {
    api,
    apiWith,
    visit: (path, init) => fetch(`${server.urls.public}${path}`, { redirect: "manual", ...init }),
    consoleOrigin: server.urls.console,
    webhookBase: `http://127.0.0.1:${port}`,
    ids: {
      organization: first(await api.call(listOrganizations)),
      space,
      site: first(await api.call(listSites)),
      page: first(await api.call(listPages, { params: { spaceId: space } })),
    },
    received,
    webhooks,
    runQueued: async () => {
      // Held deliveries stay scheduled, so wait until several checks in a row see no change.
      for (let before = "", same = 0; same < 3; ) {
        const { items: deliveries } = await api.call(listDeliveries, { query: { limit: 100 } });
        const sending = deliveries.some(({ status }) => status === "sending");
        const now = JSON.stringify([deliveries, received.length, webhooks.length]);
        same = now === before && !sending && waitingEvents() === 0 ? same + 1 : 0;
        before = now;
        await new Promise((resolve) => setTimeout(resolve, 15));
      }
    },
    close: async () => {
      database.close();
      await server.stop();
      await recorder.close();
      await new Promise((resolve) => receiver.close(resolve));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
