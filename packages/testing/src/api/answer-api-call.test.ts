import {
  getInstallation,
  getPageContent,
  getSite,
  listPages,
  queueTask,
  updateInstallation,
  updatePageContent,
} from "@plugboard/api/routes";
import { describe, expect, it } from "vitest";
import { createDigestPlatform } from "../digest-platform.fixture.ts";
import { testIds } from "../platform/test-ids.ts";

describe("the platform's API", () => {
  it("changes the environment of the events that follow", async () => {
    const configurations: unknown[] = [];
    const platform = createDigestPlatform(async (event, { api, environment }) => {
      configurations.push(environment.installation?.configuration);
      if (event.type !== "site_view") return;
      const params = { installationId: event.installationId };
      await api.call(updateInstallation, {
        params,
        body: { configuration: { limit: 9 }, externalIds: ["team"] },
      });
    });
    const { apiCalls, queued } = await platform.emit("site_view");
    expect(apiCalls).toMatchObject([
      { method: "PATCH", token: "installation", status: 200, body: { configuration: { limit: 9 } } },
    ]);
    expect(queued).toMatchObject([{ type: "installation_setup" }]);
    expect(await platform.runQueued()).toMatchObject([
      { status: 200, event: { type: "installation_setup" } },
    ]);
    expect(configurations).toEqual([
      { channel: "general", limit: 5 },
      { channel: "general", limit: 9 },
    ]);
    expect(platform.installation().externalIds).toEqual(["team"]);
  });

  it("answers as the platform does when something is wrong", async () => {
    const errors: unknown[] = [];
    const platform = createDigestPlatform(async (_event, { api }) => {
      const params = { installationId: testIds.installation };
      const attempts = [
        api.call(updateInstallation, {
          params,
          body: { configuration: { limit: "x" } },
        }),
        api.call(updateInstallation, {
          params,
          body: {},
          ifMatch: "2020-01-01T00:00:00.000Z",
        }),
        api.call(getInstallation, { params: { installationId: "other" } }),
        api.call(getSite, { params: { siteId: testIds.site } }),
        api.call(queueTask, { body: { task: { type: "" } } }),
      ];
      for (const attempt of await Promise.allSettled(attempts)) {
        if (attempt.status === "rejected") errors.push(attempt.reason);
      }
    });
    await platform.emit("site_view");
    expect(errors).toMatchObject([
      { status: 422, code: "invalid_configuration", problems: [{ path: "configuration.limit" }] },
      { status: 412, code: "precondition_failed" },
      { status: 404, code: "not_found" },
      { status: 403, code: "forbidden", message: expect.stringContaining("site:metadata:read") },
      { status: 400, code: "invalid_request", problems: [{ path: "task.type" }] },
    ]);
  });

  it("knows no token but the environment's", async () => {
    const statuses: number[] = [];
    const platform = createDigestPlatform(async (_event, { environment }) => {
      const url = `${environment.apiEndpoint}/installations/${testIds.installation}`;
      for (const headers of [{}, { authorization: "Bearer made-up" }])
        statuses.push((await fetch(url, { headers })).status);
    });
    await platform.emit("site_view");
    expect(statuses).toEqual([401, 401]);
  });

  it("has pages that can be read and edited, which emits space_content_updated", async () => {
    const revisions: unknown[] = [];
    const platform = createDigestPlatform(async (event, { api }) => {
      if (event.type === "space_content_updated") {
        revisions.push(event.revisionId);
        return;
      }
      const params = { spaceId: testIds.space, pageId: testIds.page };
      const body = { markdown: "# New" };
      await api.call(updatePageContent, { params, body });
      for await (const page of api.list(listPages, { params: { spaceId: testIds.space } })) {
        const read = { spaceId: testIds.space, pageId: page.id };
        const { markdown, revisionId } = await api.call(getPageContent, { params: read });
        revisions.push(markdown, revisionId);
      }
    });
    await platform.emit("site_view");
    await platform.runQueued();
    expect(revisions).toEqual(["# New", "revision_2", "revision_2"]);
  });

  it("goes through lists page by page", async () => {
    const titles: string[] = [];
    const pages = Array.from({ length: 7 }, (_, index) => ({
      id: `p${index}`,
      title: `Page ${index}`,
      markdown: "",
    }));
    const platform = createDigestPlatform(
      async (_event, { api }) => {
        const request = { params: { spaceId: testIds.space }, query: { limit: 3 } };
        for await (const { title } of api.list(listPages, request)) titles.push(title);
      },
      { pages },
    );
    const { apiCalls } = await platform.emit("site_view");
    expect(titles).toEqual(pages.map(({ title }) => title));
    expect(apiCalls).toHaveLength(3);
  });

  it("knows nothing of the installation once it was removed", async () => {
    const statuses: unknown[] = [];
    const platform = createDigestPlatform(async (event, { api, environment }) => {
      const params = { installationId: event.installationId };
      const call = api.call(getInstallation, { params });
      statuses.push(environment.installation?.id, await call.catch((error: unknown) => error));
    });
    await platform.uninstall();
    expect(statuses).toEqual([testIds.installation, expect.objectContaining({ status: 404 })]);
  });
});
