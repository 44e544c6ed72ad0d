import {
  createOrganization,
  createPortalSession,
  createWebhookEndpoint,
  getPortalSession,
  getWebhookEndpoint,
  installIntegration,
  listDeliveries,
  listPortalSessions,
  listWebhookEndpoints,
  revokePortalSession,
  sendTestEvent,
} from "@plugboard/api/routes";
import { listSpaces } from "@plugboard/content/routes";
import { createIntegration } from "@plugboard/content/integration";
import type { FrameLocator } from "playwright-core";
import { describe, expect } from "vitest";
import { it as base } from "./console-test.ts";
import { publish } from "./testing/publish.ts";
import { startProduct } from "./testing/start-product.ts";
import { waitFor } from "./testing/wait-for.ts";

interface Portal {
  /** Creates a session of the organization. */
  readonly open: (body: object) => Promise<{ readonly signedUrl: string; readonly token: string }>;
  /** Renders the portal in the product's page. */
  readonly show: (props: object) => Promise<unknown>;
  /** The portal in the product's page. */
  readonly frame: FrameLocator;
}

const it = base.extend<{ readonly portal: Portal }>({
  portal: async ({ world: { platform, organization, product }, context, page }, use) => {
    // Users of the portal have no session of the console.
    await context.clearCookies();
    await page.setViewportSize({ width: 1280, height: 960 });
    await page.goto(product.origin);
    await use({
      open: (body) => platform.call(createPortalSession, { params: { organizationId: organization }, body }),
      show: (props) => page.evaluate(`window.show(${JSON.stringify(props)})`),
      frame: page.frameLocator("iframe"),
    });
  },
});

/** The page that browsers show for a blocked frame. */
const blocked = "chrome-error://chromewebdata/";

