import { randomBytes } from "node:crypto";
import { createApiClient, type EmbedTokenCreation } from "@plugboard/api/client";
import { createEmbedToken } from "@plugboard/api/routes";
import { createOAuthHandler } from "@plugboard/oauth";
import {
  createSecretBox,
  installIntegration,
  installIntoResource,
  publishIntegration,
  withoutTenantScope,
} from "@plugboard/platform";
import { openSqliteStorage } from "@plugboard/platform/sqlite";
import { createIntegration, createRouter } from "@plugboard/runtime";
import { serve } from "@plugboard/runtime/node";
import { blockThirdPartyCookies, findViolations, launchBrowser } from "@plugboard/test-browser";
import { generateSecret } from "@plugboard/webhook-signer";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { copyConsole } from "../../../../scripts/copy-console.ts";
import { buildConsole } from "../../../playground/src/build-pages.ts";
import {
  clientId,
  clientSecret,
  type OidcProvider,
  startOidcProvider,
} from "../../../../packages/testing/test/oauth/oidc-provider.fixture.ts";
import { connectAccount } from "../../../console/test/testing/connect-account.ts";
import { openIssue } from "../issues/issues.ts";
import { publishSamples } from "../server/publish-samples.ts";
import { seedTracker } from "../server/seed-tracker.ts";
import { startTracker, type TrackerServer } from "../server/start-tracker.ts";
import { tracker, type TrackerTables } from "../tracker.ts";
import { startHost } from "./start-host.fixture.ts";

const ada = { email: "ada@example.com", name: "Ada", password: "correct horse" };
const eve = { email: "eve@example.com", name: "Eve", password: "battery staple" };

/** Returns the accessibility problems of a page, each with an element. */
async function findProblems(page: Page): Promise<readonly string[]> {
  return (await findViolations(page)).map(({ id, nodes }) => `${page.url()} ${id}: ${nodes[0]?.html}`);
}

async function signIn(page: Page, { email, password } = ada): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

