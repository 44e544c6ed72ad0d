import type { RuntimeEvent } from "@plugboard/api";
import { createIntegration, ExposableError, type IntegrationContext } from "@plugboard/runtime";
import { verify } from "@plugboard/webhook-signer";
import { describe, expect, it } from "vitest";
import { createTestPlatform } from "./create-test-platform.ts";
import { testIds } from "./platform/test-ids.ts";
import type { TestPlatformOptions } from "./platform/test-platform-options.ts";

const manifest = `
name: digest
title: Digest
description: Tells a channel what changed
organization: acme
visibility: private
scopes: [space:content:read, space:content:write, site:views:read, space:metadata:read]
configurations:
  account:
    properties:
      channel: { type: string, title: Channel, description: Where it is told }
      limit: { type: number, title: Limit, description: How much of it, default: 5 }
    required: [channel]
  site:
    properties:
      label: { type: string, title: Label, description: What it is called }
secrets:
  TOKEN: \${{ env.TOKEN }}
`;
const installation = { configuration: { channel: "general" } };

type Handler = (event: RuntimeEvent, context: IntegrationContext) => unknown;

/** A platform whose integration handles everything with one function. */
function setUp(handle: Handler, options: Partial<TestPlatformOptions> = {}) {
  const integration = createIntegration({
    events: {
      installation_setup: handle,
      installation_deleted: handle,
      space_content_updated: handle,
      site_view: handle,
      page_feedback: handle,
    },
    task: handle,
    fetch: async (request) => {
      const { method, url, headers } = request;
      return Response.json(
        { method, url, header: headers.get("x-test"), body: await request.text() },
        { status: 201, headers: { "x-answer": "yes" } },
      );
    },
  });
  return createTestPlatform(integration, { manifest, installation, secrets: { TOKEN: "t" }, ...options });
}

