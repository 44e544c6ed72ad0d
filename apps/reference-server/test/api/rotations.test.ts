import {
  createWebhookEndpoint,
  getWebhookEndpointSecrets,
  publishIntegration,
  rotateTokenKeys,
  rotateWebhookEndpointSecret,
} from "@plugboard/api/routes";
import { createSpaceInstallation, getSpace, updatePageContent } from "@plugboard/content/routes";
import { createIntegration } from "@plugboard/content/integration";
import { serve } from "@plugboard/runtime/node";
import { startHttp } from "@plugboard/test-http";
import { generateSecret, verify } from "@plugboard/webhook-signer";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { testManifest } from "../../../../packages/platform/src/fixtures/test-integration.fixture.ts";
import { setUpServer } from "../../src/fixtures/set-up-server.fixture.ts";

const secretsSchema = z.looseObject({ secrets: z.array(z.looseObject({ secret: z.string() })) });
const madeSchema = z.looseObject({ id: z.string() });
const eventSchema = z.looseObject({ revisionId: z.string() });

describe("key rotation under load", () => {
  const { call, succeed, install, seeded, errors } = setUpServer();
  const closing: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const close of closing) await close();
  });

  it("interrupts nothing: tokens, envelopes and webhooks stay valid with the old or the new key", async () => {
    const failures: unknown[] = [];
    const signed: { readonly header: string; readonly body: string }[] = [];
    const handled: string[] = [];
    const [first, second] = [generateSecret(), generateSecret()];
    const integration = createIntegration({
      events: {
        space_content_updated: async ({ spaceId, revisionId }, { api }) => {
          await api.call(getSpace, { params: { spaceId } }).catch((error: unknown) => failures.push(error));
          handled.push(revisionId);
        },
      },
    });
    const env = { PLUGBOARD_SIGNING_SECRET: `${second},${first}` };
    const host = await serve(integration, { port: 0, hostname: "127.0.0.1", env });
    closing.push(() => host.close());
    const receiver = await startHttp((request, response) => {
      void text(request)
        .then((body) => signed.push({ header: String(request.headers["x-service-signature"]), body }))
        .finally(() => response.end());
    });
    closing.push(receiver.close);

    const publish = (signingSecret: string) =>
      succeed(publishIntegration, {
        params: { integration: "rotated" },
        body: {
          manifest: testManifest("rotated", "acme", "scopes: [space:content:read, space:metadata:read]"),
          url: `http://127.0.0.1:${host.port}`,
          signingSecret,
        },
      });
    await publish(first);
    const installationId = await install("rotated");
    const { space: spaceId, page: pageId } = seeded();
    await succeed(createSpaceInstallation, { params: { installationId, spaceId } });
    const made = await succeed(createWebhookEndpoint, {
      params: { installationId },
      body: { url: receiver.url, eventTypes: ["space_content_updated"] },
    });
    const params = { installationId, endpointId: madeSchema.parse(made).id };
    const readSecrets = async () =>
      secretsSchema.parse(await succeed(getWebhookEndpointSecrets, { params })).secrets;
    const [oldSecret] = await readSecrets();

    const rotations: Readonly<Record<number, () => Promise<unknown>>> = {
      6: () => succeed(rotateTokenKeys),
      12: () => publish(second),
      18: () => succeed(rotateWebhookEndpointSecret, { params, body: { overlapSeconds: 3600 } }),
      24: () => succeed(rotateTokenKeys),
    };
    const accepted: string[] = [];
    for (let index = 0; index < 30; index += 1) {
      const [edit] = await Promise.all([
        call(updatePageContent, {
          params: { spaceId, pageId },
          body: { markdown: `# ${index}` },
        }),
        rotations[index]?.(),
      ]);
      expect(edit.status).toBe(200);
      accepted.push(eventSchema.parse(edit.body).revisionId);
    }
    await expect.poll(() => handled.length, { timeout: 20_000 }).toBe(accepted.length);
    await expect.poll(() => signed.length, { timeout: 20_000 }).toBe(accepted.length);
    expect([failures, errors]).toEqual([[], []]);
    for (const { header, body } of signed)
      await expect(verify({ secret: oldSecret?.secret ?? "", header, body })).resolves.toBeDefined();
    const [newSecret] = await readSecrets();
    const last = signed.find(
      ({ body }) => eventSchema.parse(JSON.parse(body)).revisionId === accepted.at(-1),
    );
    expect(newSecret).not.toEqual(oldSecret);
    await expect(
      verify({ secret: newSecret?.secret ?? "", header: last?.header ?? "", body: last?.body ?? "" }),
    ).resolves.toBeDefined();
  });
}, 60_000);
