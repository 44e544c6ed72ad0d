import * as routes from "@plugboard/api/routes";
import * as contentRoutes from "../../../content/src/client/routes.ts";
import { describe, expect, it } from "vitest";
import { administrator, setUpApi } from "../fixtures/set-up-api.fixture.ts";
import { databaseKinds } from "../fixtures/set-up-storage.fixture.ts";

const nul = "must not contain the character U+0000";
const surrogate = "must not contain a lone surrogate";

describe.each(databaseKinds)("a request with text that a database cannot store, on %s", (kind) => {
  const { call, createContent, publish, succeed } = setUpApi(kind);

  it("is rejected with the path to the text", async () => {
    const { organizationId: organization, spaceId } = await createContent();
    const { name: integration } = await publish(organization, "scopes: []");
    const installation = await succeed(administrator, routes.installIntegration, {
      params: { integration },
      body: { organization },
    });
    const installationId = String(installation["id"]);
    const url = "https://hooks.example.com/";
    const sent = [
      [
        routes.createWebhookEndpoint,
        { params: { installationId }, body: { url, eventTypes: ["\0"] } },
        "eventTypes.0",
        nul,
      ],
      [
        routes.createWebhookEndpoint,
        { params: { installationId }, body: { url, eventTypes: ["site_view"], description: "a\0" } },
        "description",
        nul,
      ],
      [
        contentRoutes.createPage,
        { params: { spaceId }, body: { title: "a", markdown: "\0" } },
        "markdown",
        nul,
      ],
      [
        routes.updateInstallation,
        { params: { installationId }, body: { configuration: { "a\0": 1 } } },
        "configuration.a\\0",
        nul,
      ],
      [contentRoutes.listSites, { query: { organization: "\0" } }, "organization", nul],
      [contentRoutes.getSpace, { params: { spaceId: "a\0" } }, "spaceId", nul],
      [
        routes.createWebhookEndpoint,
        { params: { installationId }, body: { url, eventTypes: ["\ud800"] } },
        "eventTypes.0",
        surrogate,
      ],
      [
        routes.updateInstallation,
        { params: { installationId }, body: { configuration: { "\udc00": 1 } } },
        "configuration.\ufffd",
        surrogate,
      ],
    ] as const;
    for (const [route, request, path, message] of sent)
      expect(await call(administrator, route, request)).toMatchObject({
        status: 400,
        body: { problems: [{ path, message }] },
      });
  });
});
