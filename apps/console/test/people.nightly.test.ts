import { provisioningScope } from "@plugboard/api";
import { createHmac } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ApiClient, createApiClient } from "@plugboard/api/client";
import {
  createApiKey,
  createInvitation,
  createOrganization,
  createProvisionedUser,
  getSession,
  requestSupportAccess,
} from "@plugboard/api/routes";
import { createPage, createSpace, listSpaces } from "@plugboard/content/routes";
import { findFreePort } from "@plugboard/test-http";
import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, vi } from "vitest";
import * as z from "zod";
import { it as base } from "./console-test.ts";
import { identityClient, startIdentityProvider } from "./testing/identity-provider.ts";
import { type Mailbox, startMailbox } from "./testing/mailbox.ts";
import { adminToken, type ServerProcess, startServerProcess } from "./testing/server-process.ts";

const password = "correct horse battery";
const deviceSchema = z.object({ device_code: z.string(), verification_uri_complete: z.string() });
const factorSchema = z.object({ totpURI: z.string() });
const grantSchema = z.object({ access_token: z.string() });

/** A server that sends mail and signs users in through an identity provider. */
interface PeopleServer {
  readonly server: ServerProcess;
  readonly platform: ApiClient;
  readonly mailbox: Mailbox;
}

/** The owner of an organization with one page, signed in. */
interface Person {
  readonly name: string;
  readonly email: string;
  readonly organizationId: string;
  readonly spaceId: string;
  readonly pageId: string;
}

interface Fixtures {
  readonly people: PeopleServer;
  /** A new user, whom `page` is signed in as. */
  readonly person: Person;
}

async function startPeopleServer(): Promise<PeopleServer & { readonly close: () => Promise<void> }> {
  // Suppresses the provider's warning about development defaults.
  const spies = [vi.spyOn(console, "warn").mockReturnValue(), vi.spyOn(console, "info").mockReturnValue()];
  const port = await findFreePort();
  const dataDir = await mkdtemp(join(tmpdir(), "plugboard-people-"));
  const mailbox = await startMailbox();
  const provider = await startIdentityProvider(`http://localhost:${port}/auth/callback/oidc`);
  const server = await startServerProcess(dataDir, port, {
    // Passkeys don't work on IP addresses.
    HOST: "localhost",
    PLUGBOARD_SMTP_URL: mailbox.url,
    PLUGBOARD_MAIL_FROM: "Plugboard <plugboard@example.com>",
    PLUGBOARD_OIDC_ISSUER: provider.issuer,
    PLUGBOARD_OIDC_CLIENT_ID: identityClient.id,
    PLUGBOARD_OIDC_CLIENT_SECRET: identityClient.secret,
    PLUGBOARD_OIDC_NAME: "Example",
  });
  return {
    server,
    platform: createApiClient({ endpoint: `${server.consoleUrl}/v1`, token: adminToken }),
    mailbox,
    close: async () => {
      await server.stop();
      await provider.close();
      await mailbox.close();
      await rm(dataDir, { recursive: true, force: true });
      for (const spy of spies) spy.mockRestore();
    },
  };
}

/** Creates an organization, and a user who accepts an invitation to own it. */
async function createPerson({ server, platform }: PeopleServer, context: BrowserContext): Promise<Person> {
  const id = `person${Date.now()}`;
  const [name, email] = [`Ada ${id}`, `${id}@example.com`];
  const created = await platform.call(createOrganization, { body: { title: "Team", subdomain: id } });
  const organizationId = created.id;
  const space = { title: "Notes", organization: organizationId };
  const { id: spaceId } = await platform.call(createSpace, { body: space });
  const { id: pageId } = await platform.call(createPage, {
    params: { spaceId },
    body: { title: "Welcome", markdown: "# Welcome\n" },
  });
  const { token } = await platform.call(createInvitation, {
    params: { organizationId },
    body: { email, role: "owner" },
  });
  const response = await context.request.post(`${server.consoleUrl}/auth/invitations/accept`, {
    data: { token, name, password },
    headers: { origin: server.consoleUrl },
  });
  if (!response.ok()) throw new Error(`Accepting the invitation failed: ${await response.text()}`);
  return { name, email, organizationId, spaceId, pageId };
}

