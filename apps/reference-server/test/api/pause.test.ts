import {
  getInstallation,
  listPropertyOptions,
  pauseInstallation,
  renderComponent,
  resumeInstallation,
} from "@plugboard/api/routes";
import { createSpaceInstallation, updatePageContent } from "@plugboard/content/routes";
import { createIntegration } from "@plugboard/content/integration";
import { atNight } from "@plugboard/test-postgres";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { setUpServer } from "../../src/fixtures/set-up-server.fixture.ts";

const settings = `scopes: [space:content:read, space:content:write]
configurations:
  account:
    properties:
      channel: { type: string, title: T, description: D., completion_url: /channels }`;

/** The integration's received events with their tokens. */
const seen: { readonly type: string; readonly tokens: readonly (string | undefined)[] }[] = [];
const watcher = createIntegration({
  events: {
    space_content_updated: (event, { environment }) => {
      const { installation, integration } = environment.apiTokens;
      seen.push({ type: event.type, tokens: [installation, integration] });
    },
  },
  fetch: () => {
    seen.push({ type: "fetch", tokens: [] });
    return Response.json([{ label: "One", value: "1" }]);
  },
});

describe.each(["SQLite", ...atNight("PostgreSQL")] as const)("a paused installation on %s", (kind) => {
  const { server, succeed, call, publish, install, seeded } = setUpServer(kind);

  it("neither calls nor is called until it is resumed", async () => {
    await publish("watcher", watcher, settings);
    const id = await install("watcher");
    const { space, page } = seeded();
    await succeed(createSpaceInstallation, { params: { installationId: id, spaceId: space } });
    const params = { spaceId: space, pageId: page };
    const save = (token?: string) => call(updatePageContent, { params, body: { title: "Changed" }, token });
    seen.length = 0;
    await save();
    await expect.poll(() => seen.map(({ type }) => type)).toEqual(["space_content_updated"]);
    const tokens = z.array(z.string()).parse(seen[0]?.tokens);
    const ways = async (): Promise<readonly number[]> => [
      ...(await Promise.all(tokens.map(async (token) => (await save(token)).status))),
      ...(await Promise.all(
        tokens.map(
          async (token) => (await call(getInstallation, { params: { installationId: id }, token })).status,
        ),
      )),
      (await fetch(`${server().urls.public}/integrations/${id}/anything`)).status,
      (await call(listPropertyOptions, { params: { installationId: id, property: "channel" } })).status,
      (
        await call(renderComponent, {
          params: { installationId: id, componentId: "any" },
          body: { context: { type: "document", theme: "light" } },
        })
      ).status,
    ];
    expect(await ways()).toEqual([200, 200, 200, 200, 200, 200, 404]);

    await succeed(pauseInstallation, { params: { installationId: id } });
    seen.length = 0;
    expect(await ways()).toEqual([403, 403, 403, 403, 403, 403, 403]);
    await save();
    expect(seen).toEqual([]);

    await succeed(resumeInstallation, { params: { installationId: id } });
    await expect.poll(() => seen.map(({ type }) => type)).toContain("space_content_updated");
    expect((await save(tokens[0])).status).toBe(200);
  });
});
