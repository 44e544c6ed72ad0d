import { printBlock } from "@plugboard/content/markdown";
import { listEvents } from "@plugboard/api/routes";
import { createSpaceInstallation, updatePageContent } from "@plugboard/content/routes";
import { createComponent } from "@plugboard/components";
import { createIntegration } from "@plugboard/content/integration";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { setUpServer, type TestServer } from "../fixtures/set-up-server.fixture.ts";
import { readNetwork } from "../http/client-address.ts";

const eventsSchema = z.object({
  items: z.array(z.looseObject({ type: z.string(), payload: z.record(z.string(), z.unknown()) })),
});

describe("sites", () => {
  const { server, succeed, seeded, publish, install } = setUpServer();
  const site = (path: string, init?: RequestInit): Promise<Response> =>
    fetch(`${server().urls.public}/sites/handbook${path}`, { redirect: "manual", ...init });
  const events = async () => eventsSchema.parse(await succeed(listEvents)).items;
  const save = (content: { readonly title?: string; readonly markdown?: string }) =>
    succeed(updatePageContent, { params: { spaceId: seeded().space, pageId: seeded().page }, body: content });
  const sendFeedback = (fields: Readonly<Record<string, string>>, path = "/welcome/feedback") =>
    site(path, { method: "POST", body: new URLSearchParams(fields) });

  it("shows a page with the navigation and a feedback form", async () => {
    const response = await site("/welcome");
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page).toContain("<title>Welcome · Acme Handbook</title>");
    expect(page).toContain('<a href="/sites/handbook/welcome" aria-current="page">Welcome</a>');
    expect(page).toContain('<a href="/sites/handbook/feedback">Feedback</a>');
    expect(page).toContain('method="post" action="/sites/handbook/welcome/feedback">');
    expect(page).not.toContain("<script");
  });

  it("shows the first page at its root", async () => {
    expect(await (await site("/")).text()).toContain("<title>Welcome · Acme Handbook</title>");
    const bare = await site("");
    expect([bare.status, bare.headers.get("location")]).toEqual([
      301,
      `${server().urls.public}/sites/handbook/`,
    ]);
  });

  it("emits site_view and space_view with the visitor's data", async () => {
    const headers = {
      "user-agent": "a browser",
      referer: "https://search.example.com/",
      cookie: "theme=dark; app_session=secret; plugboard_visitor=secret; ins_1.state=secret",
    };
    const response = await site("/integrations?from=mail", { headers });
    const cookie = response.headers.getSetCookie()[0] ?? "";
    expect(cookie).toMatch(
      /^visitor_id=[0-9a-f-]{36}; Max-Age=31536000; Path=\/sites\/handbook; HttpOnly; SameSite=Lax$/,
    );
    const anonymousId = /^visitor_id=([^;]+)/.exec(cookie)?.[1];
    const [inSpace, onSite] = await events();
    const seen = {
      visitor: {
        anonymousId,
        userAgent: "a browser",
        ip: "127.0.0.1",
        cookies: { theme: "dark", app_session: "[redacted]" },
      },
      url: `${server().urls.public}/sites/handbook/integrations?from=mail`,
      referrer: "https://search.example.com/",
    };
    expect(onSite).toMatchObject({ type: "site_view", payload: { siteId: seeded().site, ...seen } });
    expect(inSpace).toMatchObject({ type: "space_view", payload: { spaceId: seeded().space, ...seen } });
    expect(onSite?.payload).not.toHaveProperty("pageId");
    expect(inSpace?.payload).toHaveProperty("pageId");
  });

  it("recognizes a visitor by the cookie, and rejects forged ones", async () => {
    const idOf = async (cookie: string) => {
      await site("/welcome", { headers: { cookie } });
      const visitor = z.object({ anonymousId: z.string() });
      return visitor.parse((await events())[0]?.payload["visitor"]).anonymousId;
    };
    const visitorId = crypto.randomUUID();
    expect(await idOf(`visitor_id=${visitorId}`)).toBe(visitorId);
    expect(await idOf("visitor_id=x".repeat(300))).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("emits no events for pages that are not shown", async () => {
    const before = (await events()).length;
    await site("/welcome", { method: "HEAD" });
    await site("/welcome", { headers: { "sec-purpose": "prefetch;prerender" } });
    await site("/nothing");
    await sendFeedback({ comment: "no rating" });
    expect(await events()).toHaveLength(before);
  });

  it("emits page_feedback and thanks the visitor", async () => {
    const sent = await sendFeedback({ rating: "bad", comment: "Too <b>short</b>.\nReally." });
    expect([sent.status, sent.headers.get("location")]).toEqual([
      303,
      `${server().urls.public}/sites/handbook/welcome?feedback=sent#feedback`,
    ]);
    const { site: siteId, space: spaceId, page: pageId } = seeded();
    expect((await events())[0]).toMatchObject({
      type: "page_feedback",
      payload: {
        siteId,
        spaceId,
        pageId,
        feedback: { rating: "bad", comment: "Too <b>short</b>.\nReally." },
        url: `${server().urls.public}/sites/handbook/welcome`,
      },
    });
    const thanks = await (await site("/welcome?feedback=sent")).text();
    expect(thanks).toContain("Thank you for your feedback.");
    expect(thanks).not.toContain('method="post"');
  });

  it.each([
    [{ rating: "great" }, 400],
    [{ comment: "no rating" }, 400],
    [{ rating: "good", comment: "x".repeat(5001) }, 400],
    [{ rating: "good", comment: "x".repeat(70_000) }, 413],
  ])("rejects invalid feedback, case %#", async (fields, status) => {
    expect((await sendFeedback(fields)).status).toBe(status);
  });

  it.each(["/nothing", "/welcome/more", "/../welcome/feedback/x"])("returns 404 at %s", async (path) => {
    expect((await site(path)).status).toBe(404);
    expect((await sendFeedback({ rating: "good" }, `${path}/feedback`)).status).toBe(404);
  });

  it("doesn't serve a page at another site's URL", async () => {
    expect((await fetch(`${server().urls.public}/sites/nobody/`)).status).toBe(404);
  });

  it("shows blocks of integrations, rendered from the page's props", async () => {
    const component = createComponent<{ number?: number }, { pressed: boolean }>({
      componentId: "issue",
      initialState: { pressed: false },
      action: async () => ({ state: { pressed: true } }),
      render: async ({ props, state, context }) => ({
        type: "block",
        children: [
          { type: "text", children: [`${props.number} ${state.pressed} ${String(context.editable)}`] },
        ],
      }),
    });
    const lines = "scopes: []\nblocks: [{ id: issue, title: Issue, description: Shows an issue. }]";
    await publish("tracker", createIntegration({ components: [component] }), lines);
    const installationId = await install("tracker");
    await succeed(createSpaceInstallation, { params: { installationId, spaceId: seeded().space } });
    const block = { integration: "tracker", component: "issue", props: { number: 7 } };
    await save({ title: "Welcome", markdown: `# Issues\n\n${printBlock(block)}\n` });
    const response = await site("/welcome");
    const page = await response.text();
    expect(page).toContain('<article data-blocks="/sites/handbook/welcome/blocks">');
    expect(page).toContain('<div data-block="0" data-component="issue">');
    const { public: sites } = server().urls;
    expect(response.headers.get("content-security-policy")).toContain(
      `; script-src ${sites}/site-assets/; connect-src ${sites}/sites/handbook/; frame-src http: https:;`,
    );
    const context = { type: "document", theme: "dark" };
    const render = async (index: string, body: object) => {
      const headers = { "content-type": "application/json" };
      return await site(`/welcome/blocks/${index}`, { method: "POST", headers, body: JSON.stringify(body) });
    };
    const textOf = async (body: object) =>
      await (await render("0", { componentId: "issue", context, ...body })).text();
    expect(await textOf({ props: { number: 8 } })).toContain('"7 false false"');
    expect(await textOf({ state: { pressed: false }, action: { action: "press" } })).toContain(
      '"7 true false"',
    );
    expect((await render("0", { componentId: "nobody", context })).status).toBe(404);
    expect((await render("1", { componentId: "issue", context })).status).toBe(404);
    expect((await render("0", { componentId: "issue" })).status).toBe(400);
  });

  it("runs no script in a page's content", async () => {
    await save({
      title: '<img src=x onerror="alert(1)">',
      markdown: [
        "<script>alert(1)</script>",
        '<img src="x" onerror="alert(1)">',
        '<iframe src="https://evil.example.com"></iframe>',
        "[a](javascript:alert(1)) [b](JaVaScRiPt:alert(1)) [c](vbscript:x) [d](data:text/html,<script>1</script>)",
        "![e](javascript:alert(1))",
        '[f](https://example.com "\\" onmouseover=\\"alert(1)")',
        '<https://example.com/"onclick=alert(1)>',
      ].join("\n\n"),
    });
    const response = await site("/welcome");
    const page = await response.text();
    expect(page).not.toMatch(/<(?:script|iframe|img)\b/i);
    expect(page).not.toMatch(/(?:href|src)="?\s*(?:javascript|vbscript|data):/i);
    const tags = page.match(/<[a-z][^>]*>/gi) ?? [];
    expect(tags.filter((tag) => / on\w+=/i.test(tag.replaceAll(/"[^"]*"/g, '""')))).toEqual([]);
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(response.headers.get("content-security-policy")).toBe(
      `default-src 'none'; base-uri 'none'; font-src ${server().urls.public}/site-assets/; img-src 'self' https: data:; form-action 'self'; style-src 'unsafe-inline'; frame-ancestors ${server().urls.console}`,
    );
    expect(response.headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  });
});

describe("sites behind a proxy", () => {
  const trusted = readNetwork("127.0.0.0/8");
  const behind = setUpServer("SQLite", { trustedProxies: trusted === undefined ? [] : [trusted] });
  const open = setUpServer("SQLite");

  /** Visits a page with a proxy header and returns the IP address in the event. */
  async function visit({ server, succeed }: TestServer, forwardedFor: string): Promise<unknown> {
    const headers = { "x-forwarded-for": forwardedFor };
    await fetch(`${server().urls.public}/sites/handbook/welcome`, { headers });
    const [event] = eventsSchema.parse(await succeed(listEvents, { query: { limit: 1 } })).items;
    return z.object({ ip: z.string() }).parse(event?.payload["visitor"]).ip;
  }

  it("use the visitor's address from a trusted proxy", async () => {
    expect(await visit(behind, "203.0.113.9")).toBe("203.0.113.9");
  });

  it("ignore an address forged by the visitor", async () => {
    expect(await visit(behind, "198.51.100.1, 127.0.0.1, 203.0.113.9")).toBe("203.0.113.9");
    expect(await visit(open, "198.51.100.1")).toBe("127.0.0.1");
  });
});

describe("sites while the database is read-only", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "sites-"));
  // Hooks run in reverse order, so the server has already stopped.
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  const { server, errors } = setUpServer("SQLite", { dataDir });

  it("can still be read, and the server reports that it is not ready", async () => {
    const { console: own, public: sites } = server().urls;
    const statuses = async () => {
      const responses = [fetch(`${sites}/sites/handbook/welcome`), fetch(`${own}/readyz`)];
      return (await Promise.all(responses)).map(({ status }) => status);
    };
    expect(await statuses()).toEqual([200, 200]);
    // A write lock on the database lets others read but fails their writes, like a full disk.
    const other = new DatabaseSync(join(dataDir, "platform.db"), { timeout: 5000 });
    other.exec("BEGIN IMMEDIATE");
    expect(await statuses()).toEqual([200, 503]);
    expect(errors.map(String)).toContainEqual(expect.stringContaining("locked"));
    other.exec("ROLLBACK");
    other.close();
    expect(await statuses()).toEqual([200, 200]);
  });
});
