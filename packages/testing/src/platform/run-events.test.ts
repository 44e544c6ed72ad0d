import type { ContentEvent } from "@plugboard/content/integration";
import { createIntegration } from "@plugboard/content/integration";
import { IntegrationError, type IntegrationContext } from "@plugboard/runtime";
import { describe, expect, it } from "vitest";
import { createTestPlatform } from "./create-test-platform.ts";
import { createDigestPlatform } from "./digest-platform.fixture.ts";
import { testIds } from "./test-ids.ts";

const allowFailure = { allowFailure: true };

describe("emit", () => {
  it("passes a whole event and the environment to the handler", async () => {
    const seen: [ContentEvent, IntegrationContext][] = [];
    const platform = await createDigestPlatform((event, context) => void seen.push([event, context]), {
      site: { configuration: { label: "Docs" } },
    });
    const result = await platform.emit("space_content_updated", { revisionId: "revision_9" });
    expect(result).toMatchObject({
      status: 200,
      response: { received: true },
      logs: [],
      apiCalls: [],
      queued: [],
    });
    await platform.emit("page_feedback", { feedback: { rating: "bad", comment: "No." } });
    const [[event, context] = [], [feedback, ofFeedback] = []] = seen;
    expect(event).toEqual(result.event);
    expect(event).toMatchObject({ type: "space_content_updated", revisionId: "revision_9" });
    expect(feedback).toMatchObject({
      siteId: testIds.site,
      feedback: { rating: "bad" },
      visitor: { cookies: {} },
    });
    expect(context?.environment).toMatchObject({
      integration: { name: "digest", urls: { publicEndpoint: platform.publicEndpoint } },
      installation: {
        id: platform.ids.installation,
        status: "active",
        configuration: { channel: "general", limit: 5 },
      },
      spaceInstallation: { space: testIds.space },
      secrets: { TOKEN: "t" },
    });
    expect(ofFeedback?.environment.siteInstallation).toMatchObject({
      site: testIds.site,
      configuration: { label: "Docs" },
    });
  });

  it("gives each event its own ID", async () => {
    const platform = await createDigestPlatform(() => {});
    const ids = [await platform.emit("site_view"), await platform.emit("site_view")].map(
      ({ event }) => event?.eventId,
    );
    expect(new Set(ids).size).toBe(2);
  });

  it("throws if a handler fails, unless the test allows it", async () => {
    const platform = await createDigestPlatform((_event, { log }) => {
      log.info("about to fail", { why: "a test" });
      throw new TypeError("broken");
    });
    await expect(platform.emit("site_view")).rejects.toMatchObject({
      code: "handler_failed",
      message: expect.stringContaining("responded to site_view with 500: broken"),
      cause: new TypeError("broken"),
    });
    expect(await platform.emit("site_view", {}, allowFailure)).toMatchObject({
      status: 500,
      response: { error: "Internal server error" },
      logs: [
        { message: "about to fail", fields: { why: "a test" } },
        { level: "error", fields: { error: new TypeError("broken") } },
      ],
    });
    const refusing = await createDigestPlatform(() => {
      throw new IntegrationError("Not today", 422);
    });
    expect(await refusing.emit("site_view", {}, allowFailure)).toMatchObject({
      status: 422,
      response: { error: "Not today" },
    });
  });

  it("retries failures when they are due", async () => {
    let failures = 2;
    const times: number[] = [];
    const platform = await createDigestPlatform(() => {
      times.push(platform.now());
      failures -= 1;
      if (failures >= 0) throw new Error("not yet");
    });
    const start = platform.now();
    await platform.emit("site_view", {}, allowFailure);
    expect(await platform.runQueued(allowFailure)).toMatchObject([{ status: 500 }, { status: 200 }]);
    const [, second = 0, third = 0] = times;
    expect(times[0]).toBe(start);
    expect(second - start).toBeGreaterThanOrEqual(1000);
    expect(third - second).toBeGreaterThanOrEqual(2000);
  });

  it("waits for background work after the response", async () => {
    const done: string[] = [];
    const platform = await createDigestPlatform((_event, context) => {
      const second = async () => void done.push("second");
      const first = async () => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        done.push("first");
        context.waitUntil(second());
      };
      context.waitUntil(first());
    });
    await platform.emit("site_view");
    expect(done).toEqual(["first", "second"]);
  });

  it.each([
    ["space_gitsync_started", {}, "the manifest does not name the scope space:git:sync"],
    ["site_view", { installation: {} }, "the installation is pending"],
    ["space_view", {}, "the integration does not handle it"],
  ] as const)("explains why %s has no recipient", async (type, options, reason) => {
    const platform = await createDigestPlatform(() => {}, options);
    await expect(platform.emit(type)).rejects.toMatchObject({
      code: "not_sent",
      message: expect.stringContaining(reason),
    });
  });

  it("holds the events of a paused installation", async () => {
    const platform = await createDigestPlatform(() => {}, {
      installation: { configuration: { channel: "general" }, status: "paused" },
    });
    expect(await platform.emit("site_view")).toMatchObject({
      status: undefined,
      event: { type: "site_view" },
    });
  });
});

