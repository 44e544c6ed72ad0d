import type { RuntimeEvent } from "@plugboard/api";
import { createIntegration, IntegrationError, type IntegrationContext } from "@plugboard/runtime";
import { describe, expect, it } from "vitest";
import { createTestPlatform } from "../create-test-platform.ts";
import { createDigestPlatform } from "../digest-platform.fixture.ts";
import { testIds } from "./test-ids.ts";

describe("emit", () => {
  it("hands a whole event and the environment to the handler", async () => {
    const seen: [RuntimeEvent, IntegrationContext][] = [];
    const platform = createDigestPlatform((event, context) => void seen.push([event, context]), {
      site: { configuration: { label: "Docs" } },
    });
    const result = await platform.emit("page_feedback", { feedback: { rating: "bad", comment: "No." } });
    expect(result).toMatchObject({
      status: 200,
      answer: { received: true },
      logs: [],
      apiCalls: [],
      queued: [],
    });
    const [[event, context] = []] = seen;
    expect(event).toEqual(result.event);
    expect(event).toMatchObject({
      type: "page_feedback",
      installationId: testIds.installation,
      siteId: testIds.site,
      feedback: { rating: "bad", comment: "No." },
      visitor: { cookies: {} },
    });
    expect(context?.environment).toMatchObject({
      integration: { name: "digest", urls: { publicEndpoint: platform.publicEndpoint } },
      installation: {
        id: testIds.installation,
        status: "active",
        configuration: { channel: "general", limit: 5 },
      },
      siteInstallation: { site: testIds.site, configuration: { label: "Docs" } },
      spaceInstallation: { space: testIds.space },
      secrets: { TOKEN: "t" },
    });
  });

  it("gives every event an id of its own", async () => {
    const platform = createDigestPlatform(() => {});
    const ids = [await platform.emit("site_view"), await platform.emit("site_view")].map(
      ({ event }) => event.eventId,
    );
    expect(new Set(ids).size).toBe(2);
  });

  it("tells the answer to an event that nothing handles, and to one whose handler fails", async () => {
    const platform = createDigestPlatform((_event, { log }) => {
      log.info("about to fail", { why: "a test" });
      throw new TypeError("broken");
    });
    expect(await platform.emit("space_view")).toMatchObject({ status: 406 });
    expect(await platform.emit("site_view")).toMatchObject({
      status: 500,
      answer: { error: "Internal server error" },
      logs: [
        { message: "about to fail", fields: { why: "a test" } },
        { level: "error", fields: { error: new TypeError("broken") } },
      ],
    });
    const refusing = createDigestPlatform(() => {
      throw new IntegrationError("Not today", 422);
    });
    expect(await refusing.emit("site_view")).toMatchObject({ status: 422, answer: { error: "Not today" } });
  });

  it("waits for the work that goes on after the answer", async () => {
    const done: string[] = [];
    const platform = createDigestPlatform((_event, context) => {
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

  it("sends nothing the platform would not send", async () => {
    const platform = createDigestPlatform(() => {});
    await expect(platform.emit("space_gitsync_started")).rejects.toThrow(
      "the manifest does not name the scope space:git:sync",
    );
    const pending = createDigestPlatform(() => {}, { installation: {} });
    expect(pending.installation().status).toBe("pending");
    await expect(pending.emit("site_view")).rejects.toMatchObject({ code: "not_sent" });
    expect(await pending.install()).toMatchObject({ status: 200 });
  });

  it("tells spaces and sites that it was uninstalled before the organization, where the integration listens", async () => {
    const told: string[] = [];
    const tell = ({ type }: RuntimeEvent) => void told.push(type);
    const manifest =
      "{ name: parts, title: Parts, description: D, organization: acme, visibility: private, scopes: [] }";
    const deaf = createTestPlatform(createIntegration({ events: { installation_deleted: tell } }), {
      manifest,
    });
    expect(await deaf.uninstall()).toMatchObject({ status: 200 });
    expect([told.splice(0), deaf.logs]).toEqual([["installation_deleted"], []]);

    const listening = createIntegration({
      events: {
        installation_deleted: tell,
        site_installation_deleted: tell,
        space_installation_deleted: tell,
      },
    });
    await createTestPlatform(listening, { manifest }).uninstall();
    expect(told).toEqual(["space_installation_deleted", "site_installation_deleted", "installation_deleted"]);
  });

  it("sends nothing after the integration was uninstalled, but that it was, which may come twice", async () => {
    const platform = createDigestPlatform((event, { integration }) =>
      event.type === "site_view" ? integration.queueTask({ type: "later" }) : undefined,
    );
    await platform.emit("site_view");
    await platform.uninstall();
    expect(await platform.runQueued()).toEqual([]);
    await expect(platform.emit("site_view")).rejects.toMatchObject({
      code: "not_sent",
      message: expect.stringContaining("uninstalled"),
    });
    await expect(platform.render("digest")).rejects.toMatchObject({ code: "not_sent" });
    expect(await platform.emit("installation_deleted")).toMatchObject({ status: 200 });
  });
});

describe("queued tasks", () => {
  it("wait until they are run, in the order they are due", async () => {
    const tasks: unknown[] = [];
    const platform = createDigestPlatform(async (event, { integration }) => {
      if (event.type === "task") {
        tasks.push(event.task);
        return;
      }
      await integration.queueTask({ type: "later", delaySeconds: 60 });
      await integration.queueTask({ type: "now", payload: { page: 1 } });
    });
    const { queued } = await platform.emit("site_view");
    expect(queued).toMatchObject([{ task: { type: "later" } }, { task: { type: "now" } }]);
    expect(tasks).toEqual([]);
    await platform.runQueued();
    expect(tasks).toEqual([{ type: "now", payload: { page: 1 } }, { type: "later" }]);
    expect(platform.queued).toEqual([]);
  });

  it("end with an error when each makes the next", async () => {
    const platform = createDigestPlatform((_event, { integration }) =>
      integration.queueTask({ type: "again" }),
    );
    await platform.emit("site_view");
    await expect(platform.runQueued()).rejects.toMatchObject({ code: "endless" });
  });
});
