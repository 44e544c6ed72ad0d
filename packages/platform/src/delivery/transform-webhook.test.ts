import { createIntegration } from "../../../content/src/integration.ts";
import { type IntegrationServer, serve } from "@plugboard/runtime/node";
import { generateSecret } from "@plugboard/webhook-signer";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DispatchContext } from "../dispatch/dispatch-target.ts";
import { setUpPlatform } from "../fixtures/set-up-platform.fixture.ts";
import { testManifest } from "../fixtures/test-integration.fixture.ts";
import { installIntegration } from "../installations/install-integration.ts";
import { publishIntegration } from "../publishing/publish-integration.ts";
import { notSent } from "./not-sent.ts";
import { transformWebhook } from "./transform-webhook.ts";

const platform = setUpPlatform("SQLite");
const signingSecret = generateSecret();
let host: IntegrationServer | undefined;
let tenant = "";

beforeAll(async () => {
  const integration = createIntegration({ fetch_webhook_payload: () => Response.json({ text: "Saved" }) });
  const env = { PLUGBOARD_SIGNING_SECRET: signingSecret };
  host = await serve(integration, { port: 0, hostname: "127.0.0.1", env });
  const { organizationId } = await platform.createContent();
  await publishIntegration(platform.context(), {
    name: "chat",
    manifest: testManifest("chat", organizationId),
    url: `http://127.0.0.1:${host.port}`,
    secrets: {},
    signingSecret,
  });
  tenant = (await installIntegration(platform.context(), "chat", organizationId)).id;
});
afterAll(() => host?.close());

const transform = (context: DispatchContext) =>
  transformWebhook(
    context,
    {
      id: "1",
      eventId: "evt_1",
      eventType: "site_view",
      metadata: {},
      body: '{"eventId":"evt_1"}',
      endpointId: "whe_1",
      attempt: 1,
      scheduledAttempt: 1,
      resends: 0,
      createdAt: 0,
      dueAt: 0,
      fence: 1,
    },
    { id: "whe_1", tenant },
    { timeoutMilliseconds: 5000, signal: new AbortController().signal },
  );

test("a transformation that the platform aborted doesn't count as a failure", async () => {
  const context = platform.context();
  expect(await transform(context)).toMatchObject({ webhook: { transformedBy: "chat@1" } });
  const message = "The process that runs scripts ended unexpectedly.";
  const lost: DispatchContext = {
    ...context,
    runner: { ...context.runner, dispatch: async () => ({ result: notSent(0, "aborted", message) }) },
  };
  expect(await transform(lost)).toMatchObject({ failed: { errorCode: "aborted", errorMessage: message } });
});
