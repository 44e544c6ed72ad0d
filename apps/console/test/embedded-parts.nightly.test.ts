import { createApiClient, type EmbedTokenCreation } from "@plugboard/api/client";
import {
  createApiKey,
  createEmbedToken,
  createInvitation,
  createOrganization,
  getInstallation,
  installIntegration,
  listMembers,
  listWebhookEndpoints,
} from "@plugboard/api/routes";
import { createSpace, createSpaceInstallation } from "@plugboard/content/routes";
import { createComponent } from "../../../packages/components/src/index.ts";
import { createOAuthHandler } from "@plugboard/oauth";
import { createIntegration } from "@plugboard/content/integration";
import { createRouter } from "@plugboard/runtime";
import { blockThirdPartyCookies, launchBrowser } from "@plugboard/test-browser";
import type { Frame, FrameLocator, Page } from "playwright-core";
import { describe, expect, vi } from "vitest";
import {
  clientId,
  clientSecret,
  type OidcProvider,
  startOidcProvider,
} from "../../../packages/testing/test/oauth/oidc-provider.fixture.ts";
import { it as base } from "./console-test.ts";
import { connectAccount } from "./testing/connect-account.ts";
import { publish } from "./testing/publish.ts";

type Part = Omit<EmbedTokenCreation, "origins" | "userId">;

interface Host {
  readonly organizationId: string;
  readonly spaceId: string;
  readonly installationId: string;
  /** A page of another site, in a browser that blocks cookies of other sites. */
  readonly page: Page;
  readonly frame: FrameLocator;
  /** Embeds a part, whose tokens the product's server creates. */
  readonly embed: (part: Part, props?: object) => Promise<void>;
  /** Failed requests of the page and its frames. */
  readonly failed: readonly string[];
  /** The first characters of the bearer tokens sent to the API, and the cookies. */
  readonly sent: () => Promise<readonly string[]>;
  /** Reads the account's settings. */
  readonly readSettings: () => Promise<object>;
  readonly listUrls: () => Promise<readonly (string | undefined)[]>;
}

const counter = createComponent({
  componentId: "counter",
  initialState: (_props: { readonly label?: string }) => ({ count: 0 }),
  action: async ({ state }, action) => (action.action === "add" ? { state: { count: state.count + 1 } } : {}),
  render: async ({ props, state, context }) => ({
    type: "block",
    children: [
      { type: "text", children: [`${props.label}: ${state.count} in ${context["spaceId"]}`] },
      { type: "button", label: "Add", onPress: { action: "add" } },
      {
        type: "button",
        label: "Details",
        onPress: { action: "@ui.modal.open", componentId: "details", props: {} },
      },
    ],
  }),
});
const details = createComponent({
  componentId: "details",
  initialState: () => ({}),
  render: async () => ({
    type: "modal",
    title: "Details",
    submit: { type: "button", label: "Done", onPress: { action: "@ui.modal.close", returnValue: {} } },
    children: Array.from({ length: 12 }, (_, line) => ({
      type: "text" as const,
      children: [`Line ${line}`],
    })),
  }),
});
const manifest = {
  name: "embeddable",
  title: "Embeddable",
  lines: `
configurations:
  account:
    properties:
      oauth_credentials: { type: button, title: Connection, description: Connects., button_text: Connect, callback_url: /oauth }
      channel: { type: string, title: Channel, description: Where to. }
blocks:
  - { id: counter, title: Counter, description: Counts. }
`,
};