const it = base.extend<Fixtures>({
  people: [
    // oxlint-disable-next-line no-empty-pattern -- vitest reads the required fixtures from this parameter
    async ({}, use) => {
      const { close, ...people } = await startPeopleServer();
      await use(people);
      await close();
    },
    { scope: "file" },
  ],
  person: async ({ people, context }, use) => {
    await use(await createPerson(people, context));
  },
});

/** Sets up a second factor of the signed-in user. */
async function setUpSecondFactor(context: BrowserContext, consoleUrl: string): Promise<void> {
  const post = async (path: string, data: object): Promise<unknown> => {
    const headers = { origin: consoleUrl };
    const response = await context.request.post(`${consoleUrl}/auth/two-factor/${path}`, { data, headers });
    if (!response.ok()) throw new Error(`${path} failed: ${await response.text()}`);
    return await response.json();
  };
  const { totpURI } = factorSchema.parse(await post("enable", { password }));
  const secret = new URL(totpURI).searchParams.get("secret") ?? "";
  await post("verify-totp", { code: timeCode(secret, currentPeriod()) });
}

async function waitUntilIn(page: Page, name: string): Promise<void> {
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  await page.getByRole("button", { name }).waitFor();
}

async function enterPassword(page: Page, email: string, text: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(text);
  await page.getByRole("button", { name: "Sign in" }).click();
}

