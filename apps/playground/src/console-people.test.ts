import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApiClient } from "@plugboard/api/client";
import {
  createApiKey,
  createOrganization,
  createSpace,
  getSession,
  listOrganizations,
  listPages,
  listSpaces,
} from "@plugboard/api/routes";
import { launchBrowser } from "@plugboard/test-browser";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { buildConsole } from "./build-pages.ts";
import { identityClient, startIdentityProvider } from "../../console/test/testing/identity-provider.ts";
import { type Mailbox, startMailbox } from "../../console/test/testing/mailbox.ts";
import { adminToken, type ServerProcess, startServerProcess } from "../../console/test/testing/server-process.ts";

const password = "correct horse battery";
const ada = "ada@example.com";
const deviceSchema = z.object({ device_code: z.string(), verification_uri_complete: z.string() });
const grantSchema = z.object({ access_token: z.string() });

describe("people in the console", () => {
  let server: ServerProcess;
  let mailbox: Mailbox;
  let browser: Browser;
  let page: Page;
  let administrator: Page;
  const problems: string[] = [];
  const closing: (() => Promise<unknown>)[] = [];

  const open = async (): Promise<Page> => {
    const opened = await (await browser.newContext()).newPage();
    opened.setDefaultTimeout(30_000);
    opened.on("pageerror", (error) => problems.push(error.message));
    return opened;
  };
  const isIn = async (who: Page, name: string): Promise<boolean> => {
    const signedIn = [
      who.getByRole("heading", { level: 1, name: "Overview" }),
      who.getByRole("button", { name }),
    ];
    const shown = await Promise.allSettled(signedIn.map((part) => part.waitFor()));
    return shown.every(({ status }) => status === "fulfilled");
  };
  let usedPeriod = 0;
  /** Returns an unused code, since each works once. The server also accepts the previous and the next period's. */
  const unusedCode = async (secret: string): Promise<string> => {
    usedPeriod = Math.max(currentPeriod() - 1, usedPeriod + 1);
    await expect.poll(currentPeriod, { timeout: 40_000 }).toBeGreaterThanOrEqual(usedPeriod - 1);
    return timeCode(secret, usedPeriod);
  };
  const signOut = async (): Promise<void> => {
    await page.getByRole("button", { name: "Ada" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in to Plugboard" }).waitFor();
    // Signing in again returns to the same page.
    await page.goto(server.consoleUrl);
  };
  const signIn = async (): Promise<void> => {
    await page.getByLabel("Email").fill(ada);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
  };
  const openAccount = async (): Promise<void> => {
    await page.getByRole("button", { name: "Ada" }).click();
    await page.getByRole("menuitem", { name: "Account settings" }).click();
    await page.getByRole("heading", { name: "Active sessions" }).waitFor();
  };

  beforeAll(async () => {
    // Suppresses the provider's warning about development defaults.
    vi.spyOn(console, "warn").mockReturnValue();
    vi.spyOn(console, "info").mockReturnValue();
    await buildConsole();
    const port = await findFreePort();
    const dataDir = await mkdtemp(join(tmpdir(), "plugboard-people-"));
    mailbox = await startMailbox();
    const provider = await startIdentityProvider(`http://localhost:${port}/auth/callback/oidc`);
    server = await startServerProcess(dataDir, port, {
      // Passkeys don't work on IP addresses.
      HOST: "localhost",
      PLUGBOARD_SMTP_URL: mailbox.url,
      PLUGBOARD_MAIL_FROM: "Plugboard <plugboard@example.com>",
      PLUGBOARD_OIDC_ISSUER: provider.issuer,
      PLUGBOARD_OIDC_CLIENT_ID: identityClient.id,
      PLUGBOARD_OIDC_CLIENT_SECRET: identityClient.secret,
      PLUGBOARD_OIDC_NAME: "Example",
    });
    browser = await launchBrowser();
    closing.push(
      () => browser.close(),
      () => server.stop(),
      provider.close,
      mailbox.close,
      () => rm(dataDir, { recursive: true, force: true }),
    );
    page = await open();
  });

  afterAll(async () => {
    for (const close of closing) await close();
    vi.restoreAllMocks();
  });

  it("signs in the first owner through the printed link", async () => {
    await page.goto(server.firstOwnerUrl ?? "");
    await page.getByLabel("Name").fill("Ada");
    await page.getByLabel("Email").fill(ada);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Create account" }).click();
    expect(await isIn(page, "Ada")).toBe(true);
  });

  it("signs in by password, and shows errors", async () => {
    await signOut();
    await page.getByLabel("Email").fill(ada);
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").getByText("Invalid email or password").waitFor();
    await signIn();
    expect(await isIn(page, "Ada")).toBe(true);
  });

  it("signs in with a passkey added under the account", async () => {
    const authenticator = await page.context().newCDPSession(page);
    await authenticator.send("WebAuthn.enable");
    const options = {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    } as const;
    await authenticator.send("WebAuthn.addVirtualAuthenticator", { options });
    await openAccount();
    const passkeys = page.getByRole("region", { name: "Passkeys" });
    await passkeys.getByRole("button", { name: "Add passkey" }).click();
    await passkeys.getByRole("button", { name: "Remove" }).waitFor();
    await signOut();
    await page.getByRole("button", { name: "Use a passkey" }).click();
    expect(await isIn(page, "Ada")).toBe(true);
  });

  it("signs in through an emailed link", async () => {
    await signOut();
    await page.getByRole("button", { name: "Email me a link" }).click();
    await page.getByLabel("Email").fill(ada);
    await page.getByRole("button", { name: "Send link" }).click();
    await page.getByRole("heading", { name: "Check your email" }).waitFor();
    const link = await mailbox.takeLink(ada);
    await page.goto(link);
    expect(await isIn(page, "Ada")).toBe(true);
    await signOut();
    await page.goto(link);
    await page.getByRole("alert").getByText("This link has expired or was already used").waitFor();
  });

  it("signs in through an identity provider", async () => {
    await page.goto(server.consoleUrl);
    await page.getByRole("button", { name: "Continue with Example" }).click();
    await authorize(page, "ada");
    expect(await isIn(page, "Ada")).toBe(true);
  });

  it("rejects a user of the identity provider without an invitation", async () => {
    const stranger = await open();
    await stranger.goto(server.consoleUrl);
    await stranger.getByRole("button", { name: "Continue with Example" }).click();
    await authorize(stranger, "eve");
    expect(await stranger.getByRole("alert").textContent()).toContain("Ask for an invitation");
    await stranger.context().close();
  });

  it("asks for a second factor once it is set up", async () => {
    await openAccount();
    const panel = page.getByRole("region", { name: "Second factor" });
    await panel.getByLabel("Your password").fill(password);
    await panel.getByRole("button", { name: "Set up" }).click();
    const dialog = page.getByRole("dialog");
    const secret = (await dialog.locator("code").first().textContent()) ?? "";
    // The first code is the previous period's, which must not expire on its way.
    await expect.poll(secondsLeft, { timeout: 15_000 }).toBeGreaterThan(10);
    await dialog.getByRole("textbox", { name: "Code" }).fill(await unusedCode(secret));
    await dialog.getByRole("button", { name: "Turn on" }).click();
    await panel.getByText("on", { exact: true }).waitFor();
    await signOut();
    await signIn();
    await page.getByLabel("Code from your authenticator app").fill(await unusedCode(secret));
    await page.getByRole("button", { name: "Sign in" }).click();
    expect(await isIn(page, "Ada")).toBe(true);

    await signOut();
    await page.getByRole("button", { name: "Email me a link" }).click();
    await page.getByLabel("Email").fill(ada);
    await page.getByRole("button", { name: "Send link" }).click();
    await page.goto(await mailbox.takeLink(ada));
    await page.getByLabel("Code from your authenticator app").fill(await unusedCode(secret));
    await page.getByRole("button", { name: "Sign in" }).click();
    expect(await isIn(page, "Ada")).toBe(true);
  });

  it("approves a command-line sign-in", async () => {
    const post = async (path: string, body: object): Promise<unknown> => {
      const init = {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ client_id: "plugboard-cli", ...body }),
      };
      return await (await fetch(`${server.consoleUrl}/auth${path}`, init)).json();
    };
    const device = deviceSchema.parse(await post("/device/code", {}));
    await page.goto(device.verification_uri_complete);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Allow" }).click();
    await page.getByRole("heading", { name: "Command line signed in" }).waitFor();
    const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
    const { device_code } = device;
    const token = grantSchema.parse(await post("/device/token", { grant_type, device_code })).access_token;
    const commandLine = createApiClient({ endpoint: `${server.consoleUrl}/v1`, token });
    expect((await commandLine.call(getSession)).person).toMatchObject({ name: "Ada" });
  });

  it("asks the administrator for a reason before opening an organization", async () => {
    administrator = await open();
    await administrator.goto(server.consoleUrl);
    await administrator.getByText("administrator token", { exact: false }).first().click();
    await administrator.getByLabel("Administrator token").fill(adminToken);
    await administrator.getByRole("button", { name: "Sign in" }).click();
    await administrator.getByLabel("Reason").fill("They asked for help.");
    await administrator.getByRole("button", { name: "Get access for one hour" }).click();
    await administrator.getByRole("heading", { name: "Overview" }).waitFor();
    expect(await administrator.getByLabel("Reason").count()).toBe(0);
  });

  it("invites a reader by email, who can see pages but not change them", async () => {
    await page.goto(`${server.consoleUrl}/members`);
    await page.getByRole("button", { name: "Invite" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Email").fill("grace@example.com");
    await dialog.getByLabel("Role").selectOption("reader");
    await dialog.getByRole("button", { name: "Invite" }).click();
    await dialog.getByText("We sent an invitation to grace@example.com").waitFor();
    const reader = await open();
    await reader.goto(await mailbox.takeLink("grace@example.com"));
    await reader.getByLabel("Name").fill("Grace");
    await reader.getByLabel("Password").fill(password);
    await reader.getByRole("button", { name: "Create account" }).click();
    expect(await isIn(reader, "Grace")).toBe(true);
    const platform = createApiClient({ endpoint: `${server.consoleUrl}/v1`, token: adminToken });
    const spaceId = (await platform.call(listSpaces)).items[0]?.id ?? "";
    const pageId = (await platform.call(listPages, { params: { spaceId } })).items[0]?.id ?? "";
    await reader.goto(`${server.consoleUrl}/content/spaces/${spaceId}/pages/${pageId}`);
    await reader.getByRole("region", { name: "Text" }).getByRole("heading").first().waitFor();
    expect(await reader.getByRole("button", { name: "Source" }).count()).toBe(0);
    await reader.goto(`${server.consoleUrl}/members`);
    await reader.getByText("grace@example.com").waitFor();
    expect(await reader.getByRole("button", { name: "Invite" }).count()).toBe(0);

    await page.goto(`${server.consoleUrl}/settings`);
    const required = page.getByLabel("Require two-factor authentication for all members");
    await required.click();
    await page.getByText("Two-factor authentication is now required").waitFor();
    await reader.reload();
    await reader.getByRole("link", { name: "Set it up in your account" }).click();
    await reader.getByRole("region", { name: "Second factor" }).waitFor();
    await required.click();
    await page.getByText("Two-factor authentication is now optional").waitFor();

    await page.goto(`${server.consoleUrl}/members`);
    await page.getByRole("row", { name: "Grace" }).getByRole("button", { name: "Remove" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await page.getByRole("row", { name: "Grace" }).waitFor({ state: "detached" });
    await reader.goto(server.consoleUrl);
    await reader.getByRole("heading", { name: "No organization" }).waitFor();
  });

  it("creates a working API key and shows it once", async () => {
    await page.goto(`${server.consoleUrl}/keys`);
    await page.getByRole("button", { name: "Create key" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Pipeline");
    await dialog.getByRole("button", { name: "Create" }).click();
    const token = (await dialog.locator("code").textContent()) ?? "";
    const program = createApiClient({ endpoint: `${server.consoleUrl}/v1`, token });
    expect((await program.call(listSpaces)).items).toHaveLength(1);
  });

  it("lists all API keys across several API pages", async () => {
    const platform = createApiClient({ endpoint: `${server.consoleUrl}/v1`, token: adminToken });
    const organizationId = (await platform.call(listOrganizations)).items[0]?.id ?? "";
    for (const name of ["Backup", "Import"])
      await platform.call(createApiKey, { params: { organizationId }, body: { name, role: "reader" } });
    const asked: string[] = [];
    // Returns pages of one key instead of a hundred.
    await page.route("**/api-keys*", async (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set("limit", "1");
      asked.push(url.search);
      await route.continue({ url: url.href });
    });
    await page.goto(`${server.consoleUrl}/keys`);
    for (const name of ["Pipeline", "Backup", "Import"]) await page.getByRole("row", { name }).waitFor();
    expect(asked.length).toBeGreaterThanOrEqual(3);
    await page.unroute("**/api-keys*");
  });

  it("shows only an organization's own entries in its audit log", async () => {
    const platform = createApiClient({ endpoint: `${server.consoleUrl}/v1`, token: adminToken });
    const { id: organization } = await platform.call(createOrganization, {
      body: { title: "Globex", subdomain: "globex" },
    });
    await platform.call(createSpace, { body: { organization, title: "Theirs" } });
    await administrator.goto(`${server.consoleUrl}/audit`);
    const entries = administrator.getByRole("region", { name: "Entries" });
    await entries.getByText("Create api key").first().waitFor();
    expect(await entries.getByText("Create space").count()).toBe(0);
    await administrator.getByRole("button", { name: /^Organization: / }).click();
    await administrator.getByRole("menuitemradio", { name: /Globex/ }).click();
    await administrator.getByRole("link", { name: "Audit log" }).click();
    await entries.getByText("Create space").first().waitFor();
    expect(await entries.getByText("Create api key").count()).toBe(0);
  });

  it("had no error in the page", () => {
    expect(problems).toEqual([]);
  });
});

/** Approves the sign-in at the provider. */
async function authorize(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder("Enter any login").fill(login);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

const periodMilliseconds = 30_000;
const currentPeriod = (): number => Math.floor(Date.now() / periodMilliseconds);
const secondsLeft = (): number => (periodMilliseconds - (Date.now() % periodMilliseconds)) / 1000;

/** Returns an authenticator app's code for a period (RFC 6238). The secret is base32 (RFC 4648). */
function timeCode(secret: string, period: number): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = Array.from(secret, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(period));
  const hash = createHmac("sha1", key).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) % 16;
  return String((hash.readUInt32BE(offset) % 2 ** 31) % 1_000_000).padStart(6, "0");
}