const it = base.extend<{ readonly host: Host }>({
  host: async ({ world, context: _context }, use) => {
    const spies = [vi.spyOn(console, "warn").mockReturnValue(), vi.spyOn(console, "info").mockReturnValue()];
    const { platform, product, server } = world;
    let provider: OidcProvider | undefined;
    const closing: (() => Promise<void>)[] = [];
    const oauth = () => ({
      clientId,
      clientSecret,
      authorizeURL: `${provider?.origin}/auth`,
      accessTokenURL: `${provider?.origin}/token`,
      issuer: provider?.origin ?? "",
      scopes: ["openid", "offline_access"],
      prompt: "consent",
    });
    const integration = createIntegration({
      fetch: createRouter({ "/oauth": createOAuthHandler(oauth) }),
      components: [counter, details],
    });
    const subdomain = `host-${Date.now()}`;
    const { id: organizationId } = await platform.call(createOrganization, {
      body: { title: "Host", subdomain },
    });
    await publish(
      world,
      integration,
      { ...manifest, name: subdomain, organization: organizationId },
      (close) => closing.push(close),
    );
    const params = { organizationId };
    const { id: installationId } = await platform.call(installIntegration, {
      params: { integration: subdomain },
      body: { organization: organizationId },
    });
    const space = { title: "Handbook", organization: organizationId };
    const { id: spaceId } = await platform.call(createSpace, { body: space });
    await platform.call(createSpaceInstallation, { params: { installationId, spaceId } });
    const key = await platform.call(createApiKey, { params, body: { name: "Host", role: "admin" } });
    const hostServer = createApiClient({ endpoint: `${server.consoleUrl}/v1`, token: key.token });
    const invited = { email: `${subdomain}@example.com`, role: "owner" } as const;
    const { token } = await platform.call(createInvitation, { params, body: invited });
    provider = await startOidcProvider({
      redirectURL: `${server.sitesUrl}/integrations/${installationId}/oauth`,
      clientAuthentication: "client_secret_post",
      accessTokenSeconds: 3600,
    });
    const browser = await launchBrowser(blockThirdPartyCookies);
    const page = await browser.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto(`${server.consoleUrl}/invitation#${token}`);
    await page.getByLabel("Name").fill("Ada Lovelace");
    await page.getByLabel("Password").fill("correct horse battery");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    // Tokens must do without the session.
    await page.context().clearCookies();
    const [member] = (await hostServer.call(listMembers, { params })).items;
    await page.goto(product.otherSite);
    const failed: string[] = [];
    const reading: Promise<string>[] = [];
    page.on("response", (response) => {
      if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
    });
    page.on("pageerror", ({ message }) => failed.push(message));
    page.on("request", (request) => {
      if (!request.url().startsWith(`${server.consoleUrl}/v1/`)) return;
      const summary = async () => {
        const { authorization, cookie } = await request.allHeaders();
        return `${authorization?.slice(7, 11)} ${cookie}`;
      };
      reading.push(summary());
    });
    let part: Part = { part: "marketplace" };
    await page.exposeFunction("getToken", async () => {
      const userId = part.part === "portal" ? undefined : (member?.id ?? "");
      const body = { ...part, userId, origins: [product.otherSite] };
      return await hostServer.call(createEmbedToken, { params, body });
    });
    await use({
      organizationId,
      spaceId,
      installationId,
      page,
      frame: page.frameLocator("iframe"),
      embed: async (shown, props = {}) => {
        part = shown;
        await page.evaluate(`window.embed(${JSON.stringify(props)})`);
      },
      failed,
      sent: async () => [...new Set(await Promise.all(reading))],
      readSettings: async () =>
        (await hostServer.call(getInstallation, { params: { installationId } })).configuration,
      listUrls: async () =>
        (await hostServer.call(listWebhookEndpoints, { params: { installationId } })).items.map(
          ({ url }) => url,
        ),
    });
    await browser.close();
    for (const close of closing) await close();
    await provider.close();
    for (const spy of spies) spy.mockRestore();
  },
});

const accentOf = (frame: Frame | undefined) =>
  frame?.evaluate("document.body.style.getPropertyValue('--plugboard-accent')");

