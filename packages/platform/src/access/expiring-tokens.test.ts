import { describe, expect, it } from "vitest";
import { setUpPlatform } from "../fixtures/set-up-platform.fixture.ts";
import { databaseKinds } from "../fixtures/set-up-storage.fixture.ts";
import { createWebhookEndpoint } from "../endpoints/webhook-endpoints.ts";
import { removeInstallation } from "../installations/change-installation.ts";
import { installIntegration } from "../installations/install-integration.ts";
import { authenticateApiKey, createApiKey } from "./api-keys.ts";
import { authenticateConsumer, rotatePollToken } from "./poll-tokens.ts";

const refused = { code: "unauthorized" };

describe.each(databaseKinds)("tokens on %s", (kind) => {
  const platform = setUpPlatform(kind);

  async function setUp() {
    const { organizationId } = await platform.createContent();
    const { name } = await platform.publish(organizationId);
    const { id: installationId } = await installIntegration(platform.context(), name, organizationId);
    const creation = { polling: true, eventTypes: ["site_view"] } as const;
    const endpoint = await createWebhookEndpoint(platform.context(), installationId, creation);
    return { organizationId, installationId, endpoint };
  }

  it("an API key is valid until it expires", async () => {
    const { organizationId } = await setUp();
    const creation = { name: "a", role: "reader", expiresInSeconds: 60 } as const;
    const { token } = await createApiKey(platform.context(), organizationId, creation);
    expect(await authenticateApiKey(platform.context(), token)).toMatchObject({
      organization: organizationId,
    });
    platform.clock.now += 60_000;
    await expect(authenticateApiKey(platform.context(), token)).rejects.toMatchObject(refused);
  });

  it("a rotated poll token is valid for the overlap", async () => {
    const { endpoint } = await setUp();
    const { token } = await rotatePollToken(platform.context(), endpoint);
    await rotatePollToken(platform.context(), endpoint, 60);
    expect(await authenticateConsumer(platform.context(), token)).toMatchObject({ id: endpoint.id });
    platform.clock.now += 60_000;
    await expect(authenticateConsumer(platform.context(), token)).rejects.toMatchObject(refused);
  });

  it("a poll token ends with its installation", async () => {
    const { installationId, endpoint } = await setUp();
    const { token } = await rotatePollToken(platform.context(), endpoint);
    await removeInstallation(platform.context(), { installationId, kind: "organization" });
    await expect(authenticateConsumer(platform.context(), token)).rejects.toMatchObject(refused);
  });
});
