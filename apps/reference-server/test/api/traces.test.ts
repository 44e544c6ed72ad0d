import { createApiClient } from "@plugboard/api/client";
import {
  createWebhookEndpoint,
  installIntegration,
  listOrganizations,
  publishIntegration,
} from "@plugboard/api/routes";
import {
  createSpaceInstallation,
  getSpace,
  listPages,
  listSites,
  listSpaces,
  updatePageContent,
} from "@plugboard/content/routes";
import { createIntegration } from "@plugboard/content/integration";
import { serve } from "@plugboard/runtime/node";
import { generateSecret } from "@plugboard/webhook-signer";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { runUntilReady, type ServerProcess } from "../../src/fixtures/run-server.fixture.ts";
import { setUpFolders } from "../../src/fixtures/set-up-folders.fixture.ts";
import { adminToken, pathOf } from "../../src/fixtures/set-up-server.fixture.ts";
import { testManifest } from "../../../../packages/platform/src/fixtures/test-integration.fixture.ts";
import { startHttp } from "@plugboard/test-http";

const spanSchema = z.object({ traceId: z.string(), spanId: z.string(), name: z.string() });
const batchSchema = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })) })),
});

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
/** None of these is a valid traceparent (W3C Trace Context, section 3.2). */
const hostile = [
  "garbage",
  "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
  "00-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-0000000000000000-01",
  "ff-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-00f067aa0ba902b7-01",
  "00-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA-00f067aa0ba902b7-01",
  "00-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-00f067aa0ba902b7-01-more",
  "00-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-00f067aa0ba902b7",
  "a".repeat(8000),
];

describe("traces", () => {
  const newFolder = setUpFolders();
  const closing: (() => Promise<unknown>)[] = [];
  const spans: z.infer<typeof spanSchema>[] = [];
  let server: ServerProcess;

  beforeAll(async () => {
    const note = (batch: unknown): void => {
      for (const { scopeSpans } of batchSchema.parse(batch).resourceSpans)
        spans.push(...scopeSpans.flatMap((scope) => scope.spans));
    };
    const collector = await startHttp((request, response) => {
      void json(request)
        .then(note)
        .finally(() => response.end("{}"));
    });
    closing.push(collector.close);
    server = await runUntilReady({
      PLUGBOARD_DATA_DIR: await newFolder(),
      PLUGBOARD_ADMIN_TOKEN: adminToken,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    });
  });
  afterAll(async () => {
    for (const close of closing) await close();
  });

  it("span a page edit, the webhook, the integration and its API calls, and ignore invalid traceparents", async () => {
    const connection = { endpoint: `${server.url}/v1`, token: adminToken };
    const api = createApiClient(connection);
    const exposed = Promise.withResolvers<string | undefined>();
    const received = Promise.withResolvers<string | undefined>();
    const signingSecret = generateSecret();
    const host = await serve(
      createIntegration({
        events: {
          space_content_updated: async ({ spaceId }, context) => {
            await context.api.call(getSpace, { params: { spaceId } });
            exposed.resolve(context.traceparent);
          },
        },
      }),
      { port: 0, hostname: "127.0.0.1", env: { PLUGBOARD_SIGNING_SECRET: signingSecret } },
    );
    closing.push(() => host.close());
    const webhook = await startHttp(({ headers }, response) => {
      received.resolve(String(headers["traceparent"]));
      response.end();
    });
    closing.push(webhook.close);

    const [{ items: spaces }, { items: organizations }, { items: sites }] = await Promise.all([
      api.call(listSpaces),
      api.call(listOrganizations),
      api.call(listSites),
    ]);
    const spaceId = spaces[0]?.id ?? "";
    const body = {
      manifest: testManifest("traced", "acme", "scopes: [space:content:read, space:metadata:read]"),
      url: `http://127.0.0.1:${host.port}`,
      signingSecret,
    };
    await api.call(publishIntegration, { params: { integration: "traced" }, body });
    const { id: installationId } = await api.call(installIntegration, {
      params: { integration: "traced" },
      body: { organization: organizations[0]?.id ?? "" },
    });
    await api.call(createSpaceInstallation, { params: { installationId, spaceId } });
    await api.call(createWebhookEndpoint, {
      params: { installationId },
      body: { url: webhook.url, eventTypes: ["space_content_updated"] },
    });
    const [page] = (await api.call(listPages, { params: { spaceId } })).items;

    await createApiClient({ ...connection, traceparent }).call(updatePageContent, {
      params: { spaceId, pageId: page?.id ?? "" },
      body: { markdown: "# Traced" },
    });
    expect(await exposed.promise).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
    expect(await received.promise).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));

    for (const name of hostile) {
      const headers = { authorization: `Bearer ${adminToken}`, traceparent: name };
      expect((await fetch(`${server.url}${pathOf(listSites)}`, { headers })).status).toBe(200);
    }
    // Visitors cannot influence sampling, even with a valid traceparent.
    const site = await fetch(sites[0]?.urls.published ?? "", { headers: { traceparent } });
    expect(site.status).toBe(200);
    expect(await server.stop()).toBe(0);

    const namesOf = (trace: string): readonly string[] =>
      spans.filter((span) => span.traceId === trace).map(({ name }) => name);
    expect(namesOf(traceId).toSorted()).toEqual([
      "GET /v1/spaces/:spaceId",
      "PATCH /v1/spaces/:spaceId/pages/:pageId/content",
      "POST",
      "POST",
      "dispatch space_content_updated",
      "fan out event",
      "webhook delivery attempt",
      "webhook delivery attempt",
    ]);
    const begun = spans.filter(({ name }) => name === "GET /v1/sites");
    expect(begun).toHaveLength(hostile.length + 1);
    expect(new Set(begun.map((span) => span.traceId)).size).toBe(begun.length);
    expect(begun.map((span) => span.traceId)).not.toContain("a".repeat(32));
  });
}, 60_000);
