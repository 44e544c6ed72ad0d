import {
  deleteInstallation,
  listEvents,
  listInstallations,
  listSelectOptions,
  listSiteInstallations,
  publishIntegration,
  updatePageContent,
} from "@plugboard/api/routes";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "@plugboard/runtime/node";
import { launchBrowser } from "@plugboard/test-browser";
import { generateSecret } from "@plugboard/webhook-signer";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import {
  clientId,
  clientSecret,
  type OidcProvider,
  startOidcProvider,
} from "../../../packages/testing/test/oauth/oidc-provider.fixture.ts";
import { type ApiClient, createApiClient } from "@plugboard/api/client";
import { publishSamples } from "./publish-samples.ts";
import { firstSamples } from "./testing/first-samples.ts";
import { buildConsole, buildSite } from "./build-pages.ts";
import { chatManifest, createChat } from "./testing/chat-integration.ts";
import { connectAccount } from "./testing/connect-account.ts";
import { adminToken, type ServerProcess, startServerProcess } from "./testing/server-process.ts";
import { caretMoved } from "./testing/caret-moved.ts";

/** Waits until an element is visible; fails if it never is. */
async function isShown(locator: Locator): Promise<boolean> {
  await locator.waitFor();
  return await locator.isVisible();
}

const siteInstallations = z.object({
  items: z.array(z.object({ status: z.string(), configuration: z.record(z.string(), z.unknown()) })),
});