describe("emit", () => {
  it("hands a whole event and the environment to the handler", async () => {
    const seen: [RuntimeEvent, IntegrationContext][] = [];
    const platform = setUp((event, context) => void seen.push([event, context]), {
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
    const platform = setUp(() => {});
    const ids = [await platform.emit("site_view"), await platform.emit("site_view")].map(
      ({ event }) => event.eventId,
    );
    expect(new Set(ids).size).toBe(2);
  });

  it("tells the answer to an event that nothing handles, and to one whose handler fails", async () => {
    const platform = setUp((_event, { log }) => {
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
    const refusing = setUp(() => {
      throw new ExposableError("Not today", 422);
    });
    expect(await refusing.emit("site_view")).toMatchObject({ status: 422, answer: { error: "Not today" } });
  });

  it("waits for the work that goes on after the answer", async () => {
    const done: string[] = [];
    const platform = setUp((_event, context) => {
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
    const platform = setUp(() => {});
    await expect(platform.emit("space_gitsync_started")).rejects.toThrow(
      "the manifest does not name the scope space:git:sync",
    );
    const pending = setUp(() => {}, { installation: {} });
    expect(pending.installation().status).toBe("pending");
    await expect(pending.emit("site_view")).rejects.toMatchObject({ code: "not_sent" });
    expect(await pending.install()).toMatchObject({ status: 200 });
  });
});

describe("configuration", () => {
  it("is edited as a user does, which tells the integration what it was before", async () => {
    const events: RuntimeEvent[] = [];
    const platform = setUp((event) => void events.push(event), { installation: {} });
    await platform.configure({ channel: "random" });
    expect(platform.installation()).toMatchObject({
      status: "active",
      configuration: { channel: "random", limit: 5 },
    });
    expect(events).toMatchObject([
      {
        type: "installation_setup",
        status: "active",
        previous: { status: "pending", configuration: { limit: 5 } },
      },
    ]);
  });

  it("is checked against the manifest", async () => {
    const platform = setUp(() => {});
    await expect(platform.configure({ limit: "many" })).rejects.toThrow(
      "configuration.limit: Limit must be a number.",
    );
    await expect(platform.configure({ chanel: "x" })).rejects.toMatchObject({
      code: "invalid_configuration",
    });
    expect(platform.installation().configuration).toEqual({ channel: "general", limit: 5 });
  });

  it("is another one on each level", async () => {
    const platform = setUp(() => {});
    await platform.configure({ label: "Docs" }, "site");
    expect(platform.installation("site").configuration).toEqual({ label: "Docs" });
    expect(platform.installation().configuration).toEqual({ channel: "general", limit: 5 });
  });
});

describe("the platform's API", () => {
  it("changes the environment of the events that follow", async () => {
    const configurations: unknown[] = [];
    const platform = setUp(async (event, { api, environment }) => {
      configurations.push(environment.installation?.configuration);
      if (event.type !== "site_view") return;
      const params = { installationId: event.installationId };
      await api.request("PATCH", "/installations/{installationId}", {
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
    const platform = setUp(async (_event, { api }) => {
      const params = { installationId: testIds.installation };
      const attempts = [
        api.request("PATCH", "/installations/{installationId}", {
          params,
          body: { configuration: { limit: "x" } },
        }),
        api.request("PATCH", "/installations/{installationId}", {
          params,
          body: { ifUpdatedAt: "2020-01-01T00:00:00.000Z" },
        }),
        api.request("GET", "/installations/{installationId}", { params: { installationId: "other" } }),
        api.request("GET", "/sites/{siteId}", { params: { siteId: testIds.site } }),
        api.request("POST", "/tasks", { body: { task: { type: "" } } }),
      ];
      for (const attempt of await Promise.allSettled(attempts)) {
        if (attempt.status === "rejected") errors.push(attempt.reason);
      }
    });
    await platform.emit("site_view");
    expect(errors).toMatchObject([
      { status: 422, code: "invalid_configuration", path: "configuration.limit" },
      { status: 409, code: "conflict" },
      { status: 404, code: "not_found" },
      { status: 403, code: "forbidden", message: expect.stringContaining("site:metadata:read") },
      { status: 400, code: "invalid_request", path: "task.type" },
    ]);
  });

  it("knows no token but the environment's", async () => {
    const statuses: number[] = [];
    const platform = setUp(async (_event, { environment }) => {
      const url = `${environment.apiEndpoint}/installations/${testIds.installation}`;
      for (const headers of [{}, { authorization: "Bearer made-up" }])
        statuses.push((await fetch(url, { headers })).status);
    });
    await platform.emit("site_view");
    expect(statuses).toEqual([401, 401]);
  });

  it("has pages that can be read and edited, which emits space_content_updated", async () => {
    const revisions: unknown[] = [];
    const platform = setUp(async (event, { api }) => {
      if (event.type === "space_content_updated") {
        revisions.push(event.revisionId);
        return;
      }
      const params = { spaceId: testIds.space, pageId: testIds.page };
      const body = { markdown: "# New" };
      await api.request("PATCH", "/spaces/{spaceId}/pages/{pageId}/content", { params, body });
      for await (const page of api.list("/spaces/{spaceId}/pages", { params: { spaceId: testIds.space } })) {
        const read = { spaceId: testIds.space, pageId: page.id };
        const { markdown, revisionId } = await api.request(
          "GET",
          "/spaces/{spaceId}/pages/{pageId}/content",
          { params: read },
        );
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
    const platform = setUp(
      async (_event, { api }) => {
        const request = { params: { spaceId: testIds.space }, query: { limit: 3 } };
        for await (const { title } of api.list("/spaces/{spaceId}/pages", request)) titles.push(title);
      },
      { pages },
    );
    const { apiCalls } = await platform.emit("site_view");
    expect(titles).toEqual(pages.map(({ title }) => title));
    expect(apiCalls).toHaveLength(3);
  });

  it("knows nothing of the installation once it was removed", async () => {
    const statuses: unknown[] = [];
    const platform = setUp(async (event, { api, environment }) => {
      const params = { installationId: event.installationId };
      const call = api.request("GET", "/installations/{installationId}", { params });
      statuses.push(environment.installation?.id, await call.catch((error: unknown) => error));
    });
    await platform.uninstall();
    expect(statuses).toEqual([testIds.installation, expect.objectContaining({ status: 404 })]);
  });
});

describe("queued tasks", () => {
  it("wait until they are run, in the order they are due", async () => {
    const tasks: unknown[] = [];
    const platform = setUp(async (event, { integration }) => {
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
    const platform = setUp((_event, { integration }) => integration.queueTask({ type: "again" }));
    await platform.emit("site_view");
    await expect(platform.runQueued()).rejects.toMatchObject({ code: "endless" });
  });
});

describe("webhook endpoints", () => {
  it("receive signed events through a service", async () => {
    const received: unknown[] = [];
    let secret = "";
    const platform = setUp(
      async (event, { api }) => {
        if (event.type !== "installation_setup") return;
        const params = { installationId: event.installationId };
        const body = { url: "https://hooks.example/in", eventTypes: ["page_feedback"] as const };
        const { id } = await api.request("POST", "/installations/{installationId}/webhook-endpoints", {
          params,
          body,
        });
        const path = "/installations/{installationId}/webhook-endpoints/{endpointId}/secrets";
        const { secrets } = await api.request("GET", path, { params: { ...params, endpointId: id } });
        secret = secrets[0]?.secret ?? "";
      },
      {
        services: {
          "https://hooks.example": async (request) => {
            const body = await request.text();
            await verify({ secret, header: request.headers.get("x-service-signature"), body });
            received.push(JSON.parse(body));
            return new Response(null, { status: 204 });
          },
        },
      },
    );
    await platform.install();
    await platform.emit("site_view");
    const { event } = await platform.emit("page_feedback");
    expect(received).toEqual([event]);
  });
});

describe("fetch", () => {
  it("calls a path of the public endpoint with the body untouched", async () => {
    const platform = setUp(() => {});
    const body = "line 1\nline 2\r\n\u0000é";
    const response = await platform.fetch("/hook?a=1", { method: "POST", headers: { "X-Test": "1" }, body });
    expect(response.status).toBe(201);
    expect(response.headers.get("x-answer")).toBe("yes");
    expect(await response.json()).toEqual({
      method: "POST",
      url: `${platform.publicEndpoint}/hook?a=1`,
      header: "1",
      body,
    });
  });
});

describe("services", () => {
  it("answer the integration's requests, and nobody else does", async () => {
    const answers: unknown[] = [];
    const platform = setUp(
      async () => {
        answers.push(await (await fetch("https://chat.example/post", { method: "POST", body: "hi" })).text());
        await fetch("https://stranger.example/");
      },
      {
        services: {
          "https://chat.example": async (request) =>
            new Response(`${request.method} ${await request.text()}`),
        },
      },
    );
    const { status, logs } = await platform.emit("site_view");
    expect(answers).toEqual(["POST hi"]);
    expect(status).toBe(500);
    expect(logs[0]?.fields.error).toMatchObject({
      code: "no_service",
      message: expect.stringContaining("https://stranger.example"),
    });
  });

  it("belong to one platform each, also when two work at once", async () => {
    const platformFor = (name: string) => {
      const answers: string[] = [];
      const platform = setUp(
        async () => {
          await new Promise((resolve) => setTimeout(resolve, 5));
          answers.push(await (await fetch("https://chat.example")).text());
        },
        { services: { "https://chat.example": () => new Response(name) } },
      );
      return { platform, answers };
    };
    const [one, other] = [platformFor("one"), platformFor("other")];
    await Promise.all([one.platform.emit("site_view"), other.platform.emit("site_view")]);
    expect([one.answers, other.answers]).toEqual([["one"], ["other"]]);
  });
});
