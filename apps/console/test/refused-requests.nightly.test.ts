import {
  createInvitation,
  createOrganization,
  getInstallation,
  getOrganization,
  listInstallations,
  listOrganizations,
} from "@plugboard/api/routes";
import { listPages, listSpaces } from "@plugboard/content/routes";
import { describe, expect } from "vitest";
import { it } from "./console-test.ts";

describe("a page whose requests are refused", () => {
  it("doesn't show a failed list as an empty one", async ({ world, page }) => {
    const installationId = await world.install("content-digest");
    const ofSpaces = new RegExp(`/v1${listSpaces.path}(\\?|$)`);
    await page.route(ofSpaces, (route) => route.fulfill({ status: 500, body: "{}" }));
    await page.goto(`${world.server.consoleUrl}/installed/${installationId}`);
    const locations = page.locator("section", { has: page.getByRole("heading", { name: "Installed in" }) });
    await locations.getByRole("alert").waitFor();
    expect(await locations.getByText(/nothing to install it in/).count()).toBe(0);
    expect(await page.getByRole("button", { name: /^Install in/ }).count()).toBe(0);
    await page.unrouteAll();
    await locations.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("button", { name: "Install in space Handbook" }).waitFor();
  });

  it("keeps the width of an editor whose pages can't be listed", async ({ world, page, fresh }) => {
    const pages = `/v1${listPages.path.replace("{spaceId}", fresh.spaceId)}`;
    await page.route(
      (url) => url.pathname === pages,
      (route) => route.fulfill({ status: 500, body: "{}" }),
    );
    await page.goto(world.server.consoleUrl + fresh.path);
    const text = page.getByRole("textbox", { name: "Text" });
    await text.getByText("The first line.").waitFor();
    await expect.poll(async () => (await text.boundingBox())?.width).toBeGreaterThan(500);
  });

  it("stays open with its typed text when its organization is no longer listed", async ({ world, page }) => {
    const { platform, server, organization } = world;
    const { title } = await platform.call(getOrganization, { params: { organizationId: organization } });
    const other = await platform.call(createOrganization, {
      body: { title: "Another", subdomain: `another${Date.now()}` },
    });
    await page.goto(`${server.consoleUrl}/keys?organization=${organization}`);
    await page.getByRole("button", { name: "Create key" }).click();
    const name = page.getByRole("dialog").getByLabel("Name");
    await name.fill("Typed");
    const list = (items: readonly object[]) =>
      page.route(new RegExp(`/v1${listOrganizations.path}(\\?|$)`), (route) =>
        route.fulfill({ json: { items } }),
      );
    /** Reads the list again, as when a person comes back to the window after a while. */
    const comeBack = async (minutes: number): Promise<void> => {
      await page.clock.setFixedTime(Date.now() + minutes * 60_000);
      const listed = page.waitForResponse(/\/v1\/organizations(\?|$)/);
      await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
      await listed;
    };
    await list([]);
    await comeBack(1);
    await page.getByText(`You no longer have access to ${title}.`).waitFor();
    expect(await name.inputValue()).toBe("Typed");
    await list([other]);
    await comeBack(2);
    await page.getByText("Open Another").waitFor();
    expect(await name.inputValue()).toBe("Typed");
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Open Another" }).click();
    await page.waitForURL((url) => url.searchParams.get("organization") === other.id);
    expect(await page.getByText("You no longer have access").count()).toBe(0);
  });

  it("stays open with its typed text when the administrator's support access ends", async ({
    world,
    page,
  }) => {
    await page.goto(`${world.server.consoleUrl}/keys?organization=${world.organization}`);
    await page.getByRole("button", { name: "Create key" }).click();
    const name = page.getByRole("dialog").getByLabel("Name");
    await name.fill("Typed");
    const refusal = { status: 403, code: "support_access_required", title: "Forbidden", detail: "Ended." };
    const installations = new RegExp(`/v1${listInstallations.path}(\\?|$)`);
    await page.route(installations, (route) => route.fulfill({ status: 403, json: refusal }));
    await page.clock.setFixedTime(Date.now() + 60_000);
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await page.getByText("Your support access to").waitFor();
    expect(await name.inputValue()).toBe("Typed");
    await page.unrouteAll();
    await page.keyboard.press("Escape");
    await page.getByLabel("Reason").fill("Still helping");
    await page.getByRole("button", { name: "Get access for one hour" }).click();
    await expect.poll(() => page.getByText("Your support access to").count()).toBe(0);
  });

  it("waits as long as Retry-After asks, and then shows the data", async ({ world, page }) => {
    const installationId = await world.install("webhook");
    const path = `/v1${getInstallation.path.replace("{installationId}", installationId)}`;
    const times: number[] = [];
    await page.route(
      (url) => url.pathname === path,
      async (route) => {
        times.push(Date.now());
        if (times.length > 5) await route.continue();
        else
          await route.fulfill({
            status: 429,
            headers: { "retry-after": "1" },
            json: { code: "rate_limited", detail: "Too many requests.", status: 429 },
          });
      },
    );
    await page.goto(`${world.server.consoleUrl}/installed/${installationId}`);
    await page.getByRole("heading", { level: 1, name: "Webhook" }).waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    const waits = times.slice(1, 6).map((time, index) => time - (times[index] ?? 0));
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(950);
  });
});

describe("a page for signed-out users whose requests fail", () => {
  it("says that the server can't be reached, and finds the ways to sign in once it can", async ({
    world,
    context,
    page,
  }) => {
    await context.clearCookies();
    await page.route("**/auth/methods", (route) => route.abort("internetdisconnected"));
    await page.goto(world.server.consoleUrl);
    await page.getByRole("alert").getByText("Can’t reach the server. Check your connection.").waitFor();
    expect(await page.getByLabel("Administrator token").count()).toBe(0);
    await page.getByRole("button", { name: "Use administrator token" }).click();
    expect(await page.getByText("For scripts and emergency access.").count()).toBe(1);
    await page.reload();
    await page.getByRole("alert").waitFor();
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByLabel("Administrator token").or(page.getByLabel("Password")).waitFor();
  });

  it("doesn't call a valid invitation invalid, and reads the link again", async ({
    world,
    context,
    page,
  }) => {
    const { token } = await world.platform.call(createInvitation, {
      params: { organizationId: world.organization },
      body: { email: `ada${Date.now()}@example.com`, role: "editor" },
    });
    await context.clearCookies();
    const failures = [
      [
        { status: 429, headers: { "retry-after": "7" }, json: {} },
        "Too many attempts. Try again in 7 seconds.",
      ],
      [{ status: 502, contentType: "text/html", body: "<html>" }, "The server responded with 502."],
    ] as const;
    for (const [response, problem] of failures) {
      await page.route("**/auth/invitations/read", (route) => route.fulfill(response));
      await page.goto("about:blank");
      await page.goto(`${world.server.consoleUrl}/invitation#${token}`);
      await page.getByRole("alert").getByText(problem).waitFor();
      expect(await page.getByText("This link isn’t valid").count()).toBe(0);
      await page.unrouteAll();
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByRole("heading", { name: /^Join / }).waitFor();
    }
    // The rest of the link is pasted into the same tab.
    await page.evaluate("location.hash = 'other'");
    await page.getByRole("heading", { name: "This link isn’t valid" }).waitFor();
    await page.evaluate(`location.hash = ${JSON.stringify(token)}`);
    await page.getByRole("heading", { name: /^Join / }).waitFor();
  });
});