describe("the console", () => {
  let dataDir: string;
  let server: ServerProcess;
  let platform: ApiClient;
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];
  const closing: (() => Promise<unknown>)[] = [];
  const section = async (name: string): Promise<void> => {
    await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name }).click();
    // The previous page can have links with the same names.
    await page.getByRole("heading", { level: 1, name }).waitFor();
  };

  /** Grants an integration its permissions, which opens its settings. */
  const consent = async (title: string): Promise<void> => {
    await section("Marketplace");
    await page.getByRole("link", { name: title, exact: true }).click();
    await page.getByRole("link", { name: "Install", exact: true }).click();
    await page.getByRole("button", { name: "Allow and install" }).click();
    await page.getByRole("button", { name: /ontinue$/ }).waitFor();
  };
  /** Opens an installation's page. */
  const openInstalled = async (title: string): Promise<void> => {
    await section("Installed");
    await page.getByRole("link", { name: title, exact: true }).click();
    await page.waitForURL(/\/installed\/ins_/);
  };

  beforeAll(async () => {
    await buildConsole();
    await buildSite();
    dataDir = await mkdtemp(join(tmpdir(), "plugboard-console-"));
    server = await startServerProcess(dataDir);
    platform = createApiClient({ endpoint: `${server.consoleUrl}/v1`, token: adminToken });
    await publishSamples({ consoleUrl: server.consoleUrl, adminToken }, firstSamples);
    browser = await launchBrowser();
    closing.push(() => browser.close());
    page = await browser.newPage();
    page.setDefaultTimeout(30_000);
    page.on("pageerror", (error) => problems.push(error.message));
  });

  afterAll(async () => {
    await Promise.all(closing.map((close) => close()));
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it("rejects a wrong token with a message and accepts the right one", async () => {
    await page.goto(server.consoleUrl);
    await page.getByLabel("Administrator token").fill("not the token");
    await page.getByRole("button", { name: "Sign in" }).click();
    expect(await isShown(page.getByRole("alert").getByText("This is not the administrator token."))).toBe(
      true,
    );
    await page.getByLabel("Administrator token").fill(adminToken);
    await page.getByRole("button", { name: "Sign in" }).click();
    expect(await isShown(page.getByRole("heading", { name: "Overview" }))).toBe(true);
    expect(await page.title()).toBe("Overview · Plugboard");
  });

  it("installs an integration that becomes active through a form generated from its manifest", async () => {
    const steps = page.getByRole("region", { name: "Setup" });
    await steps.getByRole("link", { name: "Install an integration" }).click();
    await page.getByRole("searchbox", { name: "Search integrations" }).fill("signed url");
    await page.getByRole("link", { name: "Content digest" }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Webhook" }).click();
    await page.getByText("Receive page views and feedback from the sites it is installed in.").waitFor();
    await page.getByRole("link", { name: "Install", exact: true }).click();
    await page.getByRole("button", { name: "Allow and install" }).click();
    expect(await isShown(page.getByText("pending", { exact: true }))).toBe(true);
    const form = page.getByRole("region", { name: "Settings" });
    await form.getByLabel("Page feedback").uncheck();
    await form.getByLabel("Webhook URL").fill("ftp://127.0.0.1/nobody");
    await form.getByRole("button", { name: "Save and continue" }).click();
    // The integration registers the URL and reports the failure.
    await form.locator(".setting[data-invalid]").getByLabel("Webhook URL").waitFor();
    await form.getByRole("alert").waitFor();
    expect(await isShown(page.getByText("not working", { exact: true }))).toBe(true);
    // Text typed while the first settings are being checked is kept.
    await form.getByLabel("Webhook URL").fill("http://127.0.0.1:9/nobody");
    await form.getByText("Checking the settings").waitFor({ state: "detached" });
    await form.getByRole("button", { name: "Save and continue" }).click();
    await page.getByRole("heading", { name: "Installed in" }).waitFor();
    await page.getByRole("button", { name: "Install in space Handbook" }).click();
    await page.getByRole("button", { name: "Remove from space Handbook" }).waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    // No server listens at the endpoint; this event goes to the integration itself.
    await page.getByLabel("Test event type").selectOption("installation_setup");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByRole("heading", { name: "Result" }).waitFor();
    const test = page.getByRole("region", { name: "Test event" });
    await test.getByText("delivered", { exact: true }).first().waitFor();
    await page.getByRole("link", { name: "Done" }).click();
    expect(await isShown(page.getByText("active", { exact: true }).first())).toBe(true);
    await page.getByRole("link", { name: "Webhook endpoints" }).click();
    await page
      .getByRole("region", { name: "Webhook endpoint" })
      .getByText("http://127.0.0.1:9/nobody")
      .waitFor();
  });

  it("edits a page, and lists the event with its delivery", async () => {
    await section("Content");
    await page.getByRole("link", { name: "Welcome" }).click();
    await page.getByRole("button", { name: "Source" }).click();
    await page.getByLabel("Markdown").fill("# Edited in the console\n");
    await page.getByRole("button", { name: "Publish" }).click();
    expect(await isShown(page.getByText("Published as rev_"))).toBe(true);
    await section("Events");
    await page.getByRole("button", { name: "space_content_updated" }).first().click();
    expect(await isShown(page.getByText('"revisionId"'))).toBe(true);
    await page.reload();
    expect(await isShown(page.getByText('"revisionId"'))).toBe(true);
  });

  it("inserts a block with a slash, which is kept on reload and shown on the site", async () => {
    await consent("Content digest");
    await openInstalled("Content digest");
    await page.getByRole("button", { name: "Install in space Handbook" }).click();
    expect(await isShown(page.getByRole("button", { name: "Remove from space Handbook" }))).toBe(true);
    await section("Content");
    await page.getByRole("link", { name: "Feedback" }).click();
    const text = page.getByRole("textbox", { name: "Text" });
    await text.click();
    await page.keyboard.press("Control+End");
    await caretMoved(page);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+/");
    const menu = page.getByRole("listbox", { name: "Insert" });
    await menu.getByRole("option", { name: /Heading 1/ }).waitFor();
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "hidden" });
    await page.keyboard.press("Backspace");
    await page.keyboard.type("/digest");
    await menu.getByRole("option", { name: /^Content digest/, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    const block = page.getByLabel("Content digest", { exact: true });
    expect(await isShown(block.getByText("3 pages, newest change first"))).toBe(true);
    expect(await block.getByText(/^changed /).count()).toBe(2);
    await block.getByRole("button", { name: "Show all" }).click();
    expect(await isShown(block.getByRole("button", { name: "Show fewer" }))).toBe(true);
    expect(await block.getByText(/^changed /).count()).toBe(3);
    await page.getByText("Draft saved.").waitFor();
    await page.reload();
    await block.getByText("3 pages, newest change first").waitFor();
    await page.getByRole("button", { name: "Publish" }).click();
    await page.getByText("Published as rev_").waitFor();
    await page.getByRole("button", { name: "Source" }).click();
    expect(await page.getByLabel("Markdown").inputValue()).toContain("integration-block content-digest/");
    await page.reload();
    await block.getByText("3 pages, newest change first").waitFor();
    const site = await browser.newPage();
    await site.goto(`${server.sitesUrl}/sites/handbook/feedback`);
    await site.getByText("3 pages, newest change first").waitFor();
    await site.close();
  });

  it("warns before overwriting another person's changes", async () => {
    await section("Content");
    await page.getByRole("link", { name: "Integrations", exact: true }).click();
    const text = page.getByRole("textbox", { name: "Text" });
    await text.click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("Mine. ");
    const [, spaceId = "", pageId = ""] = /spaces\/(\w+)\/pages\/(\w+)/.exec(page.url()) ?? [];
    const theirs = { body: { markdown: "Theirs." }, params: { spaceId, pageId } };
    await platform.call(updatePageContent, theirs);
    await page.keyboard.press("Control+Enter");
    const dialog = page.getByRole("dialog", { name: "Someone else published this page" });
    await dialog.getByRole("region", { name: "Theirs" }).getByText("Theirs.").waitFor();
    await dialog.getByRole("button", { name: "Publish yours" }).click();
    await page.getByText("Published as rev_").waitFor();
    expect(await isShown(text.getByText("Mine."))).toBe(true);

    await text.click();
    await page.keyboard.type("Lost. ");
    await platform.call(updatePageContent, theirs);
    await page.keyboard.press("Control+Enter");
    await dialog.getByRole("button", { name: "Use theirs" }).click();
    await text.getByText("Theirs.", { exact: true }).waitFor();
    await page.getByText("No unpublished changes").waitFor();
    expect(await page.getByRole("button", { name: "Publish" }).isDisabled()).toBe(true);
  });

  describe("connecting an account", () => {
    let provider: OidcProvider | undefined;
    let installation = "";
    const callbackUrl = () => `${server.sitesUrl}/integrations/${installation}/oauth`;
    const settings = (name: string | RegExp) => page.getByRole("region", { name, exact: true });

    beforeAll(async () => {
      // Suppresses the provider's warning about development defaults.
      vi.spyOn(console, "warn").mockReturnValue();
      vi.spyOn(console, "info").mockReturnValue();
      const signingSecret = generateSecret();
      const env = { PLUGBOARD_SIGNING_SECRET: signingSecret };
      const host = await serve(
        createChat({ clientId, clientSecret }, () => provider),
        { port: 0, env },
      );
      closing.push(() => host.close());
      const url = `http://127.0.0.1:${host.port}`;
      await platform.call(publishIntegration, {
        params: { integration: "chat" },
        body: { manifest: chatManifest, url, signingSecret },
      });
    });
    afterAll(async () => {
      vi.restoreAllMocks();
      await provider?.close();
    });

    it("connects an account in a popup and shows the connection", async () => {
      await consent("Chat");
      const { items } = await platform.call(listInstallations);
      installation = items.find(({ integration }) => integration === "chat")?.id ?? "";
      provider = await startOidcProvider({
        redirectURL: callbackUrl(),
        clientAuthentication: "client_secret_post",
        accessTokenSeconds: 3600,
      });
      await connectAccount(settings("Settings"), { signIn: true });
      expect(await isShown(settings("Settings").getByText("connected", { exact: true }))).toBe(true);
      expect(await isShown(page.getByText("active", { exact: true }).first())).toBe(true);
      await page.getByRole("button", { name: "Save and continue" }).click();
      await page.getByRole("heading", { name: "Installed in" }).waitFor();
      await openInstalled("Chat");
    });

    it("sets a cookie for this installation only, which scripts cannot read", async () => {
      const path = `/integrations/${installation}`;
      const cookie = { name: "plugboard_connect", path, httpOnly: true, sameSite: "Lax" };
      expect(await page.context().cookies(callbackUrl())).toEqual([expect.objectContaining(cookie)]);
    });

    it("lets only the console list options with it", async () => {
      await page.reload();
      await page.getByRole("option", { name: "#docs" }).waitFor({ state: "attached" });
      const url = callbackUrl().replace("/oauth", "/channels");
      expect((await fetch(url)).status).toBe(404);
      // Blocks in pages have selects too, shown to people without access to settings.
      await expect(
        platform.call(listSelectOptions, { params: { installationId: installation }, query: { url } }),
      ).rejects.toMatchObject({ code: "invalid_request" });
    });

    it("connects a site separately, and stores its own credentials", async () => {
      const read = async () =>
        siteInstallations.parse(
          await platform.call(listSiteInstallations, { params: { installationId: installation } }),
        ).items;
      await page.getByRole("button", { name: /^Install in site/ }).click();
      const inSite = settings(/^Settings in site/);
      await inSite.waitFor();
      expect(await read()).toEqual([{ status: "active", configuration: {} }]);
      await connectAccount(inSite, { signIn: false });
      await inSite.getByText("connected", { exact: true }).waitFor();
      expect(await read()).toEqual([{ status: "active", configuration: { oauth_credentials: true } }]);
    });

    it("shows visitors of a direct link where to go", async () => {
      const stranger = await browser.newContext();
      const opened = await stranger.newPage();
      expect((await opened.goto(callbackUrl()))?.status()).toBe(403);
      expect(await opened.textContent("main")).toContain("open it from the settings page again");
      await stranger.close();
    });

    it("shows the reason for a failure next to the button, and closes the popup", async () => {
      await platform.call(deleteInstallation, { params: { installationId: installation } });
      const [popup] = await Promise.all([
        page.waitForEvent("popup"),
        settings("Settings").getByRole("button", { name: "Connect" }).click(),
      ]);
      if (!popup.isClosed()) await popup.waitForEvent("close");
      expect(await isShown(settings("Settings").getByText("There is no installation"))).toBe(true);
    });
  });

  it("shows the site as a visitor sees it, and takes feedback", async () => {
    await section("Content");
    await page.getByRole("link", { name: "Sites" }).click();
    const site = page.frameLocator("iframe");
    expect(await isShown(site.getByRole("heading", { name: "Edited in the console" }))).toBe(true);
    await site.getByLabel("Good").check();
    await site.getByLabel("Comment").fill("It works.");
    await site.getByRole("button", { name: "Send feedback" }).click();
    expect(await isShown(site.getByText("Thank you for your feedback."))).toBe(true);
  });

  it("finds pages, actions and pasted ids with Ctrl + K", async () => {
    await section("Overview");
    const palette = page.getByRole("dialog", { name: "Search" });
    const find = async (text: string) => {
      await page.keyboard.press("Control+k");
      await palette.getByRole("combobox").fill(text);
    };
    await find("welcome");
    await palette.getByRole("option", { name: "Welcome" }).waitFor();
    await page.keyboard.press("Escape");
    await find("theme dark");
    await page.keyboard.press("Enter");
    expect(await page.locator("body").getAttribute("data-theme")).toBe("dark");
    const { items } = await platform.call(listEvents, { query: { limit: 1 } });
    await find(items[0]?.id ?? "");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/events?event=${items[0]?.id}`);
  });

  it("asks for the sign-in again after the session expired, and keeps unsaved text", async () => {
    await section("Content");
    await page.getByRole("link", { name: "Welcome" }).click();
    await page.getByRole("button", { name: "Source" }).click();
    await page.getByLabel("Markdown").fill("# Typed before the session ended\n");
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Publish" }).click();
    await page.getByText("Your session has expired.").waitFor();
    await page.getByLabel("Administrator token").fill(adminToken);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Publish" }).click();
    await page.getByText("Published as rev_").waitFor();
    expect(await page.getByLabel("Markdown").inputValue()).toBe("# Typed before the session ended\n");
  });

  it("had no error in the page", () => {
    expect(problems).toEqual([]);
  });
});