describe("the portal of webhooks", () => {
  it("can be framed only by the operator's allowed origins, in their theme", { tags: ["night"] }, async ({
    page,
    context,
    webhook,
    portal: { open, show, frame },
    onTestFinished,
  }) => {
    await webhook.send();
    const { signedUrl } = await open({ theme: { accent: "#0f766e", scheme: "dark", radius: 2 } });
    /** Returns a computed style inside the frame. */
    const styleOf = (selector: string, property: string) =>
      page.frames().at(-1)?.evaluate(`getComputedStyle(document.querySelector("${selector}")).${property}`);
    await show({ signedUrl });
    await frame.getByText("Webhooks of Acme").waitFor();
    const add = "[data-variant=primary]";
    expect(await styleOf(add, "backgroundColor")).toBe("rgb(15, 118, 110)");
    expect(await styleOf(add, "borderRadius")).toBe("2px");
    const dark = await styleOf("body", "backgroundColor");
    // The theme changes without a reload.
    await frame.getByRole("link", { name: "Deliveries", exact: true }).click();
    await show({ signedUrl, theme: { accent: "#b91c1c", scheme: "light" } });
    await frame.getByRole("heading", { name: "Deliveries", level: 1 }).waitFor();
    await expect.poll(() => styleOf("body", "backgroundColor")).not.toBe(dark);
    await frame.getByRole("link", { name: "Endpoints", exact: true }).click();
    await expect.poll(() => styleOf(add, "backgroundColor")).toBe("rgb(185, 28, 28)");

    const stranger = await startProduct();
    onTestFinished(stranger.close);
    const other = await context.newPage();
    await other.goto(stranger.origin);
    await other.evaluate(`window.show(${JSON.stringify({ signedUrl })})`);
    await expect.poll(() => other.frames().at(-1)?.url()).toBe(blocked);
  });

  it("adds an endpoint with the console's form, shows its deliveries, and deletes it", async ({
    world,
    webhook,
    portal: { open, show, frame },
  }) => {
    await webhook.send();
    await show(await open({}));
    await frame.getByRole("link", { name: "Add endpoint" }).click();
    await frame.getByRole("checkbox", { name: "space_content_updated" }).check();
    await frame.getByRole("textbox", { name: "URL" }).fill("no URL");
    await frame.getByRole("button", { name: "Add endpoint" }).click();
    await frame.getByText("must be a URL that begins with https:// or http://").first().waitFor();
    const url = `${world.target.url}/second`;
    await frame.getByRole("textbox", { name: "URL" }).fill(url);
    await frame.getByRole("button", { name: "Add condition" }).click();
    await frame.getByRole("textbox", { name: "Field" }).fill("spaceId");
    await frame.getByRole("textbox", { name: "Value" }).fill("spc_1");
    await frame.getByRole("button", { name: "Add endpoint" }).click();
    const endpoint = frame.getByRole("region", { name: "Webhook endpoint" });
    await endpoint.getByText('[{"field":["spaceId"],"equals":"spc_1"}]').waitFor();
    await endpoint.getByRole("button", { name: "Show secret" }).click();
    await endpoint.getByText(/^whsec_/).waitFor();
    await endpoint.getByRole("button", { name: "Rotate secret…" }).click();
    const rotation = frame.getByRole("dialog", { name: "Rotate secret" });
    await rotation.getByRole("button", { name: "Rotate", exact: true }).click();
    await endpoint.getByText(/^also signs until/).waitFor();
    await endpoint.getByRole("button", { name: "Delete…" }).click();
    const question = frame.getByRole("alertdialog", { name: "Delete this endpoint?" });
    await question.getByRole("button", { name: "Delete" }).click();
    await question.waitFor({ state: "detached" });
    await frame.getByRole("link", { name: "Endpoints", exact: true }).first().click();
    await frame.getByRole("link", { name: world.target.url }).click();
    await endpoint.getByText("100%").waitFor();
    await frame.getByRole("link", { name: "Endpoints", exact: true }).last().click();
    await frame.getByRole("link", { name: world.target.url }).waitFor();
    expect(await frame.getByRole("row").count()).toBe(2);
  });

  it("shows a failed delivery's details, compares, edits and resends it, like the console", {
    tags: ["night"],
  }, async ({ world, webhook, portal: { open, show, frame } }) => {
    await show(await open({}));
    // An earlier delivery to compare with.
    const before = world.target.statuses.length;
    await webhook.send();
    await waitFor("the delivery", () => (world.target.statuses.length > before ? true : undefined));
    world.target.failNext(400);
    await webhook.send();
    await waitFor("the failure", () => (world.target.statuses.at(-1) === 400 ? true : undefined));
    await frame.getByRole("link", { name: "Deliveries", exact: true }).click();
    await frame.locator(".histogram").getByText("1 failed").waitFor();
    await frame.getByRole("combobox", { name: "Status" }).selectOption("failed");
    await expect.poll(() => frame.getByRole("row").count()).toBe(2);
    await frame.getByRole("button", { name: "space_content_updated" }).click();
    const detail = frame.getByRole("complementary", { name: "Delivery" });
    await detail.getByText("400 after").waitFor();
    await detail.getByText("webhook-signature").waitFor();
    await detail.getByText("not now").waitFor();
    await detail.getByRole("button", { name: "Compare…" }).click();
    const compared = frame.getByRole("dialog", { name: "Compare space_content_updated" });
    await compared.locator("mark").first().waitFor();
    await compared.getByRole("button", { name: "Close" }).last().click();
    await detail.getByRole("button", { name: "Edit and resend…" }).click();
    const edited = frame.getByRole("dialog", { name: "Edit and resend" });
    const body = edited.getByRole("textbox", { name: "Body" });
    await body.fill((await body.inputValue()).replace('"revisionId": "', '"revisionId": "edited-'));
    await edited.getByRole("button", { name: "Send" }).click();
    await detail.getByLabel("Request body").getByText("edited-").waitFor();
    await detail.getByRole("button", { name: "Close" }).click();
    await frame.getByRole("button", { name: "Resend failed…" }).click();
    const again = frame.getByRole("dialog", { name: "Resend deliveries" });
    await again.getByRole("button", { name: "Resend 1" }).click();
    await again.getByText("1 of 1 resent.").waitFor();
    await again.getByRole("button", { name: "Close" }).last().click();
    await waitFor("the second try", () => (world.target.statuses.at(-1) === 200 ? true : undefined));
  });

  it("shows no other organizations, and no deliveries to integrations", { tags: ["night"] }, async ({
    world,
    context,
    webhook,
    portal: { open },
    onTestFinished,
  }) => {
    const { platform, target, product, server, organization } = world;
    const { signedUrl, token } = await open({});
    await webhook.send();
    const subdomain = `other${Date.now()}`;
    const body = { title: "Other", subdomain };
    const { id: foreign } = await platform.call(createOrganization, { body });
    const manifest = { name: subdomain, title: "Of others", organization: foreign };
    await publish(world, createIntegration({}), manifest, onTestFinished);
    const { id: installationId } = await platform.call(installIntegration, {
      params: { integration: subdomain },
      body: { organization: foreign },
    });
    const { id: endpointId } = await platform.call(createWebhookEndpoint, {
      params: { installationId },
      body: { url: `${target.url}/foreign`, eventTypes: ["page_feedback"] },
    });
    const params = { installationId, endpointId };
    const { deliveryId } = await platform.call(sendTestEvent, { params, body: {} });
    const direct = await context.newPage();
    await direct.goto(signedUrl);
    await direct.getByRole("link", { name: target.url }).waitFor();
    // The token is removed from the URL and survives a reload.
    expect(direct.url()).not.toContain("pbp_");
    await direct.goto(`${server.consoleUrl}/portal/${organization}/endpoints?endpoint=${endpointId}`);
    await direct.getByText(`Endpoint ${endpointId} doesn’t exist.`).waitFor();
    await direct.goto(`${server.consoleUrl}/portal/${organization}/deliveries?delivery=${deliveryId}`);
    await direct.getByText(`Delivery ${deliveryId} doesn’t exist.`).waitFor();
    const list = direct.getByRole("region", { name: "Deliveries" });
    await list.getByText("space_content_updated").first().waitFor();
    expect(await list.getByText(/page_feedback|installation_setup/).count()).toBe(0);
    await direct.goto(`${server.consoleUrl}/portal/${organization}/deliveries?endpoint=${endpointId}`);
    await direct.getByText("0 delivered").waitFor();
    for (const width of [390, 1280]) {
      await direct.setViewportSize({ width, height: 800 });
      expect(await direct.evaluate("document.documentElement.scrollWidth")).toBe(width);
    }

    const call = (path: string, origin: string | undefined) =>
      fetch(`${server.consoleUrl}/v1${path}`, {
        headers: { authorization: `Bearer ${token}`, ...(origin !== undefined && { origin }) },
      });
    const path = getWebhookEndpoint.path
      .replace("{installationId}", installationId)
      .replace("{endpointId}", endpointId);
    expect((await call(path, undefined)).status).toBe(404);
    expect((await call(listSpaces.path, undefined)).status).toBe(403);
    const own = product.origin;
    const shared = await call(getPortalSession.path, own);
    expect(shared.headers.get("access-control-allow-origin")).toBe(own);
    expect(shared.headers.get("access-control-allow-credentials")).toBeNull();
    const refused = await call(getPortalSession.path, "http://127.0.0.1:9");
    expect(refused.headers.get("access-control-allow-origin")).toBeNull();
    for (const [address, framers] of [
      [`/portal/${organization}`, own],
      [`/portal/${foreign}/deliveries`, own],
      ["/portal", "'none'"],
      ["/portals/org_1", "'none'"],
      ["/", "'none'"],
    ] as const) {
      const policy = (await fetch(`${server.consoleUrl}${address}`)).headers.get("content-security-policy");
      expect(policy).toContain(`frame-ancestors ${framers}`);
    }
  });

  it("opens through a link from the console, and is ended there", async ({ world, page, context }) => {
    const { platform, server, organization, target } = world;
    const params = { organizationId: organization };
    await (await world.installWebhook()).send();
    for (const { id } of (await platform.call(listPortalSessions, { params })).items)
      await platform.call(revokePortalSession, { params: { ...params, portalSessionId: id } });
    await page.goto(`${server.consoleUrl}/endpoints`);
    await page.getByRole("button", { name: "Portal…" }).click();
    const dialog = page.getByRole("dialog", { name: "Portal links" });
    const links = dialog.getByRole("region", { name: "Open links" }).getByRole("listitem");
    const sites = dialog.getByRole("region", { name: "Sites that can embed the portal" });
    await sites.getByRole("listitem").filter({ hasText: world.product.origin }).waitFor();
    await dialog.getByRole("button", { name: "Create link" }).click();
    const link = await dialog.getByText(/\/portal\/org_\w+#pbp_/).innerText();
    await expect.poll(() => links.count()).toBe(1);
    const portal = await context.newPage();
    await portal.goto(link);
    await portal.getByRole("link", { name: target.url }).waitFor();
    expect(await portal.getByRole("link", { name: "Add endpoint" }).count()).toBe(0);
    await portal.getByText("healthy", { exact: true }).waitFor();
    await portal.getByText(/^0 of \d+ requests? failed in the last 24 h · p95/).waitFor();
    await links.getByRole("button", { name: "Revoke" }).click();
    await expect.poll(() => links.count()).toBe(0);
    await portal.reload();
    await portal.getByText("This session has expired. Open the portal again.").waitFor();
  });

  it("shows only the event types that its link is limited to in the console", { tags: ["night"] }, async ({
    world,
    page,
    context,
  }) => {
    const { platform, server, organization, target } = world;
    const { installationId, send } = await world.installWebhook();
    await send();
    const { id: endpointId } = await platform.call(createWebhookEndpoint, {
      params: { installationId },
      body: { url: `${target.url}/feedback`, eventTypes: ["page_feedback"] },
    });
    await platform.call(sendTestEvent, { params: { installationId, endpointId } });
    await page.goto(`${server.consoleUrl}/endpoints`);
    await page.getByRole("button", { name: "Portal…" }).click();
    const dialog = page.getByRole("dialog", { name: "Portal links" });
    await dialog.getByText("Event types: all").click();
    await dialog.getByRole("checkbox", { name: "page_feedback" }).check();
    await dialog.getByText("Event types: page_feedback").waitFor();
    await dialog.getByRole("checkbox", { name: /^Read-only/ }).uncheck();
    await dialog.getByRole("button", { name: "Create link" }).click();
    const link = await dialog.getByText(/\/portal\/org_\w+#pbp_/).innerText();
    const links = dialog.getByRole("region", { name: "Open links" });
    await links.getByText("page_feedback").waitFor();

    const portal = await context.newPage();
    await portal.goto(link);
    await portal.getByRole("link", { name: `${target.url}/feedback` }).waitFor();
    expect(await portal.getByRole("row").count()).toBe(2);
    await portal.getByRole("link", { name: "Deliveries", exact: true }).click();
    const list = portal.getByRole("region", { name: "Deliveries" });
    await list.getByText("page_feedback").first().waitFor();
    expect(await list.getByText("space_content_updated").count()).toBe(0);
    await portal.getByRole("link", { name: "Endpoints", exact: true }).click();
    await portal.getByRole("link", { name: "Add endpoint" }).click();
    await portal.getByRole("checkbox", { name: "page_feedback" }).check();
    expect(await portal.getByRole("checkbox", { name: "space_content_updated" }).count()).toBe(0);
    await portal.getByRole("textbox", { name: "URL" }).fill(`${target.url}/own`);
    await portal.getByRole("button", { name: "Add endpoint" }).click();
    await portal.getByRole("region", { name: "Webhook endpoint" }).waitFor();
    const path = `/portal/${organization}/deliveries?type=space_content_updated`;
    await portal.goto(`${server.consoleUrl}${path}`);
    await portal
      .getByText("This portal session doesn't include the event type space_content_updated.")
      .first()
      .waitFor();
  });

  it("can be framed by the sites that its organization adds, until they are removed", {
    tags: ["night"],
  }, async ({ world: { platform, server }, page, onTestFinished }) => {
    const made = Date.now();
    const create = async (title: string) =>
      (await platform.call(createOrganization, { body: { title, subdomain: `${title}${made}` } })).id;
    const [organizationId, otherId] = [await create("framed"), await create("unframed")];
    const open = async (id: string) =>
      await platform.call(createPortalSession, { params: { organizationId: id }, body: {} });
    const [added, other] = [await startProduct(), await startProduct()];
    onTestFinished(added.close);
    onTestFinished(other.close);
    await page.goto(`${server.consoleUrl}/endpoints?organization=${organizationId}`);
    await page.getByRole("button", { name: "Portal…" }).click();
    const dialog = page.getByRole("dialog", { name: "Portal links" });
    const sites = dialog.getByRole("region", { name: "Sites that can embed the portal" });
    const field = sites.getByRole("textbox", { name: "Site" });
    const add = sites.getByRole("button", { name: "Add site" });
    for (const [typed, problem] of [
      ["app.example.com", "must start with https://, such as https://app.example.com"],
      [`${added.origin}/page`, `must not have a path or other parts. Use ${added.origin}`],
    ] as const) {
      await field.fill(typed);
      await add.click();
      await sites.getByText(problem).waitFor();
      expect(await field.inputValue()).toBe(typed);
    }
    await field.fill(added.origin);
    await add.click();
    const remove = sites.getByRole("button", { name: `Remove ${added.origin}` });
    await remove.waitFor();
    expect(await field.inputValue()).toBe("");

    /** Returns the address of the frame in a product's page once it is loaded or blocked. */
    const frameIn = async ({ origin }: { readonly origin: string }, id: string) => {
      const product = await page.context().newPage();
      const { signedUrl } = await open(id);
      await product.goto(origin);
      await product.evaluate(`window.show(${JSON.stringify({ signedUrl })})`);
      const shown = product.frameLocator("iframe").getByRole("heading", { name: "Endpoints" });
      const address = () => product.frames().at(-1)?.url() ?? "";
      await expect
        .poll(async () => address() === blocked || (await shown.isVisible()), { timeout: 30_000 })
        .toBe(true);
      const url = address();
      await product.close();
      return url;
    };
    expect(await frameIn(added, organizationId)).toBe(
      `${server.consoleUrl}/portal/${organizationId}/endpoints`,
    );
    expect(await frameIn(other, organizationId)).toBe(blocked);
    expect(await frameIn(added, otherId)).toBe(blocked);
    await remove.click();
    await remove.waitFor({ state: "detached" });
    expect(await frameIn(added, organizationId)).toBe(blocked);
  });

  it("is read-only if created so, and reports an expired session", { tags: ["night"] }, async ({
    world,
    page,
    webhook,
    portal: { open, show, frame },
  }) => {
    await webhook.send();
    const { signedUrl: readOnly } = await open({ readOnly: true });
    await show({ signedUrl: readOnly });
    await frame.getByRole("link", { name: world.target.url }).click();
    const endpoint = frame.getByRole("region", { name: "Webhook endpoint" });
    await endpoint.getByText("Last 24 hours:").waitFor();
    await endpoint.getByRole("cell", { name: "space_content_updated" }).first().waitFor();
    const changing = /Edit|Pause|Disable|Remove|Show|Rotate|Send|Resend|Recover/;
    expect(await frame.getByRole("button", { name: changing }).count()).toBe(0);
    expect(await frame.getByRole("link", { name: changing }).count()).toBe(0);
    await frame.getByRole("link", { name: "Deliveries", exact: true }).click();
    await frame.getByRole("button", { name: "space_content_updated" }).first().click();
    await frame.getByRole("button", { name: "Compare…" }).waitFor();
    expect(await frame.getByRole("button", { name: /Send|Probe|resend/i }).count()).toBe(0);
    expect(await frame.getByRole("checkbox").count()).toBe(0);
    await show({ signedUrl: `${readOnly.slice(0, -4)}AAAA` });
    await frame.getByText("This session has expired. Open the portal again.").waitFor();
    await expect.poll(() => page.title()).toBe("Expired");
    const { items } = await world.platform.call(listWebhookEndpoints, {
      params: { installationId: webhook.installationId },
    });
    expect(items).toHaveLength(1);
    const failed = await world.platform.call(listDeliveries, { query: { status: "failed" } });
    expect(failed.items.filter(({ target }) => target.kind === "endpoint")).toEqual([]);
  });
});