async function requestLink(page: Page, email: string): Promise<void> {
  await page.getByRole("button", { name: "Email me a link" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
}

/** Adds an authenticator to a window. Returns a function that decides whether it verifies the user. */
async function addAuthenticator(
  context: BrowserContext,
  page: Page,
): Promise<(isUserVerified: boolean) => Promise<void>> {
  const devTools = await context.newCDPSession(page);
  await devTools.send("WebAuthn.enable");
  const options = {
    protocol: "ctap2",
    transport: "internal",
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  const { authenticatorId } = await devTools.send("WebAuthn.addVirtualAuthenticator", { options });
  return async (isUserVerified) => {
    await devTools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  };
}

describe("signing in", () => {
  it("creates the first owner through the printed link", async ({ page, people, onTestFinished }) => {
    // A server has only one first owner.
    const dataDir = await mkdtemp(join(tmpdir(), "plugboard-owner-"));
    const server = await startServerProcess(dataDir);
    onTestFinished(async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    });
    expect(people.server.firstOwnerUrl).toMatch(/^http/);
    await page.goto(server.firstOwnerUrl ?? "");
    await page.getByLabel("Name").fill("Ada");
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Create account" }).click();
    await waitUntilIn(page, "Ada");
  });

  it("takes a password, shows errors, and is undone in the menu", async ({
    page,
    people: { server },
    person: { name, email },
  }) => {
    await page.goto(server.consoleUrl);
    await page.getByRole("button", { name }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in to Plugboard" }).waitFor();
    await enterPassword(page, email, "not the password");
    await page.getByRole("alert").getByText("Invalid email or password").waitFor();
    await enterPassword(page, email, password);
    await waitUntilIn(page, name);
  });

  it("shows nothing of a person who signed out, or whose session ended, to the next one", async ({
    page,
    people,
    person: { name, email },
    onTestFinished,
  }) => {
    const context = await page.context().browser()?.newContext();
    if (context === undefined) throw new Error("the page has no browser");
    onTestFinished(() => context.close());
    const next = await createPerson(people, context);
    await page.goto(people.server.consoleUrl);
    await page.getByRole("button", { name }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await enterPassword(page, next.email, password);
    await waitUntilIn(page, next.name);
    expect(await page.getByText("You no longer have access").count()).toBe(0);
    expect(await page.getByText(name, { exact: true }).count()).toBe(0);
    await page.context().clearCookies();
    await page.getByRole("link", { name: "Members" }).click();
    await enterPassword(page, email, password);
    await page.getByRole("button", { name }).waitFor();
    await page.getByRole("link", { name: "Overview" }).click();
    await waitUntilIn(page, name);
    expect(await page.getByText("You no longer have access").count()).toBe(0);
    expect(await page.getByText(next.name, { exact: true }).count()).toBe(0);
  });

  it("takes a passkey added under the account", async ({ context, page, people: { server }, person }) => {
    await addAuthenticator(context, page);
    await page.goto(server.consoleUrl);
    await page.getByRole("button", { name: person.name }).click();
    await page.getByRole("menuitem", { name: "Account settings" }).click();
    await page.getByRole("heading", { name: "Active sessions" }).waitFor();
    const passkeys = page.getByRole("region", { name: "Passkeys" });
    await passkeys.getByRole("button", { name: "Add passkey" }).click();
    await passkeys.getByRole("button", { name: "Remove" }).waitFor();
    await context.clearCookies();
    await page.goto(server.consoleUrl);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await waitUntilIn(page, person.name);
  });

  it("says why a passkey isn't added or taken, and asks before it is removed", async ({
    context,
    page,
    people: { server },
    person,
  }) => {
    const verify = await addAuthenticator(context, page);
    await page.goto(`${server.consoleUrl}/account`);
    const passkeys = page.getByRole("region", { name: "Passkeys" });
    const add = passkeys.getByRole("button", { name: "Add passkey" });
    const remove = passkeys.getByRole("button", { name: "Remove" });
    // Like a person who closes the browser's dialog.
    await verify(false);
    await add.click();
    await page.waitForResponse(/generate-register-options/);
    await expect.poll(() => add.isEnabled()).toBe(true);
    expect(await page.getByRole("alert").count()).toBe(0);
    await verify(true);
    await add.click();
    await remove.waitFor();
    await add.click();
    await passkeys.getByText("This device already has a passkey for your account.").waitFor();

    const list = await context.request.get(`${server.consoleUrl}/auth/passkey/list-user-passkeys`);
    const [{ id }] = z.tuple([z.object({ id: z.string() })]).parse(await list.json());
    await context.request.post(`${server.consoleUrl}/auth/passkey/update-passkey`, {
      data: { id, name: "My laptop ".repeat(20) },
      headers: { origin: server.consoleUrl },
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await remove.waitFor();
    expect((await remove.boundingBox())?.height).toBeLessThan(40);
    await page.setViewportSize({ width: 1280, height: 720 });
    await remove.click();
    const question = page.getByRole("alertdialog");
    await question.getByText("You can no longer sign in with this passkey.").waitFor();
    await question.getByRole("button", { name: "Remove passkey" }).click();
    await remove.waitFor({ state: "detached" });
    await context.clearCookies();
    await page.goto(server.consoleUrl);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByText("This passkey was removed from its account. Sign in another way.").waitFor();
    await enterPassword(page, person.email, password);
    await waitUntilIn(page, person.name);
  });

  it("takes an emailed link, once", async ({ context, page, people: { server, mailbox }, person }) => {
    await context.clearCookies();
    await page.goto(server.consoleUrl);
    await requestLink(page, person.email);
    const link = await mailbox.takeLink(person.email);
    await page.goto(link);
    await waitUntilIn(page, person.name);
    await context.clearCookies();
    await page.goto(link);
    await page.getByRole("alert").getByText("This link has expired or was already used").waitFor();
  });

  it("joins an organization that provisioned the address only by choice", async ({
    context,
    page,
    people: { server, platform, mailbox },
    person,
  }) => {
    const subdomain = `other${Date.now()}`;
    const { id: organizationId } = await platform.call(createOrganization, {
      body: { title: "Other", subdomain },
    });
    const { token } = await platform.call(createApiKey, {
      params: { organizationId },
      body: { name: "Okta", scopes: [provisioningScope] },
    });
    const scim = createApiClient({ endpoint: `${server.consoleUrl}/v1`, token });
    await scim.call(createProvisionedUser, {
      params: { organizationId },
      body: { userName: person.email, active: true },
    });
    await context.clearCookies();
    await page.goto(server.consoleUrl);
    await requestLink(page, person.email);
    await page.goto(await mailbox.takeLink(person.email));
    await waitUntilIn(page, person.name);
    // With the keyboard alone.
    await page.getByRole("button", { name: "Organization: Team" }).press("Enter");
    await page.getByRole("menuitem", { name: "Join Other" }).press("Enter");
    await page.getByRole("button", { name: "Organization: Other" }).press("Enter");
    await page.getByRole("menuitemradio", { name: "Team" }).waitFor();
    expect(await page.getByRole("menuitem", { name: "Join Other" }).count()).toBe(0);
    // An account without an organization is asked too.
    const email = `new-${subdomain}@example.com`;
    await scim.call(createProvisionedUser, {
      params: { organizationId },
      body: { userName: email, active: true },
    });
    await context.clearCookies();
    await page.goto(server.consoleUrl);
    await requestLink(page, email);
    await page.goto(await mailbox.takeLink(email));
    await page.getByRole("heading", { name: "Join an organization" }).waitFor();
    await page.getByRole("button", { name: "Join Other" }).press("Enter");
    await page.getByRole("button", { name: "Organization: Other" }).waitFor();
  });

  it("works through an identity provider", async ({ context, page, people: { server, mailbox }, person }) => {
    await context.clearCookies();
    await page.goto(server.consoleUrl);
    // The link verifies the address, which the provider's account needs to belong to the user.
    await requestLink(page, person.email);
    await page.goto(await mailbox.takeLink(person.email));
    await waitUntilIn(page, person.name);
    await context.clearCookies();
    await page.goto(server.consoleUrl);
    await page.getByRole("button", { name: "Continue with Example" }).click();
    await authorize(page, person.email.replace("@example.com", ""));
    await waitUntilIn(page, person.name);
  });

  it("is refused to users of the identity provider without an invitation", async ({
    context,
    page,
    people: { server },
  }) => {
    await context.clearCookies();
    await page.goto(server.consoleUrl);
    await page.getByRole("button", { name: "Continue with Example" }).click();
    await authorize(page, "eve");
    expect(await page.getByRole("alert").textContent()).toContain("Ask for an invitation");
  });

  it("asks for a second factor once it is set up", async ({
    context,
    page,
    people: { server, mailbox },
    person: { name, email },
  }) => {
    let usedPeriod = 0;
    /** Returns an unused code, since each works once. The server also accepts the previous and the next period's. */
    const unusedCode = async (secret: string): Promise<string> => {
      usedPeriod = Math.max(currentPeriod() - 1, usedPeriod + 1);
      await expect.poll(currentPeriod, { timeout: 40_000 }).toBeGreaterThanOrEqual(usedPeriod - 1);
      return timeCode(secret, usedPeriod);
    };
    const enterCode = async (secret: string): Promise<void> => {
      await page.getByLabel("Code from your authenticator app").fill(await unusedCode(secret));
      await page.getByRole("button", { name: "Sign in" }).click();
      await waitUntilIn(page, name);
    };
    await page.goto(`${server.consoleUrl}/account`);
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
    await context.clearCookies();
    await page.goto(server.consoleUrl);
    await enterPassword(page, email, password);
    await enterCode(secret);

    await context.clearCookies();
    await page.goto(server.consoleUrl);
    await requestLink(page, email);
    await page.goto(await mailbox.takeLink(email));
    await enterCode(secret);
  });

  it("approves a command line", async ({ page, people: { server }, person }) => {
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
    expect((await commandLine.call(getSession)).person).toMatchObject({ name: person.name });
  });

  it("asks the administrator for a reason before opening an organization", async ({
    context,
    page,
    people: { server },
    person: { organizationId },
  }) => {
    await context.clearCookies();
    await page.goto(`${server.consoleUrl}/?organization=${organizationId}`);
    await page.getByText("administrator token", { exact: false }).first().click();
    await page.getByLabel("Administrator token").fill(adminToken);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByLabel("Reason").fill("They asked for help.");
    await page.getByRole("button", { name: "Get access for one hour" }).click();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    expect(await page.getByLabel("Reason").count()).toBe(0);
  });
});

it("shows wrong input of an account beside its fields, in the console's words", async ({
  context,
  page,
  people: { server },
  person,
}) => {
  const problems = () => page.locator(".setting[data-invalid]").allInnerTexts();
  await page.goto(`${server.consoleUrl}/account`);
  const panel = page.getByRole("region", { name: "Password", exact: true });
  await panel.getByLabel("New password").fill("short");
  await panel.getByRole("button", { name: "Change password" }).click();
  expect(await problems()).toEqual([
    expect.stringContaining("must not be empty"),
    expect.stringContaining("must have at least 10 characters"),
  ]);
  await panel.getByLabel("Current password").fill("not the password");
  await panel.getByLabel("New password").fill("another correct horse");
  await panel.getByRole("button", { name: "Change password" }).click();
  await panel.locator("[data-invalid]").getByText("isn’t your current password").waitFor();
  expect(await panel.getByLabel("New password").inputValue()).toBe("another correct horse");

  const factor = page.getByRole("region", { name: "Second factor" });
  await factor.getByLabel("Your password").fill("not the password");
  await factor.getByRole("button", { name: "Set up" }).click();
  await factor.locator("[data-invalid]").getByText("isn’t your current password").waitFor();

  await context.clearCookies();
  await page.goto(server.consoleUrl);
  await page.getByLabel("Email").fill(person.email.replace("@", " at "));
  await page.getByRole("button", { name: "Sign in" }).click();
  expect(await problems()).toEqual([
    expect.stringContaining("must be an email address, such as ada@example.com"),
    expect.stringContaining("must not be empty"),
  ]);
});

describe("an organization", () => {
  it("names the account that accepts an invitation, and shows an editor what the role can open", async ({
    context,
    page,
    people: { server },
    person: { email, organizationId },
  }) => {
    const name = "Hopper".repeat(16);
    const path = createInvitation.path.replace("{organizationId}", organizationId);
    const response = await context.request.post(`${server.consoleUrl}/v1${path}`, {
      data: { email: email.replace("person", "hopper"), role: "editor" },
      headers: { origin: server.consoleUrl },
    });
    const { token } = z.object({ token: z.string() }).parse(await response.json());
    await page.goto(`${server.consoleUrl}/invitation#${token}`);
    await page.getByText(`You’ll join as ${email}.`).waitFor();
    await page.getByRole("button", { name: "Use another account" }).click();
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Create account" }).click();
    await waitUntilIn(page, name);
    // A long name leaves room for the icon.
    expect((await page.getByRole("button", { name }).locator("svg").boundingBox())?.width).toBe(16);

    await page.getByText("Your role, editor, doesn’t include events and deliveries.").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    const sections = page.getByRole("navigation", { name: "Sections" });
    expect((await sections.getByRole("link").allInnerTexts()).map((text) => text.trim())).toEqual([
      "Overview",
      "Content",
      "Marketplace",
      "Installed",
      "Developers",
      "Members",
      "Settings",
    ]);
    await page.getByRole("link", { name: "Open content" }).click();
    await page.getByRole("heading", { level: 1, name: "Content" }).waitFor();
    for (const [closed, title] of [
      ["endpoints?form=new", "Endpoints"],
      ["audit", "Audit log"],
    ] as const) {
      await page.goto(`${server.consoleUrl}/${closed}`);
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      await page.getByText("Your role in Team, editor, doesn’t include it.").waitFor();
      expect(await page.getByRole("alert").count()).toBe(0);
    }

    // The name doesn't push a member's buttons below each other.
    await context.clearCookies();
    await page.goto(`${server.consoleUrl}/members`);
    await enterPassword(page, email, password);
    const row = page.getByRole("row", { name });
    const [suspend, remove] = await Promise.all(
      ["Suspend", "Remove"].map((label) => row.getByRole("button", { name: label }).boundingBox()),
    );
    expect(suspend?.y).toBe(remove?.y);
  });

  it("invites a reader by email, who can see pages but not change them", async ({
    world,
    context,
    page,
    people: { server, mailbox },
    person: { email, spaceId, pageId },
    onTestFinished,
  }) => {
    const grace = email.replace("person", "grace");
    await page.goto(`${server.consoleUrl}/members`);
    await page.getByRole("button", { name: "Invite" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Email").fill(grace);
    await dialog.getByLabel("Role").selectOption("reader");
    await dialog.getByRole("button", { name: "Invite" }).click();
    await dialog.getByText(`We sent an invitation to ${grace}`).waitFor();
    const profile = await world.browser.newContext();
    onTestFinished(() => profile.close());
    const reader = await profile.newPage();
    reader.setDefaultTimeout(30_000);
    await reader.goto(await mailbox.takeLink(grace));
    await reader.getByLabel("Name").fill("Grace");
    await reader.getByLabel("Password").fill(password);
    await reader.getByRole("button", { name: "Create account" }).click();
    await waitUntilIn(reader, "Grace");
    await reader.goto(`${server.consoleUrl}/content/spaces/${spaceId}/pages/${pageId}`);
    await reader.getByRole("region", { name: "Text" }).getByRole("heading").first().waitFor();
    expect(await reader.getByRole("button", { name: "Source" }).count()).toBe(0);
    await reader.goto(`${server.consoleUrl}/members`);
    await reader.getByText(grace).waitFor();
    expect(await reader.getByRole("button", { name: "Invite" }).count()).toBe(0);

    // Only those who have a second factor can require it.
    await setUpSecondFactor(context, server.consoleUrl);
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
    const row = page.getByRole("row", { name: "Grace" });
    await row.getByRole("button", { name: "Suspend" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Suspend" }).click();
    await row.getByText("suspended").waitFor();
    await reader.goto(`${server.consoleUrl}/members`);
    await reader.getByRole("heading", { name: "No organization" }).waitFor();
    await row.getByRole("button", { name: "Restore access" }).click();
    await page.getByText("Grace has access again").waitFor();
    await reader.reload();
    await reader.getByText(grace).waitFor();

    await row.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await page.getByRole("row", { name: "Grace" }).waitFor({ state: "detached" });
    await reader.goto(server.consoleUrl);
    await reader.getByRole("heading", { name: "No organization" }).waitFor();
  });

  it("creates a working API key and shows it once", async ({
    page,
    people: { server },
    person: { spaceId },
  }) => {
    await page.goto(`${server.consoleUrl}/keys`);
    await page.getByRole("button", { name: "Create key" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Pipeline");
    await dialog.getByRole("button", { name: "Create" }).click();
    const token = (await dialog.locator("code").textContent()) ?? "";
    const program = createApiClient({ endpoint: `${server.consoleUrl}/v1`, token });
    expect((await program.call(listSpaces)).items.map(({ id }) => id)).toEqual([spaceId]);
  });

  it("lists all API keys across several API pages", async ({
    page,
    people: { server, platform },
    person: { organizationId },
  }) => {
    const params = { organizationId };
    await platform.call(requestSupportAccess, { params, body: { reason: "They asked for it." } });
    const names = ["Pipeline", "Backup", "Import"];
    for (const name of names) await platform.call(createApiKey, { params, body: { name, role: "reader" } });
    const asked: string[] = [];
    // Returns pages of one key instead of a hundred.
    await page.route("**/api-keys*", async (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set("limit", "1");
      asked.push(url.search);
      await route.continue({ url: url.href });
    });
    await page.goto(`${server.consoleUrl}/keys`);
    for (const name of names) await page.getByRole("row", { name }).waitFor();
    expect(asked.length).toBeGreaterThanOrEqual(3);
  });
});

/** Approves the sign-in at the provider. */
async function authorize(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder("Enter any login").fill(login);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
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
