import {
  acknowledgeWebhookEndpoint,
  createCustomEventType,
  createWebhookEndpoint,
  emitCustomEvents,
  getInstallation,
  installIntegration,
  listDeliveries,
  listDeliveryAttempts,
  listEvents,
  listOrganizations,
  listWebhookEndpoints,
  pollWebhookEndpoint,
  publishIntegration,
  rotateWebhookEndpointPollToken,
  sendTestEvent,
  updateInstallation,
} from "@plugboard/api/routes";
import {
  createPage,
  createSiteInstallation,
  createSpaceInstallation,
  discardPageDraft,
  getOpenApiDocument,
  getPageContent,
  getPageDraft,
  ingestConversations,
  listConversations,
  listPageBlocks,
  listPages,
  listSites,
  listSpaces,
  savePageDraft,
  updatePageBlock,
  updatePageContent,
  uploadOpenApiDocument,
} from "@plugboard/content/routes";
import { mkdtemp, rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import type { JsonObject } from "@plugboard/api";
import { serve } from "@plugboard/runtime/node";
import { startHttp } from "@plugboard/test-http";
import { generateSecret } from "@plugboard/webhook-signer";
import { type ApiClient, createApiClient, type EndpointPoll } from "@plugboard/api/client";
import { bundleScript } from "../../reference-server/src/fixtures/bundle-script.fixture.ts";
import { publishSamples } from "./publish-samples.ts";
import { firstSamples } from "../../console/test/testing/first-samples.ts";
import { findSecrets } from "./start-receiver.ts";
import { createProbe, probeManifest } from "./testing/probe-integration.ts";
import {
  adminToken,
  type ServerProcess,
  startServerProcess,
} from "../../console/test/testing/server-process.ts";
import { waitFor } from "../../console/test/testing/wait-for.ts";
import { startWebhookTarget, type WebhookTarget } from "../../console/test/testing/webhook-target.ts";

const item = z.looseObject({ id: z.string() });
const list = z.object({ items: z.array(item) });
const installationSchema = z.looseObject({ id: z.string(), status: z.string() });
const deliveryList = z.object({
  items: z.array(
    z.looseObject({
      id: z.string(),
      installationId: z.string(),
      eventType: z.string(),
      status: z.string(),
      failure: z.string().optional(),
      attempts: z.number(),
      target: z.looseObject({ kind: z.string() }),
    }),
  ),
});
const attemptList = z.object({
  items: z.array(
    z.looseObject({
      startedAt: z.string(),
      durationMilliseconds: z.number(),
      responseStatus: z.number().optional(),
      errorCode: z.string().optional(),
      nextAttemptAt: z.string().optional(),
    }),
  ),
});

const relayManifest = `
name: relay
title: Relay
description: Makes another payload.
organization: acme
visibility: private
scopes: [space:content:read]
`;

const billingManifest = `
name: billing
title: Billing
description: Takes events of invoices to a URL.
organization: acme
visibility: private
scopes: [organization:events:read]
`;

type Delivery = z.infer<typeof deliveryList>["items"][number];

describe("from a page edit to a verified webhook", () => {
  let dataDir: string;
  let server: ServerProcess;
  let platform: ApiClient;
  let target: WebhookTarget;
  let organization: string;
  let space: string;
  let site: string;
  let page: string;
  let installation: string;
  const closing: (() => Promise<unknown>)[] = [];
  const probe = createProbe();

  const first = async (items: AsyncIterable<{ readonly id: string }>): Promise<string> => {
    for await (const { id } of items) return id;
    throw new Error("nothing is listed");
  };
  const savePage = async (markdown: string): Promise<void> => {
    await platform.call(updatePageContent, { params: { spaceId: space, pageId: page }, body: { markdown } });
  };
  const endpointDeliveries = async (): Promise<Delivery[]> => {
    const { items } = deliveryList.parse(await platform.call(listDeliveries));
    return items.filter((delivery) => delivery.target.kind === "endpoint");
  };
  const newestDelivery = (status: string, eventType: string, count: number): Promise<Delivery> =>
    waitFor(`delivery ${count} of ${eventType} to be ${status}`, async () => {
      const own = (await endpointDeliveries()).filter((delivery) => delivery.eventType === eventType);
      return own.length === count && own[0]?.status === status ? own[0] : undefined;
    });
  const attemptsOf = async ({ id, installationId }: Delivery) => {
    const params = { installationId, deliveryId: id };
    return attemptList.parse(await platform.call(listDeliveryAttempts, { params })).items;
  };

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "plugboard-end-to-end-"));
    server = await startServerProcess(dataDir);
    platform = createApiClient({ endpoint: `${server.consoleUrl}/v1`, token: adminToken });
    organization = await first(platform.list(listOrganizations));
    space = await first(platform.list(listSpaces));
    site = await first(platform.list(listSites));
    page = await first(platform.list(listPages, { params: { spaceId: space } }));
    target = await startWebhookTarget(({ installationId }) =>
      findSecrets(platform, installationId, target.url),
    );
    await publishSamples({ consoleUrl: server.consoleUrl, adminToken }, firstSamples);
    closing.push(() => target.goDown());
  });

  afterAll(async () => {
    await server.stop();
    await Promise.all(closing.map((close) => close()));
    await rm(dataDir, { recursive: true, force: true });
  });

  it("lists the seeded pages and shows the site with its form", async () => {
    const site = await fetch(`${server.sitesUrl}/sites/handbook/welcome`);
    expect(site.status).toBe(200);
    expect(await site.text()).toContain("Was this page helpful?");
  });

  it("installs an integration as pending and activates it once it is configured", async () => {
    const installed = installationSchema.parse(
      await platform.call(installIntegration, { params: { integration: "webhook" }, body: { organization } }),
    );
    installation = installed.id;
    expect(installed.status).toBe("pending");

    await expect(
      platform.call(updateInstallation, {
        params: { installationId: installation },
        body: { configuration: { webhook_url: 5 } },
      }),
    ).rejects.toThrow(/invalid settings/);
    const configured = installationSchema.parse(
      await platform.call(updateInstallation, {
        params: { installationId: installation },
        body: {
          configuration: { webhook_url: target.url },
        },
      }),
    );
    expect(configured.status).toBe("active");

    const events = z
      .object({
        items: z.array(
          z.looseObject({ type: z.string(), installationId: z.string().optional(), payload: z.unknown() }),
        ),
      })
      .parse(await platform.call(listEvents)).items;
    const setups = events.filter(
      (event) => event.type === "installation_setup" && event.installationId === installation,
    );
    expect(setups.map(({ payload }) => payload)).toEqual([
      { status: "active", previous: { status: "pending" } },
      { status: "pending" },
    ]);
  });

  it("lets the webhook integration register the endpoint through the API", async () => {
    await platform.call(createSpaceInstallation, {
      params: { installationId: installation, spaceId: space },
    });
    await platform.call(createSiteInstallation, { params: { installationId: installation, siteId: site } });
    const endpoint = await waitFor("the endpoint", async () => {
      const { items } = list.parse(
        await platform.call(listWebhookEndpoints, { params: { installationId: installation } }),
      );
      return items[0];
    });
    expect(endpoint).toMatchObject({
      url: target.url,
      eventTypes: ["space_content_updated", "site_view", "page_feedback"],
      status: "enabled",
    });
  });

  it("delivers a page edit, a view and feedback as verified webhooks", async () => {
    await savePage("# Edited\n");
    await waitFor("the page edit", () => target.printed.find((line) => line.includes("is now at revision")));

    await fetch(`${server.sitesUrl}/sites/handbook/welcome`, { headers: { "user-agent": "end-to-end" } });
    await waitFor("the view", () => target.printed.find((line) => line.includes("/sites/handbook/welcome")));

    const sent = await fetch(`${server.sitesUrl}/sites/handbook/welcome/feedback`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ rating: "good", comment: "Clear." }),
    });
    expect(sent.status).toBe(303);
    await waitFor("the feedback", () =>
      target.printed.find((line) => line.includes('was rated good: "Clear."')),
    );
    await newestDelivery("delivered", "page_feedback", 1);
  });

  it("retries after 500 and 429 on the schedule", async () => {
    target.failNext(500, 429);
    await savePage("# Retried\n");
    const delivery = await newestDelivery("delivered", "space_content_updated", 2);
    expect(delivery.attempts).toBe(3);
    const attempts = await attemptsOf(delivery);
    expect(attempts.map(({ responseStatus }) => responseStatus)).toEqual([500, 429, 200]);
    const delays = attempts
      .slice(0, 2)
      .map(
        (attempt) =>
          Date.parse(attempt.nextAttemptAt ?? "") -
          Date.parse(attempt.startedAt) -
          attempt.durationMilliseconds,
      );
    // The log has whole milliseconds, so a delay can be off by one or two.
    expect(delays[0]).toBeGreaterThanOrEqual(998);
    expect(delays[0]).toBeLessThanOrEqual(1102);
    expect(delays[1]).toBeGreaterThanOrEqual(1998);
    expect(delays[1]).toBeLessThanOrEqual(2202);
  });

  it("does not retry after 400", async () => {
    target.failNext(400);
    await savePage("# Refused\n");
    const delivery = await newestDelivery("failed", "space_content_updated", 3);
    expect(delivery).toMatchObject({ attempts: 1, failure: "rejected" });
  });

  it("retries while the receiver is down", async () => {
    await target.goDown();
    await savePage("# Nobody is there\n");
    const scheduled = await newestDelivery("scheduled", "space_content_updated", 4);
    await waitFor("the first attempt", async () => (await attemptsOf(scheduled))[0]);
    await target.comeUp();
    const delivery = await newestDelivery("delivered", "space_content_updated", 4);
    expect((await attemptsOf(delivery))[0]).toMatchObject({ errorCode: "connection_refused" });
  });

  it("passes the whole environment to a handler", async () => {
    const signingSecret = generateSecret();
    const hosted = await serve(probe.integration, {
      port: 0,
      env: { PLUGBOARD_SIGNING_SECRET: signingSecret },
    });
    closing.push(() => hosted.close());
    await platform.call(publishIntegration, {
      params: { integration: "probe" },
      body: {
        manifest: probeManifest,
        url: `http://127.0.0.1:${hosted.port}`,
        secrets: { API_KEY: "sesame" },
        signingSecret,
      },
    });
    const { id } = installationSchema.parse(
      await platform.call(installIntegration, { params: { integration: "probe" }, body: { organization } }),
    );
    await platform.call(updateInstallation, {
      params: { installationId: id },
      body: { configuration: { greeting: "Hello" } },
    });
    await platform.call(createSpaceInstallation, { params: { installationId: id, spaceId: space } });
    await savePage("# Probed\n");
    const { event, environment } = await waitFor("the envelope", () =>
      probe.seen.find((seen) => seen.event.type === "space_content_updated"),
    );
    const publicEndpoint = `${server.sitesUrl}/integrations/${id}`;
    expect(event).toMatchObject({
      installationId: id,
      spaceId: space,
      revisionId: expect.stringMatching(/^rev_/),
    });
    expect(environment).toMatchObject({
      apiEndpoint: `${server.consoleUrl}/v1`,
      apiTokens: { integration: expect.any(String), installation: expect.any(String) },
      integration: { name: "probe", title: "Probe", version: 1, urls: { publicEndpoint } },
      installation: {
        id,
        status: "active",
        space_selection: { type: "all" },
        configuration: { greeting: "Hello" },
        urls: { publicEndpoint, app: `${server.consoleUrl}/installations/${id}` },
        externalIds: [],
        target: "all",
      },
      spaceInstallation: {
        installation: id,
        space,
        status: "active",
        configuration: {},
        externalIds: [],
        urls: { publicEndpoint: `${publicEndpoint}/~spaces/${space}` },
      },
      secrets: { API_KEY: "sesame" },
    });
    const response = await fetch(`${publicEndpoint}/hook?x=1`, { method: "POST", body: "raw\nbody" });
    expect(await response.json()).toEqual({ path: `/integrations/${id}/hook`, body: "raw\nbody" });
  });

  it("delivers after kill -9 between accepting the event and delivering it", async () => {
    const { port } = new URL(server.consoleUrl);
    const before = target.printed.length;
    await target.goDown();
    await savePage("# Accepted, then the power went\n");
    await server.kill();
    await target.comeUp();
    server = await startServerProcess(dataDir, Number(port));
    await waitFor("the webhook of the killed server", () => target.printed[before]);
    expect(target.printed.slice(before)).toHaveLength(1);
  }, 40_000);

  it("delivers either all or none of a bulk of custom events after kill -9", {
    tags: ["night"],
    timeout: 90_000,
  }, async () => {
    const { port } = new URL(server.consoleUrl);
    const received = new Set<unknown>();
    const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      received.add(JSON.parse(await text(request)).data.number);
      response.writeHead(200).end();
    };
    const receiver = await startHttp((request, response) => void take(request, response));
    closing.push(receiver.close);
    const script = `
      import { createIntegration } from "@plugboard/runtime";
      export default createIntegration({});`;
    await platform.call(publishIntegration, {
      params: { integration: "billing" },
      body: { manifest: billingManifest, bundle: await bundleScript(script) },
    });
    const { id: installationId } = await platform.call(installIntegration, {
      params: { integration: "billing" },
      body: { organization },
    });
    const params = { organizationId: organization };
    const type = "invoice.paid";
    await platform.call(createCustomEventType, { params, body: { type, summary: "An invoice was paid" } });
    await platform.call(createWebhookEndpoint, {
      params: { installationId },
      body: { url: `${receiver.url}/paid`, eventTypes: [type], retryDelaysSeconds: [1, 1, 1, 1, 1] },
    });
    const emit = async (from: number) => {
      const numbers = Array.from({ length: 1000 }, (_, at) => from + at);
      const events = numbers.map((number) => ({ type, data: { number }, idempotencyKey: `paid ${number}` }));
      const accepted = await platform.call(emitCustomEvents, { params, body: { events } });
      return new Set(accepted.events.map(({ created }) => created));
    };
    expect(await emit(0)).toEqual(new Set([true]));
    // Another request is interrupted mid-flight.
    const struck = emit(1000).catch(() => {});
    await server.kill();
    await struck;
    server = await startServerProcess(dataDir, Number(port));
    expect(await emit(0)).toEqual(new Set([false]));
    expect((await emit(1000)).size).toBe(1);
    await expect.poll(() => received.size, { timeout: 50_000 }).toBe(2000);
  });

  it("keeps polling consumers and script-transformed webhooks working after kill -9", {
    tags: ["night"],
    timeout: 60_000,
  }, async () => {
    const { port } = new URL(server.consoleUrl);
    let isUp = false;
    const received: string[] = [];
    const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const body = await text(request);
      if (isUp) received.push(body);
      response.writeHead(isUp ? 200 : 503).end();
    };
    const receiver = await startHttp((request, response) => void take(request, response));
    closing.push(receiver.close);
    const script = `
      import { createIntegration } from "@plugboard/runtime";
      export default createIntegration({
        fetch_webhook_payload: ({ payload }) => Response.json({ text: "Made of " + payload.title }),
      });`;
    await platform.call(publishIntegration, {
      params: { integration: "relay" },
      body: { manifest: relayManifest, bundle: await bundleScript(script) },
    });
    const { id: installationId } = await platform.call(installIntegration, {
      params: { integration: "relay" },
      body: { organization },
    });
    const createEndpoint = async (body: object): Promise<string> => {
      const params = { installationId };
      const common = { eventTypes: ["space_content_updated"] } as const;
      return (await platform.call(createWebhookEndpoint, { params, body: { ...common, ...body } })).id;
    };
    const send = async (endpointId: string, payload: JsonObject): Promise<string> =>
      (await platform.call(sendTestEvent, { params: { installationId, endpointId }, body: { payload } }))
        .eventId;
    const polled = { installationId, endpointId: await createEndpoint({ polling: true }) };
    const { token } = await platform.call(rotateWebhookEndpointPollToken, { params: polled, body: {} });
    const consumer = createApiClient({ endpoint: `${server.consoleUrl}/v1`, token });
    const poll = async (body: EndpointPoll) => {
      const { items, cursor } = await consumer.call(pollWebhookEndpoint, { params: polled, body });
      return { eventIds: items.map(({ eventId }) => eventId), cursor };
    };
    const url = `${receiver.url}/hook`;
    const transformed = await createEndpoint({ url, transform: true, retryDelaysSeconds: [1, 1, 1, 1, 1] });
    await send(transformed, { title: "Welcome" });
    const sent = [await send(polled.endpointId, {}), await send(polled.endpointId, {})];
    const [one, other] = [await poll({ limit: 2 }), await poll({ limit: 1 })];
    expect([one.eventIds, other.eventIds]).toEqual([sent, sent.slice(0, 1)]);
    sent.push(await send(polled.endpointId, {}));

    await server.kill();
    isUp = true;
    server = await startServerProcess(dataDir, Number(port));
    expect((await poll({ cursor: one.cursor })).eventIds).toEqual(sent.slice(2));
    const rest = await poll({ cursor: other.cursor });
    expect(rest.eventIds).toEqual(sent.slice(1));
    await consumer.call(acknowledgeWebhookEndpoint, { params: polled, body: { cursor: one.cursor ?? "" } });
    expect((await poll({})).eventIds).toEqual(sent.slice(2));
    expect((await poll({ cursor: rest.cursor })).eventIds).toEqual([]);
    await expect.poll(() => received).toEqual([JSON.stringify({ text: "Made of Welcome" })]);
  });

  it("keeps drafts, blocks, conversations and OpenAPI documents that were accepted before kill -9", {
    tags: ["night"],
    timeout: 40_000,
  }, async () => {
    const { port } = new URL(server.consoleUrl);
    const [siteId = ""] = (await platform.call(listSites)).items.map(({ id }) => id);
    const of = { spaceId: space, pageId: page };
    const { revisionId } = await platform.call(getPageContent, { params: of });
    const markdown = "# A draft\n";
    const conversation = {
      id: "ticket-7",
      startedAt: "2026-01-15T09:30:00.000Z",
      messages: [{ role: "user" as const, text: "How do I verify a webhook?" }],
    };
    const text = "openapi: 3.1.0\ninfo: { title: Pets, version: '1' }\npaths: {}\n";
    await platform.call(savePageDraft, { params: of, body: { title: "Draft", markdown, revisionId } });
    await platform.call(ingestConversations, { params: { siteId }, body: { conversations: [conversation] } });
    await platform.call(uploadOpenApiDocument, { params: { siteId, documentName: "pets" }, body: { text } });
    const block = "```integration-block probe/card\n{}\n```\n";
    const withBlock = { title: "With a block", markdown: block };
    const { id: blockPage } = await platform.call(createPage, {
      params: { spaceId: space },
      body: withBlock,
    });
    const inPage = { spaceId: space, pageId: blockPage };
    await platform.call(updatePageBlock, {
      params: { ...inPage, blockIndex: "0" },
      body: { props: { number: 7 } },
    });
    await server.kill();
    server = await startServerProcess(dataDir, Number(port));
    expect((await platform.call(listPageBlocks, { params: inPage })).items).toMatchObject([
      { props: { number: 7 } },
    ]);
    expect(await platform.call(getPageDraft, { params: of })).toMatchObject({ draft: { markdown } });
    expect((await platform.call(listConversations, { params: { siteId } })).items).toMatchObject([
      conversation,
    ]);
    expect(
      await platform.call(getOpenApiDocument, { params: { siteId, documentName: "pets" } }),
    ).toMatchObject({ title: "Pets", version: 1 });
    await platform.call(discardPageDraft, { params: of });
  });

  it("stops cleanly and finds its data again", { tags: ["night"] }, async () => {
    const { port } = new URL(server.consoleUrl);
    expect(await server.stop()).toBe(0);
    server = await startServerProcess(dataDir, Number(port));
    expect(await platform.call(getPageContent, { params: { spaceId: space, pageId: page } })).toMatchObject({
      markdown: "# Accepted, then the power went\n",
    });
    expect(
      installationSchema.parse(
        await platform.call(getInstallation, { params: { installationId: installation } }),
      ).status,
    ).toBe("active");
  });
});
