import { deleteInstallation, getInstallation, listSelectOptions } from "@plugboard/api/routes";
import { listSiteInstallations } from "@plugboard/content/routes";
import type { Page } from "playwright-core";
import { describe, expect, vi } from "vitest";
import {
  clientId,
  clientSecret,
  type OidcProvider,
  startOidcProvider,
} from "../../../packages/testing/test/oauth/oidc-provider.fixture.ts";
import { it as base } from "./console-test.ts";
import { chatManifest, createChat } from "./testing/chat-integration.ts";
import { connectAccount } from "./testing/connect-account.ts";
import { publish } from "./testing/publish.ts";

interface Chat {
  readonly installationId: string;
  readonly callbackUrl: string;
}

const it = base.extend<{ readonly chat: Chat }>({
  /** An installed integration with a certified OAuth provider. */
  chat: async ({ world }, use) => {
    // Suppresses the provider's warning about development defaults.
    const spies = [vi.spyOn(console, "warn").mockReturnValue(), vi.spyOn(console, "info").mockReturnValue()];
    let provider: OidcProvider | undefined;
    const closing: (() => Promise<void>)[] = [];
    const integration = createChat({ clientId, clientSecret }, () => provider);
    await publish(world, integration, chatManifest, (close) => closing.push(close));
    const installationId = await world.install("chat");
    const callbackUrl = `${world.server.sitesUrl}/integrations/${installationId}/oauth`;
    provider = await startOidcProvider({
      redirectURL: callbackUrl,
      clientAuthentication: "client_secret_post",
      accessTokenSeconds: 3600,
    });
    await use({ installationId, callbackUrl });
    for (const close of closing) await close();
    await provider.close();
    for (const spy of spies) spy.mockRestore();
  },
});

const settingsOf = (page: Page, name: string | RegExp = "Settings") =>
  page.getByRole("region", { name, exact: true });

describe("connecting an account", () => {
  it("opens a popup, shows the connection, and lists options with it to the console only", async ({
    world: { platform, server },
    context,
    page,
    chat: { installationId, callbackUrl },
  }) => {
    await page.goto(`${server.consoleUrl}/marketplace/chat/install?step=settings`);
    // Fields that list options of the account come after its connection.
    const controls = settingsOf(page).locator("button:text-is('Connect'), input, select");
    await controls.nth(1).waitFor();
    expect(await controls.first().textContent()).toBe("Connect");
    await connectAccount(settingsOf(page), { signIn: true });
    await settingsOf(page).getByText("connected", { exact: true }).waitFor();
    await page.getByText("active", { exact: true }).first().waitFor();
    // Sets a cookie for this installation only, which scripts cannot read.
    const path = `/integrations/${installationId}`;
    const cookie = { name: "plugboard_connect", path, httpOnly: true, sameSite: "Lax" };
    const cookies = await context.cookies(callbackUrl);
    expect(cookies.filter(({ name }) => name === "plugboard_connect")).toEqual([
      expect.objectContaining(cookie),
    ]);
    await page.getByRole("button", { name: "Save and continue" }).click();
    await page.getByRole("heading", { name: "Installed in" }).waitFor();
    await page.goto(`${server.consoleUrl}/installed/${installationId}`);
    await page.getByRole("option", { name: "#docs" }).waitFor({ state: "attached" });
    const url = callbackUrl.replace("/oauth", "/channels");
    expect((await fetch(url)).status).toBe(404);
    // Blocks in pages have selects too, shown to people without access to settings.
    await expect(
      platform.call(listSelectOptions, { params: { installationId }, query: { url } }),
    ).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("connects a site separately, and stores its own credentials", async ({
    world: { platform, server },
    page,
    chat: { installationId },
  }) => {
    const params = { installationId };
    const read = async () =>
      (await platform.call(listSiteInstallations, { params })).items.map(({ status, configuration }) => ({
        status,
        configuration,
      }));
    await page.goto(`${server.consoleUrl}/installed/${installationId}`);
    await page
      .getByRole("button", { name: /^Install in site/ })
      .first()
      .click();
    const inSite = settingsOf(page, /^Settings in site/);
    await inSite.waitFor();
    const [before] = await read();
    expect(before?.configuration).toEqual({});
    await connectAccount(inSite, { signIn: true });
    await inSite.getByText("connected", { exact: true }).waitFor();
    expect(await read()).toEqual([{ status: "active", configuration: { oauth_credentials: true } }]);
    const { configuration } = await platform.call(getInstallation, { params });
    expect(configuration).toEqual({});
  });

  it("shows visitors of a direct link where to go", async ({ context, page, chat: { callbackUrl } }) => {
    await context.clearCookies();
    expect((await page.goto(callbackUrl))?.status()).toBe(403);
    expect(await page.textContent("main")).toContain("open it from the settings page again");
  });

  it("shows the reason for a failure next to the button, and closes the popup", async ({
    world: { platform, server },
    page,
    chat: { installationId },
  }) => {
    await page.goto(`${server.consoleUrl}/installed/${installationId}`);
    const connect = settingsOf(page).getByRole("button", { name: "Connect" });
    await connect.waitFor();
    await platform.call(deleteInstallation, { params: { installationId } });
    const [popup] = await Promise.all([page.waitForEvent("popup"), connect.click()]);
    if (!popup.isClosed()) await popup.waitForEvent("close");
    await settingsOf(page).getByText("There is no installation").waitFor();
  });
});
