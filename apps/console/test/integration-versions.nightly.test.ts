import { createApiClient } from "@plugboard/api/client";
import {
  createApiKey,
  createOrganization,
  getInstallation,
  listInstallations,
  listIntegrations,
  renderComponent,
  requestSupportAccess,
} from "@plugboard/api/routes";
import { createIntegration, type Integration } from "@plugboard/runtime";
import { describe, expect } from "vitest";
import { it } from "./console-test.ts";
import type { ConsoleWorld } from "./testing/console-world.ts";
import { publish } from "./testing/publish.ts";

const lines = "blocks: [{ id: greeting, title: Greeting, description: Says it. }]";

/** Returns an integration whose block shows a text. */
function createGreeter(text: string): Integration {
  const render = async () => ({
    type: "element" as const,
    state: {},
    props: {},
    element: { type: "block", children: [{ type: "text", children: [text] }] },
  });
  return createIntegration({ components: [{ componentId: "greeting", render }] });
}

async function renderGreeting({ platform }: ConsoleWorld, installationId: string): Promise<string> {
  const rendered = await platform.call(renderComponent, {
    params: { installationId, componentId: "greeting" },
    body: { context: { type: "document", theme: "light" } },
  });
  return JSON.stringify(rendered);
}

describe("an integration", () => {
  it("is installed through a link, and keeps its version until a user grants more permissions", async ({
    world,
    page,
    onTestFinished,
  }) => {
    const { platform, server, browser } = world;
    const id = String(Date.now());
    const name = `greeter${id}`;
    const greeter = { name, title: "Greeter", visibility: "unlisted", lines } as const;
    // An organization that installs the integration but doesn't own it.
    const body = { title: "Beta", subdomain: `beta${id}` };
    const { id: organizationId } = await platform.call(createOrganization, { body });
    await publish(world, createGreeter("It is the first."), greeter, onTestFinished);
    await page.goto(`${server.consoleUrl}/marketplace/${name}`);
    const link = await page
      .getByRole("region", { name: "Visibility", exact: true })
      .locator("code")
      .innerText();
    await page.goto(`${server.consoleUrl}/members?organization=${organizationId}`);
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Email").fill(`bea${id}@example.com`);
    await dialog.getByLabel("Role").selectOption("owner");
    await dialog.getByRole("button", { name: "Invite" }).click();
    const invitation = await dialog.locator("code").innerText();

    // A user of the other organization.
    const profile = await browser.newContext();
    onTestFinished(() => profile.close());
    const bea = await profile.newPage();
    bea.setDefaultTimeout(30_000);
    await bea.goto(invitation);
    await bea.getByLabel("Name").fill("Bea");
    await bea.getByLabel("Password").fill("a few words make it");
    await bea.getByRole("button", { name: "Create account" }).click();
    await bea.getByRole("heading", { name: "Overview" }).waitFor();
    const reason = "To see what its installation runs.";
    await platform.call(requestSupportAccess, { params: { organizationId }, body: { reason } });
    await bea.goto(`${server.consoleUrl}/marketplace/${name}`);
    await bea.getByRole("alert").waitFor();
    await bea.goto(link);
    await bea.getByRole("link", { name: "Install", exact: true }).click();
    await bea.getByText("Greeter will be able to do the following in Beta").waitFor();
    await bea.getByRole("button", { name: "Allow and install" }).click();
    await bea.getByText("This integration has no settings.").waitFor();
    const { items } = await platform.call(listInstallations, { query: { limit: 100 } });
    const installationId = items.find(({ integration }) => integration === name)?.id ?? "";
    expect(await renderGreeting(world, installationId)).toContain("the first");

    const scopes = "space:content:read";
    await publish(world, createGreeter("It is the second."), { ...greeter, scopes }, onTestFinished);
    await bea.goto(`${server.consoleUrl}/installed/${installationId}`);
    const consent = bea.getByRole("region", { name: "Consent", exact: true });
    await consent.getByText("Version 1 keeps running until you grant").waitFor();
    expect(await renderGreeting(world, installationId)).toContain("the first");
    await consent.getByRole("button", { name: "Consent" }).click();
    await bea.getByText("Consented", { exact: true }).waitFor();
    await consent.waitFor({ state: "detached" });
    expect(await renderGreeting(world, installationId)).toContain("the second");
  });

  it("is submitted for review, rejected with a reason, and approved", async ({
    world,
    page,
    onTestFinished,
  }) => {
    const { platform, server } = world;
    const id = String(Date.now());
    const [name, title] = [`reviewed${id}`, `Reviewed ${id}`];
    const body = { title: "Gamma", subdomain: `gamma${id}` };
    const { id: other } = await platform.call(createOrganization, { body });
    await publish(
      world,
      createGreeter("Hello."),
      { name, title, visibility: "public", lines },
      onTestFinished,
    );
    const open = (path: string) => page.goto(server.consoleUrl + path);
    const visibility = page.getByRole("region", { name: "Visibility", exact: true });
    const submitted = page.getByRole("region", { name: title }).or(page.getByRole("region", { name }));
    const submit = async (): Promise<void> => {
      await visibility.getByRole("button", { name: "Submit for review" }).click();
      await visibility.getByText("submitted", { exact: true }).waitFor();
    };
    await open(`/marketplace/${name}`);
    await submit();
    await open("/reviews");
    await submitted.getByRole("button", { name: "Reject…" }).click();
    await page.getByLabel("Reason").fill("Say what it greets.");
    await page.getByRole("button", { name: "Reject", exact: true }).click();
    await page.getByRole("region", { name: "Decided" }).getByText("Say what it greets.").first().waitFor();
    await open(`/marketplace/${name}`);
    await visibility.getByText("rejected", { exact: true }).waitFor();
    await visibility.getByText("Say what it greets.").waitFor();
    await submit();
    await open("/reviews");
    await submitted.getByRole("button", { name: "Approve" }).click();
    await page.getByText(`${name} is listed`).waitFor();
    // The administrator sees all integrations; other organizations see those that are listed.
    const { token } = await platform.call(createApiKey, {
      params: { organizationId: other },
      body: { name: "Reader", role: "reader" },
    });
    const reader = createApiClient({ endpoint: `${server.consoleUrl}/v1`, token });
    const { items } = await reader.call(listIntegrations);
    const listed = items.map((item) => item.name);
    expect(listed).toContain(name);
    expect(listed).not.toContain("content-digest");
  });

  it("is rolled back to a version after showing its changes, and unpublished with all installations", async ({
    world,
    page,
    onTestFinished,
  }) => {
    const { platform, server } = world;
    const id = String(Date.now());
    const [name, title] = [`rolled${id}`, `Rolled ${id}`];
    const scopes = "space:content:read";
    await publish(world, createGreeter("It is the first."), { name, title, lines }, onTestFinished);
    await publish(world, createGreeter("It is the second."), { name, title, lines, scopes }, onTestFinished);
    await publish(world, createGreeter("It is the third."), { name, title, lines }, onTestFinished);
    const installationId = await world.install(name);
    expect(await renderGreeting(world, installationId)).toContain("the third");
    await page.goto(`${server.consoleUrl}/marketplace/${name}`);
    const versions = page.getByRole("region", { name: "Versions", exact: true });
    await versions.getByText("without permission space:content:read").waitFor();
    await page.getByRole("button", { name: "Roll back to version 1", exact: true }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText("All installations are updated immediately").waitFor();
    await dialog.getByRole("button", { name: "Roll back" }).click();
    await page.getByText("Rolled back to version 1 as version 4").waitFor();
    await versions.getByText("rollback to version 1").waitFor();
    expect(await renderGreeting(world, installationId)).toContain("the first");

    await page.getByRole("button", { name: "Unpublish…", exact: true }).click();
    await dialog.getByText("1 installation that you can see is deleted").waitFor();
    await dialog.getByRole("button", { name: "Unpublish" }).click();
    await page.getByText(`Unpublished ${title}`).waitFor();
    await page.getByRole("link", { name: "Content digest" }).waitFor();
    expect(await page.getByRole("link", { name: title }).count()).toBe(0);
    await expect(platform.call(getInstallation, { params: { installationId } })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
