import {
  createOrganization,
  requestSupportAccess,
  getInstallation,
  getTask,
  installIntegration,
  listInstallations,
  publishIntegration,
  queueTask,
  renderComponent,
} from "@plugboard/api/routes";
import { createIntegration, resumeTask } from "@plugboard/runtime";
import { serve } from "@plugboard/runtime/node";
import { generateSecret } from "@plugboard/webhook-signer";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publishSamples } from "./publish-samples.ts";
import { listSamples } from "./samples.ts";
import { type ConsoleWorld, startConsoleWorld } from "./testing/console-world.ts";
import { adminToken } from "./testing/server-process.ts";

const manifestOf = (visibility: string, scopes: string): string => `
name: greeter
title: Greeter
description: Says which version it is.
organization: acme
visibility: ${visibility}
scopes: [${scopes}]
blocks:
  - { id: greeting, title: Greeting, description: Says it. }
`;

describe("integrations in the console", () => {
  let world: ConsoleWorld;
  const signingSecret = generateSecret();
  let page: Page;
  /** A user of the other organization. */
  let bea: Page;
  /** An organization that installs the integration but doesn't own it. */
  let other = "";
  const problems: string[] = [];
  const open = (path: string) => page.goto(`${world.server.consoleUrl}${path}`);
  const region = (name: string) => page.getByRole("region", { name, exact: true });
  const button = (name: string) => page.getByRole("button", { name, exact: true });

  /** Publishes a version whose block shows a greeting. */
  const publish = async (greeting: string, visibility: string, scopes = ""): Promise<void> => {
    const render = async () => ({
      type: "element" as const,
      state: {},
      props: {},
      element: { type: "block", children: [{ type: "text", children: [greeting] }] },
    });
    const integration = createIntegration({ components: [{ componentId: "greeting", render }] });
    const host = await serve(integration, { port: 0, env: { PLUGBOARD_SIGNING_SECRET: signingSecret } });
    world.onClose(() => host.close());
    await world.platform.call(publishIntegration, {
      params: { integration: "greeter" },
      body: {
        manifest: manifestOf(visibility, scopes),
        url: `http://127.0.0.1:${host.port}`,
        signingSecret,
      },
    });
  };
  const installationOf = async (integration: string): Promise<string> => {
    const { items } = await world.platform.call(listInstallations, { query: { limit: 100 } });
    return items.find((one) => one.integration === integration)?.id ?? "";
  };
  const render = async (integration: string, componentId: string): Promise<string> =>
    JSON.stringify(
      await world.platform.call(renderComponent, {
        params: { installationId: await installationOf(integration), componentId },
        body: { context: { type: "document", theme: "light" } },
      }),
    );
  const greeting = () => render("greeter", "greeting");

  beforeAll(async () => {
    world = await startConsoleWorld();
    const body = { title: "Beta", subdomain: "beta" };
    other = (await world.platform.call(createOrganization, { body })).id;
    page = await world.browser.newPage();
    page.setDefaultTimeout(30_000);
    bea = await (await world.browser.newContext()).newPage();
    bea.setDefaultTimeout(30_000);
    for (const each of [page, bea]) each.on("pageerror", (error) => problems.push(error.message));
    await publish("It is the first.", "unlisted");
    await world.signIn(page, "/marketplace/greeter");
  });
  afterAll(() => world.close());

  it("are installed through a link, and keep their version until someone grants more permissions", async () => {
    const link = await region("Visibility").locator("code").innerText();
    await open(`/members?organization=${other}`);
    await button("Invite").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Email").fill("bea@example.com");
    await dialog.getByLabel("Role").selectOption("owner");
    await dialog.getByRole("button", { name: "Invite" }).click();
    await bea.goto(await dialog.locator("code").innerText());
    await bea.getByLabel("Name").fill("Bea");
    await bea.getByLabel("Password").fill("a few words make it");
    await bea.getByRole("button", { name: "Create account" }).click();
    const body = { reason: "To see what its installation runs." };
    await bea.getByRole("heading", { name: "Overview" }).waitFor();
    await world.platform.call(requestSupportAccess, { params: { organizationId: other }, body });

    await bea.goto(`${world.server.consoleUrl}/marketplace/greeter`);
    await bea.getByRole("alert").waitFor();
    await bea.goto(link);
    await bea.getByRole("link", { name: "Install", exact: true }).click();
    await bea.getByText("Greeter will be able to do the following in Beta").waitFor();
    await bea.getByRole("button", { name: "Allow and install" }).click();
    await bea.getByText("This integration has no settings.").waitFor();
    expect(await greeting()).toContain("the first");

    await publish("It is the second.", "unlisted", "space:content:read");
    await bea.goto(`${world.server.consoleUrl}/installed/${await installationOf("greeter")}`);
    const consent = bea.getByRole("region", { name: "Consent" });
    await consent.getByText("Version 1 keeps running until you grant").waitFor();
    expect(await greeting()).toContain("the first");
    await consent.getByRole("button", { name: "Consent" }).click();
    await bea.getByText("Consented", { exact: true }).waitFor();
    await consent.waitFor({ state: "detached" });
    expect(await greeting()).toContain("the second");
  });

  it("are submitted for review, rejected with a reason, and approved", async () => {
    await publish("It is the third.", "public");
    await open("/marketplace/greeter");
    await region("Visibility").getByRole("button", { name: "Submit for review" }).click();
    await region("Visibility").getByText("submitted", { exact: true }).waitFor();
    await open("/reviews");
    await region("Greeter").or(region("greeter")).getByRole("button", { name: "Reject…" }).click();
    await page.getByLabel("Reason").fill("Say what it greets.");
    await button("Reject").click();
    await region("Decided").getByText("Say what it greets.").waitFor();
    await open("/marketplace/greeter");
    await region("Visibility").getByText("rejected", { exact: true }).waitFor();
    await region("Visibility").getByText("Say what it greets.").waitFor();
    await region("Visibility").getByRole("button", { name: "Submit for review" }).click();
    await region("Visibility").getByText("submitted", { exact: true }).waitFor();
    await open("/reviews");
    await button("Approve").click();
    await page.getByText("greeter is listed").waitFor();
    await bea.goto(`${world.server.consoleUrl}/marketplace`);
    await bea.getByRole("link", { name: "Greeter" }).waitFor();
    expect(await bea.getByRole("link", { name: "Content digest" }).count()).toBe(0);
  });

  it("are rolled back to a version after showing its changes, and unpublished with all installations", async () => {
    await open(`/marketplace/greeter?organization=${world.organization}`);
    await region("Versions").getByText("without permission space:content:read").waitFor();
    await button("Roll back to version 1").click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText("All installations are updated immediately").waitFor();
    await dialog.getByRole("button", { name: "Roll back" }).click();
    await page.getByText("Rolled back to version 1 as version 4").waitFor();
    await region("Versions").getByText("rollback to version 1").waitFor();
    expect(await greeting()).toContain("the first");

    const installationId = await installationOf("greeter");
    await button("Unpublish…").click();
    await dialog.getByText("1 installation that you can see is deleted").waitFor();
    await dialog.getByRole("button", { name: "Unpublish" }).click();
    await page.getByText("Unpublished Greeter").waitFor();
    await page.getByRole("link", { name: "Content digest" }).waitFor();
    expect(await page.getByRole("link", { name: "Greeter" }).count()).toBe(0);
    await expect(world.platform.call(getInstallation, { params: { installationId } })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("are configured by their own component, and paused with a visible reason", async () => {
    const { consoleUrl } = world.server;
    await publishSamples(
      { consoleUrl, adminToken },
      listSamples("https://chat.example").filter(({ folder }) => folder === "settings-component"),
    );
    await open("/marketplace/settings-component/install");
    await button("Allow and install").click();
    await button("Choose a style").click();
    await page.getByText("Enter a message first.").waitFor();
    await page.getByLabel("Message").fill("We move on Friday.");
    await button("Choose a style").click();
    await page.getByLabel("warning").check();
    await button("Save").click();
    await page.getByRole("heading", { name: "Installed in" }).waitFor();
    const installationId = await installationOf("settings-component");
    const read = () => world.platform.call(getInstallation, { params: { installationId } });
    expect(await render("settings-component", "notice")).toContain("We move on Friday.");

    await open(`/installed/${installationId}`);
    await button("Pause…").click();
    await page.getByLabel("Reason").fill("It says the wrong day.");
    await button("Pause").click();
    await region("Paused").getByText("It says the wrong day.").waitFor();
    await page
      .getByRole("dialog")
      .filter({ hasText: "is paused" })
      .getByRole("button", { name: "Undo" })
      .click();
    await region("Paused").waitFor({ state: "detached" });
    await button("Pause…").click();
    await button("Pause").click();
    await region("Paused").waitFor();
    expect(await read()).toMatchObject({ status: "paused" });
    expect(await read()).not.toHaveProperty("pauseReason");
    await button("Resume").click();
    await button("Pause…").click();
    await page.getByLabel("Reason").fill("It says the wrong day.");
    await button("Pause").click();
    await open("/installed");
    await page.getByRole("row").getByText("It says the wrong day.").waitFor();
  });

  it("show the progress of a task, and cancel it", async () => {
    const closing = new AbortController();
    const integration = createIntegration({
      task: async (event, context) => {
        const { step, report } = resumeTask(event, context);
        await report({ done: 40, total: 120, message: "Indexing pages" });
        for (let index = 0; !closing.signal.aborted; index += 1)
          await step(`wait ${index}`, () => new Promise<void>((resolve) => setTimeout(resolve, 200)));
      },
    });
    const host = await serve(integration, { port: 0, env: { PLUGBOARD_SIGNING_SECRET: signingSecret } });
    world.onClose(() => {
      closing.abort();
      return host.close();
    });
    const manifest = manifestOf("private", "").replace("name: greeter", "name: indexer").split("blocks:")[0];
    await world.platform.call(publishIntegration, {
      params: { integration: "indexer" },
      body: { manifest: manifest ?? "", url: `http://127.0.0.1:${host.port}`, signingSecret },
    });
    const { id: installationId } = await world.platform.call(installIntegration, {
      params: { integration: "indexer" },
      body: { organization: world.organization },
    });
    const body = { installationId, task: { type: "index" } };
    const { id: taskId } = await world.platform.call(queueTask, { body });
    await open(`/installed/${installationId}?tab=deliveries`);
    const task = region("Tasks").getByRole("row").filter({ hasText: "index" });
    await task.getByText("40 of 120").waitFor();
    await task.getByText("running", { exact: true }).waitFor();
    await task.getByRole("button", { name: "Cancel" }).click();
    await button("Cancel task").click();
    await task.getByText("canceled", { exact: true }).waitFor();
    expect(await world.platform.call(getTask, { params: { installationId, taskId } })).toMatchObject({
      status: "canceled",
      progress: { done: 40, total: 120, message: "Indexing pages" },
    });
  });

  it("had no error in the page", () => {
    expect(problems).toEqual([]);
  });
});
