import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import type { Environment, EventBase } from "@plugboard/api";
import { createIntegration } from "../../../content/src/integration.ts";
import { type IntegrationServer, serve } from "@plugboard/runtime/node";
import {
  type ClaimedDelivery,
  createWebhookSender,
  type Endpoint,
  type WebhookSender,
} from "@plugboard/webhook-delivery";
import { generateSecret, verify } from "@plugboard/webhook-signer";
import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setUpPlatform, testUrls } from "../fixtures/set-up-platform.fixture.ts";
import { startHttp } from "@plugboard/test-http";
import { installIntegration, installIntoResource } from "../installations/install-integration.ts";
import { publishIntegration } from "../publishing/publish-integration.ts";
import { removeInstallation } from "../installations/change-installation.ts";
import { rotateEndpointSecret } from "../endpoints/endpoint-secrets.ts";
import {
  createWebhookEndpoint,
  getWebhookEndpoint,
  updateWebhookEndpoint,
} from "../endpoints/webhook-endpoints.ts";
import { createSendDelivery } from "./send-delivery.ts";
import { testManifest } from "../fixtures/test-integration.fixture.ts";

const signingSecret = generateSecret();
const options = { signal: new AbortController().signal };

describe("createSendDelivery", () => {
  const platform = setUpPlatform("SQLite");
  const sender = createWebhookSender({ allowNetworks: ["127.0.0.0/8"] });
  const careful = createWebhookSender();
  const seen: { event: EventBase & { readonly type: string }; environment: Environment }[] = [];
  let host: IntegrationServer | undefined;

  beforeAll(async () => {
    const keep = (
      event: EventBase & { readonly type: string },
      { environment }: { readonly environment: Environment },
    ) => {
      seen.push({ event, environment });
    };
    const integration = createIntegration({
      events: { site_view: keep, space_content_updated: keep, installation_deleted: keep },
    });
    host = await serve(integration, {
      port: 0,
      hostname: "127.0.0.1",
      env: { PLUGBOARD_SIGNING_SECRET: signingSecret },
    });
  });
  afterAll(async () => {
    await Promise.all([sender.close(), careful.close()]);
    await host?.close();
  });

  async function setUp(webhooks: WebhookSender = sender) {
    const { deliveries } = platform.storage();
    const { tokens } = platform.context();
    const content = await platform.createContent();
    const send = createSendDelivery(platform.context(), { webhooks, sendAgentEvent: webhooks.deliver });
    const name = `sent-${content.organizationId.toLowerCase().slice("org_".length)}`;
    const url = `http://127.0.0.1:${host?.port}`;
    const manifest = testManifest(name, content.organizationId);
    await publishIntegration(platform.context(), {
      name,
      manifest,
      url,
      secrets: {},
      signingSecret,
    });
    const { id } = await installIntegration(platform.context(), name, content.organizationId);
    const claim = (fields: Readonly<Record<string, unknown>>): ClaimedDelivery => ({
      id: "1",
      eventId: "evt_1",
      eventType: String(fields["type"]),
      metadata: metadataOf(fields),
      body: JSON.stringify({ eventId: "evt_1", installationId: id, ...fields }),
      endpointId: id,
      attempt: 1,
      scheduledAttempt: 1,
      resends: 0,
      createdAt: 0,
      dueAt: 0,
      fence: 1,
    });
    const addIntegrationEndpoint = (): Promise<Endpoint> =>
      deliveries.createEndpoint({ id, tenant: id, kind: "integration", url, eventTypes: [], secrets: [] });
    return { ...content, id, name, send, tokens, claim, deliveries, addIntegrationEndpoint };
  }

  it("leaves connections to requests when many deliveries start", async () => {
    const { claim, addIntegrationEndpoint } = await setUp();
    const context = platform.context();
    let running = 0;
    let most = 0;
    const counter: KyselyPlugin = {
      transformQuery: ({ node }) => {
        running += 1;
        most = Math.max(most, running);
        return node;
      },
      transformResult: async ({ result }) => {
        // SQLite would respond before the next delivery starts.
        await delay(5);
        running -= 1;
        return result;
      },
    };
    // A plugin doesn't change how the database isolates organizations.
    const counted = { ...context, db: context.db.withPlugin(counter) as typeof context.db };
    const send = createSendDelivery(counted, { webhooks: sender, sendAgentEvent: sender.deliver });
    const endpoint = await addIntegrationEndpoint();
    const sends = Array.from({ length: 40 }, (_, index) =>
      send(claim({ type: "site_view" }), { ...endpoint, tenant: `ins_${index}` }, options),
    );
    const settled = await Promise.allSettled(sends);
    expect(settled.map(({ status }) => status)).toEqual(sends.map(() => "rejected"));
    expect(most).toBe(8);
  });

  it("sends an event in a signed envelope with the current environment", async () => {
    const { id, name, siteId, siteSlug, spaceId, send, tokens, claim, addIntegrationEndpoint } =
      await setUp();
    await installIntoResource(platform.context(), id, "site", siteId);
    const event = {
      type: "site_view",
      siteId,
      url: "",
      referrer: "",
      visitor: { anonymousId: "", userAgent: "", ip: "", cookies: {} },
    };
    expect(await send(claim(event), await addIntegrationEndpoint(), options)).toMatchObject({ status: 200 });
    const { event: received, environment } = seen.at(-1) ?? {};
    expect(received).toEqual({ eventId: "evt_1", installationId: id, ...event });
    const publicEndpoint = `${testUrls.public}/integrations/${id}`;
    expect(environment).toMatchObject({
      apiEndpoint: testUrls.api,
      apiTokens: { integration: expect.any(String), installation: expect.any(String) },
      integration: { name, title: "Test", version: 1, urls: { publicEndpoint } },
      installation: {
        id,
        status: "active",
        space_selection: { type: "all" },
        configuration: {},
        urls: { publicEndpoint, app: `${testUrls.console}/installations/${id}` },
        externalIds: [],
        target: "all",
      },
      siteInstallation: {
        installation: id,
        site: siteId,
        space: spaceId,
        status: "active",
        configuration: {},
        externalIds: [],
        urls: {
          publicEndpoint: `${publicEndpoint}/~sites/${siteId}`,
          published: `${testUrls.public}/sites/${siteSlug}/`,
        },
      },
      secrets: {},
    });
    const { installation = "", integration = "" } = environment?.apiTokens ?? {};
    const scopes = ["space:content:read"];
    expect(await tokens.verify(installation)).toEqual({
      type: "installation",
      integration: name,
      installation: id,
      scopes,
    });
    expect(await tokens.verify(integration)).toEqual({ type: "integration", integration: name, scopes });
  });

  it("notifies a removed installation only of its removal, without an installation token", async () => {
    const { id, spaceId, send, claim, addIntegrationEndpoint } = await setUp();
    const endpoint = await addIntegrationEndpoint();
    await removeInstallation(platform.context(), { installationId: id, kind: "organization" });
    const before = seen.length;
    const late = claim({ type: "space_content_updated", spaceId, revisionId: "rev_1" });
    expect(await send(late, endpoint, options)).toMatchObject({
      errorCode: "invalid_request",
      errorMessage: expect.stringContaining("removed"),
    });
    expect(seen).toHaveLength(before);
    expect(await send(claim({ type: "installation_deleted" }), endpoint, options)).toMatchObject({
      status: 200,
    });
    expect(seen.at(-1)?.environment.apiTokens).toEqual({ integration: expect.any(String) });
  });

  it("signs a webhook with both secrets during a rotation, and with one afterwards", async () => {
    const received: { headers: IncomingHttpHeaders; body: string }[] = [];
    const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      received.push({ headers: request.headers, body: await text(request) });
      response.end();
    };
    const receiver = await startHttp((request, response) => void receive(request, response));
    const { id, send, claim } = await setUp();
    const first = await createWebhookEndpoint(platform.context(), id, {
      url: receiver.url,
      eventTypes: ["site_view"],
    });
    const rotated = await rotateEndpointSecret(platform.context(), first, 60);
    const webhook = claim({ type: "site_view" });
    const signs = async (secret: string | undefined): Promise<boolean> => {
      const { headers, body } = received.at(-1) ?? { headers: {}, body: "" };
      const header = headers["x-service-signature"];
      return await verify({ secret: secret ?? "", header: String(header), body }).then(
        () => true,
        () => false,
      );
    };
    expect(await send(webhook, rotated, options)).toMatchObject({ status: 200 });
    expect(received.at(-1)?.body).toBe(webhook.body);
    expect([await signs(rotated.secrets[0]), await signs(first.secrets[0])]).toEqual([true, true]);
    platform.clock.now += 61_000;
    await send(webhook, rotated, options);
    expect([await signs(rotated.secrets[0]), await signs(first.secrets[0])]).toEqual([true, false]);
    await receiver.close();
  });

  it("applies the endpoint's headers, signature format and timeout to a webhook", async () => {
    const received: IncomingHttpHeaders[] = [];
    const receiver = await startHttp((request, response) => {
      received.push(request.headers);
      if (request.url === "/in") response.end();
    });
    const { id, send, claim } = await setUp();
    const context = platform.context();
    const endpoint = await createWebhookEndpoint(context, id, {
      url: `${receiver.url}/in`,
      eventTypes: ["site_view"],
      headers: { Authorization: "Bearer t", "x-tenant": "7" },
      signatures: ["standard"],
    });
    const sendNow = async () =>
      await send(claim({ type: "site_view" }), await getWebhookEndpoint(context, id, endpoint.id), options);
    expect(await sendNow()).toMatchObject({ status: 200, requestHeaders: { authorization: "[redacted]" } });
    expect(received.at(-1)).toMatchObject({ authorization: "Bearer t", "x-tenant": "7" });
    expect(Object.keys(received.at(-1) ?? {})).toContain("webhook-signature");
    expect(Object.keys(received.at(-1) ?? {})).not.toContain("x-service-signature");
    await updateWebhookEndpoint(context, endpoint, {
      url: `${receiver.url}/hangs`,
      headers: { authorization: null, "x-tenant": "[redacted]" },
      signatures: null,
      timeoutMilliseconds: 50,
    });
    expect(await sendNow()).toMatchObject({ errorCode: "timeout" });
    expect(Object.keys(received.at(-1) ?? {})).toEqual(expect.not.arrayContaining(["authorization"]));
    expect(received.at(-1)).toMatchObject({ "x-tenant": "7", "x-service-signature": expect.any(String) });
    await receiver.close();
  });

  it("doesn't send webhooks to networks that only integrations may use", async () => {
    const receiver = await startHttp((_request, response) => response.end());
    const { id, spaceId, send, claim, addIntegrationEndpoint } = await setUp(careful);
    const event = claim({ type: "space_content_updated", spaceId, revisionId: "rev_1" });
    expect(await send(event, await addIntegrationEndpoint(), options)).toMatchObject({ status: 200 });
    const parts = { url: receiver.url, eventTypes: ["space_content_updated"] } as const;
    const webhook = await createWebhookEndpoint(platform.context(), id, parts);
    expect(await send(event, webhook, options)).toMatchObject({ errorCode: "blocked_address" });
    await receiver.close();
  });
});

function metadataOf(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  const [kind] = ["space", "site"].filter((each) => typeof fields[`${each}Id`] === "string");
  return kind === undefined ? {} : { resourceKind: kind, resourceId: String(fields[`${kind}Id`]) };
}