describe("the console of the tracker", { timeout: 300_000 }, () => {
  const closing: (() => unknown)[] = [];
  let server: TrackerServer;
  let browser: Browser;
  let organizationId: string;
  let projectId: string;

  const asOwner = (organization: string) =>
    server.api.as({
      type: "member",
      id: "owner",
      name: "Owner",
      memberships: [{ organization, role: "owner" }],
    });
  /** Removes the changes of earlier tests and tries. */
  const startOver = async () =>
    await withoutTenantScope("start", async () => {
      const owner = asOwner(organizationId);
      for (const { id } of (await owner.listInstallations()).items)
        await owner.deleteInstallation({ installationId: id });
      await server.platform.db.withTables<TrackerTables>().deleteFrom("issues").execute();
    });
  const installIn = async (integration: string, resource?: { readonly kind: string; readonly id: string }) =>
    await withoutTenantScope("start", async () => {
      const { platform } = server;
      const owner = asOwner(organizationId);
      const existing = (await owner.listInstallations()).items.find(
        (each) => each.integration === integration,
      );
      const installation = existing ?? (await installIntegration(platform, integration, organizationId));
      // Its first try or another test may have installed it.
      if (resource !== undefined && existing === undefined)
        await installIntoResource(platform, installation.id, resource.kind, resource.id);
      return installation;
    });

  beforeAll(async () => {
    await buildConsole();
    await copyConsole();
    const secretBox = createSecretBox(randomBytes(32));
    const options = { folder: ":memory:", secretBox, product: tracker, requiresScope: true };
    const storage = await openSqliteStorage(options);
    server = await startTracker({ storage, secretBox, port: 0, onError: () => {} });
    const stopSamples = await withoutTenantScope("start", async () => {
      ({ organizationId, projectId } = await seedTracker(server.platform, "acme", ada));
      await seedTracker(server.platform, "other", eve);
      return await publishSamples(server.platform);
    });
    browser = await launchBrowser();
    closing.push(() => browser.close(), server.close, stopSamples, storage.close);
  }, 300_000);
  afterAll(async () => {
    for (const close of closing) await close();
  });

  it("serves the files of the console, compressed and cached, and nothing else", async () => {
    const page = await fetch(`${server.url}/marketplace`);
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
    const html = await page.text();
    expect(html).toContain("/web/console-product.js");
    const [script = ""] = /\/assets\/[\w.-]+\.js/.exec(html) ?? [];
    const { status, headers } = await fetch(server.url + script, { headers: { "accept-encoding": "br" } });
    expect([status, headers.get("content-encoding"), headers.get("cache-control")]).toEqual([
      200,
      "br",
      "public, max-age=31536000, immutable",
    ]);
    const plain = await fetch(server.url + script, { headers: { "accept-encoding": "identity" } });
    expect([plain.headers.get("content-encoding"), plain.headers.get("content-type")]).toEqual([
      null,
      "text/javascript; charset=utf-8",
    ]);
    for (const path of ["missing.js", "..%2F..%2F..%2Fpackage.json", "%2e%2e/index.html", "manifest.json"]) {
      const response = await fetch(`${server.url}/assets/${path}`);
      expect([path, response.headers.get("content-type"), /\{\s*"/.test(await response.text())]).toEqual([
        path,
        path === "%2e%2e/index.html" ? "text/html; charset=utf-8" : null,
        false,
      ]);
    }
    expect((await fetch(`${server.url}/marketplace`, { method: "POST" })).status).toBe(404);
  });

  it("installs and configures an integration in a project, and shows its delivery and log", async () => {
    await startOver();
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    page.setDefaultTimeout(30_000);
    const paths = new Set<string>();
    const errors: string[] = [];
    const problems: string[] = [];
    page.on("request", (request) => paths.add(new URL(request.url()).pathname));
    page.on("pageerror", ({ message }) => errors.push(message));
    page.on("response", (response) => {
      if (response.status() >= 400) errors.push(`${response.status()} ${response.url()}`);
    });
    const check = async (): Promise<void> => {
      await page.locator(".skeleton").first().waitFor({ state: "detached" });
      problems.push(...(await findProblems(page)));
    };
    const section = (name: string) => page.getByRole("navigation", { name: "Sections" }).getByText(name);

    await page.goto(`${server.url}/marketplace?q=label`);
    await page.getByRole("heading", { name: "Sign in to Tracker" }).waitFor();
    await check();
    await signIn(page);
    await page.waitForURL(`${server.url}/marketplace?q=label`);
    await page.getByRole("link", { name: /Label triage/ }).click();
    await check();
    await page.getByRole("link", { name: "Install", exact: true }).click();
    await page.getByText("Open, close and label issues.").waitFor();
    await check();
    await page.getByRole("button", { name: "Allow and install" }).click();
    await page.getByLabel("Label for bugs").fill("defect");
    await check();
    await page.getByRole("button", { name: "Save and continue" }).click();
    await page.getByRole("button", { name: "Install in project Website" }).click();
    await page.getByRole("button", { name: "Remove from project Website" }).waitFor();
    const ofProject = page.getByRole("region", { name: "Settings in project Website" });
    await ofProject.getByLabel("Label for incidents").fill("outage");
    await ofProject.getByRole("button", { name: "Save" }).click();
    await check();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("region", { name: "Test event" }).getByRole("combobox").selectOption("issue_opened");
    await page.getByRole("link", { name: "Done" }).click();

    await section("Projects").click();
    const website = page.getByRole("region", { name: "Website" });
    await website.getByLabel("New issue").fill("Login fails");
    await website.getByRole("button", { name: "Open issue" }).click();
    await website.getByText("Login fails").waitFor();
    await check();
    const isLabeled = async () => {
      await page.reload();
      await website.getByRole("listitem").first().waitFor();
      return await website.getByRole("listitem").allInnerTexts();
    };
    await expect.poll(isLabeled, { timeout: 60_000 }).toEqual(["Login fails (defect)"]);
    await website.getByLabel("New issue").fill("Search is down");
    await website.getByRole("button", { name: "Open issue" }).click();
    await expect
      .poll(isLabeled, { timeout: 60_000 })
      .toEqual(["Search is down (outage)", "Login fails (defect)"]);

    await section("Deliveries").click();
    await page.getByLabel("Event type").selectOption("issue_opened");
    await page.getByRole("button", { name: "issue_opened" }).first().click();
    await page.getByRole("complementary", { name: "Delivery" }).getByText("200").first().waitFor();
    await check();
    await section("Logs").click();
    await page.getByLabel("Integration").selectOption("label-triage");
    await page.getByText("labeled").first().waitFor();
    await check();
    for (const name of [
      "Overview",
      "Installed",
      "Events",
      "Endpoints",
      "Developers",
      "Members",
      "API keys",
    ]) {
      await section(name).click();
      await page.getByRole("heading", { level: 1, name }).waitFor();
      await check();
    }
    for (const name of ["Audit log", "Usage", "Review", "Settings"]) {
      await section(name).click();
      await page.getByRole("heading", { level: 1 }).waitFor();
      await check();
    }
    await page.goto(`${server.url}/endpoints?form=new`);
    const types = page.getByRole("group", { name: "Event types" });
    await types.getByText("An issue was opened").waitFor();
    expect(await types.getByRole("checkbox").count()).toBe(2);
    await page.getByLabel("Only events from").selectOption({ label: "Project Website" });
    await check();

    expect([...paths].filter((path) => /\/(spaces|sites|pages)(\/|$)/.test(path))).toEqual([]);
    expect(problems).toEqual([]);
    expect(errors).toEqual([]);
  });

  it("navigates and filters deliveries before any script, with the tracker's pages", {
    tags: ["night"],
  }, async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(30_000);
    await page.goto(`${server.url}/sign-in?return=/extensions`);
    await signIn(page);
    await page.waitForURL(`${server.url}/extensions`);
    await page.route(/\/assets\/[^/]+\.js$/, (route) => route.abort());
    const url = (path: string) => `${server.url}${path}organization=${organizationId}`;
    await page.goto(url("/deliveries?"));
    expect(await page.title()).toBe("Deliveries · Tracker");
    await page.getByRole("combobox", { name: "Status" }).selectOption("failed");
    await page.getByRole("textbox", { name: "Payload contains" }).fill("a & b");
    await page.getByRole("textbox", { name: "Payload contains" }).press("Enter");
    await page.waitForURL(/status=failed/);
    expect(await page.getByRole("combobox", { name: "Status" }).inputValue()).toBe("failed");
    const sections = page.getByRole("navigation", { name: "Sections" });
    expect((await sections.getByRole("link").allTextContents()).slice(0, 3)).toEqual([
      "Overview",
      "Projects",
      "Marketplace",
    ]);
    const current = () => sections.locator("[aria-current]").allTextContents();
    for (const [path, name] of [
      ["/projects?", "Projects"],
      ["/installed?", "Installed"],
      ["/?", "Overview"],
    ] as const) {
      await sections.getByRole("link", { name }).click();
      await page.waitForURL(url(path));
      expect([await current(), await page.title()]).toEqual([[name], "Tracker"]);
    }
    // The scripts take over.
    await page.unrouteAll();
    await page.goto(url("/projects?"));
    await page.getByRole("heading", { level: 1, name: "Projects" }).waitFor();
    expect(await page.locator("#first-page").count()).toBe(0);
    expect([await current(), await page.title()]).toEqual([["Projects"], "Projects · Tracker"]);
    // A session that has ended gives way to sign-in.
    await page.context().clearCookies();
    await page.context().addCookies([{ name: "session", value: "ended", url: server.url }]);
    await page.goto(url("/deliveries?"));
    await page.getByRole("heading", { name: "Sign in to Tracker" }).waitFor();
    await page.close();
  });

  it("embeds marketplace, settings and portal in the tracker's own page, in its theme", async () => {
    await startOver();
    await installIn("label-triage");
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    page.setDefaultTimeout(30_000);
    await page.goto(`${server.url}/sign-in?return=/extensions`);
    await signIn(page);
    const marketplace = page.frameLocator("iframe[title=Marketplace]");
    const settings = page.frameLocator("iframe[title=Settings]");
    const portal = page.frameLocator("iframe[title=Webhooks]");
    await marketplace.getByRole("link", { name: /Issue summary/ }).click();
    await marketplace.getByRole("link", { name: "Install", exact: true }).click();
    await marketplace.getByRole("button", { name: "Allow and install" }).click();
    await marketplace.getByRole("button", { name: "Continue" }).click();
    await marketplace.getByRole("button", { name: "Install in project Website" }).click();
    await marketplace.getByRole("button", { name: "Remove from project Website" }).waitFor();
    await settings.getByLabel("Label for bugs").waitFor();
    await portal.getByRole("link", { name: "Add endpoint" }).waitFor();
    for (const frame of [marketplace, settings, portal]) {
      expect(await frame.getByRole("navigation", { name: "Sections" }).count()).toBe(0);
      await expect
        .poll(() =>
          frame.locator("body").evaluate("document.body.style.getPropertyValue('--plugboard-accent')"),
        )
        .toBe("#0f766e");
    }
    expect(await findProblems(page)).toEqual([]);
  });

  describe("embeds a part in a page of another site, without cookies of other sites", () => {
    async function setUp(
      part: Omit<EmbedTokenCreation, "origins" | "userId"> & { readonly projectId?: string },
    ) {
      const owner = asOwner(organizationId);
      const [member] = (await owner.listMembers({ organizationId })).items;
      const key = await owner.createApiKey({ organizationId, name: "Host", role: "admin" });
      const api = createApiClient({ endpoint: `${server.url}/v1`, token: key.token });
      const tokens: string[] = [];
      const state = { isOpen: true, lifetimeSeconds: 600 };
      const host = await startHost(async (origin) => {
        const created = await api.call(createEmbedToken, {
          params: { organizationId },
          body: { ...(part.part !== "portal" && { userId: member?.id }), origins: [origin], ...part },
        });
        if (!state.isOpen) throw new Error("the host refuses");
        tokens.push(created.token);
        const expiresAt = new Date(Date.now() + state.lifetimeSeconds * 1000).toISOString();
        return { ...created, expiresAt };
      });
      onTestFinished(host.close);
      const strict = await launchBrowser(blockThirdPartyCookies);
      onTestFinished(() => strict.close());
      const page = await strict.newPage();
      page.setDefaultTimeout(30_000);
      // The browser's own session belongs to a person of another organization.
      await page.goto(`${server.url}/sign-in?return=/extensions`);
      await signIn(page, eve);
      await page.waitForURL(`${server.url}/extensions`);
      const failed: string[] = [];
      const authorized: (readonly (string | undefined)[])[] = [];
      const reading: Promise<unknown>[] = [];
      await page.goto("about:blank");
      page.on("request", (request) => {
        if (!request.url().startsWith(`${server.url}/v1/`)) return;
        reading.push(
          request
            .allHeaders()
            .then(({ authorization, cookie }) => authorized.push([authorization?.slice(7, 11), cookie])),
        );
      });
      page.on("response", (response) => {
        if (response.status() >= 400)
          failed.push(`${response.status()} ${response.request().method()} ${response.url()}`);
      });
      const sent = async () => {
        await Promise.all(reading);
        return new Set(authorized.map((each) => JSON.stringify(each)));
      };
      return {
        owner,
        host,
        page,
        tokens,
        state,
        failed,
        sent,
        frame: page.frameLocator("iframe[title=Integrations]"),
      };
    }

    it("shows settings, renews their tokens, and ends when the host refuses one", {
      tags: ["night"],
    }, async () => {
      const { id: installationId } = await installIn("label-triage");
      const part = { part: "settings", installationId } as const;
      const { owner, page, host, frame, tokens, state, failed, sent } = await setUp(part);
      // Each call needs a new token.
      state.lifetimeSeconds = 0;
      await page.goto(host.origin);
      await frame.getByLabel("Label for bugs").fill("embedded");
      await frame.getByRole("button", { name: "Save" }).first().click();
      const saved = async () => JSON.stringify((await owner.listInstallations()).items);
      await expect.poll(saved, { timeout: 30_000 }).toContain('"bug_label":"embedded"');
      expect(new Set(tokens).size).toBeGreaterThan(3);
      expect([...(await sent())]).toEqual(['["pbe_",null]']);
      expect(failed).toEqual([]);
      state.isOpen = false;
      await frame.getByLabel("Label for bugs").fill("later");
      await frame.getByRole("button", { name: "Save" }).first().click();
      await page.getByText("The part has ended.").first().waitFor();
      expect(await saved()).not.toContain("later");
    });

    it("shows a component in a project's issue, at its own height", { tags: ["night"] }, async () => {
      const resource = { kind: "project", id: projectId };
      const { id: issueId } = await withoutTenantScope("start", () =>
        openIssue(server.platform, { organizationId, projectId }, { title: "Login fails" }),
      );
      const { id: installationId } = await installIn("issue-summary", resource);
      const block = { componentId: "summary", props: { issueId }, projectId };
      const { page, host, frame, failed, sent } = await setUp({ part: "block", installationId, ...block });
      await page.goto(host.origin);
      await frame.getByText("Login fails").waitFor();
      const height = async () => (await page.locator("iframe").boundingBox())?.height ?? 0;
      await expect.poll(height).toBeLessThan(250);
      expect([failed, await sent()]).toEqual([[], new Set(['["pbe_",null]'])]);
    });

    it("shows the portal", { tags: ["night"] }, async () => {
      const { page, host, frame, failed, sent } = await setUp({ part: "portal" });
      await page.goto(host.origin);
      await frame.getByRole("link", { name: "Add endpoint" }).click();
      await frame.getByRole("checkbox", { name: "issue_opened" }).waitFor();
      expect([failed, await sent()]).toEqual([[], new Set(['["pbp_",null]'])]);
    });

    it("connects an account in a popup", { tags: ["night"] }, async () => {
      vi.spyOn(console, "warn").mockReturnValue();
      vi.spyOn(console, "info").mockReturnValue();
      onTestFinished(() => void vi.restoreAllMocks());
      let provider: OidcProvider | undefined;
      const oauth = () => ({
        clientId,
        clientSecret,
        authorizeURL: `${provider?.origin}/auth`,
        accessTokenURL: `${provider?.origin}/token`,
        issuer: provider?.origin ?? "",
        scopes: ["openid", "offline_access"],
        prompt: "consent",
      });
      const chat = createIntegration({ fetch: createRouter({ "/oauth": createOAuthHandler(oauth) }) });
      const signingSecret = generateSecret();
      const env = { PLUGBOARD_SIGNING_SECRET: signingSecret };
      const hosted = await serve(chat, { port: 0, hostname: "127.0.0.1", env });
      onTestFinished(() => hosted.close());
      const manifest = `
name: chat
title: Chat
description: Posts new issues to a chat.
organization: acme
visibility: private
product: tracker
scopes: []
configurations:
  account:
    properties:
      oauth_credentials: { type: button, title: Account, description: Connects it, button_text: Connect, callback_url: /oauth }
`;
      const url = `http://127.0.0.1:${hosted.port}`;
      await withoutTenantScope("start", () =>
        publishIntegration(server.platform, { name: "chat", manifest, url, signingSecret }),
      );
      const { id: installationId } = await installIn("chat");
      provider = await startOidcProvider({
        redirectURL: `${server.platform.urls.public}/integrations/${installationId}/oauth`,
        clientAuthentication: "client_secret_post",
        accessTokenSeconds: 3600,
      });
      onTestFinished(() => provider?.close());
      const { page, host, frame, failed, sent } = await setUp({ part: "settings", installationId });
      await page.goto(host.origin);
      await connectAccount(frame.getByRole("region", { name: "Settings", exact: true }), { signIn: true });
      await frame.getByText("connected", { exact: true }).waitFor();
      expect([failed, await sent()]).toEqual([[], new Set(['["pbe_",null]'])]);
    });

    it("shows the marketplace, and nothing to pages of other origins", { tags: ["night"] }, async () => {
      const { page, host, frame, failed, sent, tokens } = await setUp({ part: "marketplace" });
      await page.goto(host.origin);
      await frame.getByRole("link", { name: /Label triage/ }).click();
      await frame.getByRole("heading", { level: 1, name: "Label triage" }).waitFor();
      await frame.locator(".skeleton").first().waitFor({ state: "detached" });
      expect(failed).toEqual([]);
      expect([...(await sent())]).toEqual(['["pbe_",null]']);
      expect(tokens).toHaveLength(1);
      const url = await page.locator("iframe").getAttribute("src");
      const thief = await startHost(async () => ({ url, token: "none", expiresAt: "" }));
      onTestFinished(thief.close);
      await page.goto(thief.origin);
      await page.locator("iframe").waitFor();
      await expect
        .poll(() => page.frames().map((each) => each.url()))
        .toContain("chrome-error://chromewebdata/");
    });
  });
});