describe("uninstall", () => {
  const manifest =
    "{ name: parts, title: Parts, description: D, organization: acme, visibility: private, scopes: [] }";

  it("is reported for spaces and sites before the organization, if the integration handles it", async () => {
    const reported: string[] = [];
    const report = ({ type }: ContentEvent) => void reported.push(type);
    const deaf = createIntegration({ events: { installation_deleted: report } });
    await (await createTestPlatform(deaf, { manifest })).uninstall();
    expect(reported.splice(0)).toEqual(["installation_deleted"]);
    const listening = createIntegration({
      events: {
        installation_deleted: report,
        site_installation_deleted: report,
        space_installation_deleted: report,
      },
    });
    await (await createTestPlatform(listening, { manifest })).uninstall();
    expect(reported).toEqual([
      "space_installation_deleted",
      "site_installation_deleted",
      "installation_deleted",
    ]);
  });

  it("drops queued and later events", async () => {
    const seen: string[] = [];
    const platform = await createDigestPlatform((event, { integration }) => {
      seen.push(event.type);
      return event.type === "site_view"
        ? integration.queueTask({ type: "later", delaySeconds: 60 })
        : undefined;
    });
    await platform.emit("site_view");
    await platform.uninstall();
    expect(await platform.runQueued()).toEqual([]);
    expect(seen).toEqual(["site_view", "installation_deleted"]);
    await expect(platform.emit("site_view")).rejects.toMatchObject({
      code: "not_sent",
      message: expect.stringContaining("uninstalled"),
    });
    await expect(platform.render("digest")).rejects.toMatchObject({ code: "not_rendered" });
  });
});

describe("queued tasks", () => {
  it("wait until they are run, in the order they are due", async () => {
    const tasks: unknown[] = [];
    const platform = await createDigestPlatform(async (event, { integration }) => {
      if (event.type === "task") {
        tasks.push(event.task);
        return;
      }
      await integration.queueTask({ type: "later", delaySeconds: 60 });
      await integration.queueTask({ type: "now", payload: { page: 1 } });
    });
    const { queued } = await platform.emit("site_view");
    expect(queued).toMatchObject([
      { payload: { task: { type: "later" } } },
      { payload: { task: { type: "now" } } },
    ]);
    expect(tasks).toEqual([]);
    const start = platform.now();
    await platform.runQueued();
    expect(tasks).toMatchObject([{ type: "now", payload: { page: 1 } }, { type: "later" }]);
    expect(platform.now() - start).toBe(60_000);
    expect(await platform.queued()).toEqual([]);
  });

  it("throw if each creates the next", async () => {
    const platform = await createDigestPlatform((_event, { integration }) =>
      integration.queueTask({ type: "again" }),
    );
    await platform.emit("site_view");
    await expect(platform.runQueued()).rejects.toMatchObject({ code: "endless" });
  });
});

describe("the public endpoint", () => {
  it("forwards requests to the integration byte for byte", async () => {
    const platform = await createDigestPlatform(() => {});
    const init = { method: "POST", body: "hi", headers: { "x-test": "yes" } };
    const response = await platform.fetch("/hook?a=1", init);
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({
      method: "POST",
      url: `${platform.publicEndpoint}/hook?a=1`,
      header: "yes",
      body: "hi",
    });
  });
});

describe("the platform's API", () => {
  it("is called with the permissions of the integration's token", async () => {
    const platform = await createDigestPlatform(async (_event, { api }) => {
      const { listOrganizations } = await import("@plugboard/api/routes");
      const { getSpace } = await import("@plugboard/content/routes");
      await api.call(getSpace, { params: { spaceId: testIds.space } });
      await api.call(listOrganizations);
    });
    const { status, apiCalls } = await platform.emit("site_view", {}, allowFailure);
    expect(status).toBe(500);
    expect(apiCalls).toMatchObject([
      {
        operation: "getSpace",
        params: { spaceId: testIds.space },
        status: 200,
        response: { id: testIds.space },
      },
      { operation: "listOrganizations", status: 403, response: { code: "forbidden" } },
    ]);
  });
});