describe("the reference server, in a page of another site without cookies of other sites", () => {
  it("shows the settings of an installation, and connects an account in a popup", async ({ host }) => {
    const { page, frame, embed, failed, sent, readSettings, installationId } = host;
    await embed({ part: "settings", installationId }, { theme: { accent: "#0f766e" } });
    await frame.getByLabel("Channel").fill("general");
    await frame.getByRole("button", { name: "Save" }).first().click();
    await expect.poll(readSettings, { timeout: 15_000 }).toEqual({ channel: "general" });
    await expect.poll(() => accentOf(page.frames().at(-1))).toBe("#0f766e");
    const settings = frame.getByRole("region", { name: "Settings", exact: true });
    await connectAccount(settings, { signIn: true });
    await settings.getByText("connected", { exact: true }).waitFor();
    expect(await readSettings()).toEqual({ channel: "general", oauth_credentials: true });
    await frame.getByRole("button", { name: "Remove from space Handbook" }).click();
    await frame.getByRole("button", { name: "Install in space Handbook" }).waitFor();
    expect(failed).toEqual([]);
    expect(await sent()).toEqual(["pbe_ undefined"]);
  });

  it("shows the marketplace", async ({ host: { frame, embed, failed, sent } }) => {
    await embed({ part: "marketplace" });
    await frame.getByRole("link", { name: /Embeddable/ }).click();
    await frame.getByRole("heading", { level: 1, name: "Embeddable" }).waitFor();
    await frame.locator(".skeleton").first().waitFor({ state: "detached" });
    expect(await frame.getByRole("navigation", { name: "Sections" }).count()).toBe(0);
    expect(failed).toEqual([]);
    expect(await sent()).toEqual(["pbe_ undefined"]);
  });

  it("shows a component at its height, with the props and resource of the host", async ({ host }) => {
    const { page, frame, embed, failed, installationId, spaceId } = host;
    const block = { componentId: "counter", props: { label: "Visits" }, spaceId };
    await embed({ part: "block", installationId, ...block }, { theme: { scheme: "dark" } });
    await frame.getByText(`Visits: 0 in ${spaceId}`).waitFor();
    await frame.getByRole("button", { name: "Add" }).click();
    await frame.getByText(`Visits: 1 in ${spaceId}`).waitFor();
    const height = async () => (await page.locator("iframe").boundingBox())?.height ?? 0;
    await expect.poll(height).toBeLessThan(200);
    expect(await height()).toBeGreaterThan(40);
    const scrolls = "document.documentElement.scrollHeight > window.innerHeight";
    expect(await page.frames().at(-1)?.evaluate(scrolls)).toBe(false);
    expect(failed).toEqual([]);
  });

  it("shows a component's dialog in full, and is as short as before once it is closed", async ({ host }) => {
    const { page, frame, embed, failed, installationId, spaceId } = host;
    const block = { componentId: "counter", props: { label: "Visits" }, spaceId };
    await embed({ part: "block", installationId, ...block });
    const height = async () => (await page.locator("iframe").boundingBox())?.height ?? 0;
    await frame.getByRole("button", { name: "Details" }).waitFor();
    await expect.poll(height).toBeLessThan(250);
    await frame.getByRole("button", { name: "Details" }).click();
    const dialog = frame.getByRole("dialog", { name: "Details" });
    await dialog.getByText("Line 11").waitFor();
    await expect.poll(height).toBeGreaterThan(400);
    const hidden = await dialog.evaluate((shown) =>
      [shown, ...shown.querySelectorAll("*")].some(
        (part) => getComputedStyle(part).overflowY === "auto" && part.scrollHeight > part.clientHeight,
      ),
    );
    expect(hidden).toBe(false);
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect.poll(height).toBeLessThan(250);
    expect(failed).toEqual([]);
  });

  it("shows the portal, also after a reload", async ({ host }) => {
    const { page, frame, embed, failed, sent, listUrls } = host;
    await embed({ part: "portal" }, { theme: { accent: "#0f766e" } });
    await frame.getByText("Webhooks of Host").waitFor();
    await expect.poll(() => accentOf(page.frames().at(-1))).toBe("#0f766e");
    await frame.getByRole("link", { name: "Deliveries", exact: true }).click();
    await frame.getByRole("heading", { name: "Deliveries", level: 1 }).waitFor();
    await page.frames().at(-1)?.evaluate("location.reload()");
    await frame.getByRole("heading", { name: "Deliveries", level: 1 }).waitFor();
    await frame.getByRole("link", { name: "Endpoints", exact: true }).click();
    await frame.getByRole("link", { name: "Add endpoint" }).click();
    await frame.getByRole("checkbox", { name: "page_feedback" }).check();
    await frame.getByRole("textbox", { name: "URL" }).fill("https://receiver.example/hook");
    await frame.getByRole("button", { name: "Add endpoint" }).click();
    await expect.poll(listUrls, { timeout: 15_000 }).toEqual(["https://receiver.example/hook"]);
    expect(failed).toEqual([]);
    expect(await sent()).toEqual(["pbp_ undefined"]);
  });
});
