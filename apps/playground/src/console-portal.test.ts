import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { createPortalSession, getPortalSession, listSpaces } from "@plugboard/api/routes";
import type { AddressInfo } from "node:net";
import type { FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ConsoleWorld, type InstalledWebhook, startConsoleWorld } from "./testing/console-world.ts";
import { waitFor } from "./testing/wait-for.ts";

/** A page of another product, with the portal in a frame. */
async function startProduct(
  framed: () => string,
): Promise<{ readonly server: Server; readonly origin: string }> {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<!doctype html><title>Product</title>
      <iframe title="Webhooks" src="${framed()}" width="900" height="1600"></iframe>`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo;
  return { server, origin: `http://127.0.0.1:${port}` };
}

describe("the portal of webhooks", () => {
  let world: ConsoleWorld;
  let webhook: InstalledWebhook;
  let page: Page;
  let frame: FrameLocator;
  let signedUrl = "about:blank";
  let token = "";
  const products: Server[] = [];
  const origins: string[] = [];
  const problems: string[] = [];

  beforeAll(async () => {
    for (let count = 0; count < 2; count += 1) {
      const { server, origin } = await startProduct(() => signedUrl);
      products.push(server);
      origins.push(origin);
    }
    world = await startConsoleWorld({ PLUGBOARD_PORTAL_ORIGINS: origins[0] ?? "" });
    webhook = await world.installWebhook();
    await webhook.send();
    const params = { organizationId: world.organization };
    const theme = { accent: "#0f766e", scheme: "dark", radius: 2 } as const;
    ({ signedUrl, token } = await world.platform.call(createPortalSession, { params, body: { theme } }));
    page = await world.browser.newPage();
    page.setDefaultTimeout(15_000);
    page.on("pageerror", (error) => problems.push(error.message));
    frame = page.frameLocator("iframe");
  }, 90_000);

  afterAll(async () => {
    for (const server of products) server.close();
    await world.close();
  });

  it("is shown in frames of the pages that the operator names, and of no others", async () => {
    await page.goto(origins[0] ?? "");
    await frame.getByRole("heading", { name: "Webhooks of Acme" }).waitFor();
    const accent = await page
      .frames()
      .at(-1)
      ?.evaluate("getComputedStyle(document.querySelector('[data-look=primary]')).backgroundColor");
    expect(accent).toBe("rgb(15, 118, 110)");
    const other = await world.browser.newPage();
    await other.goto(origins[1] ?? "");
    // Where a browser goes instead of what may not be framed.
    await expect.poll(() => other.frames().at(-1)?.url()).toBe("chrome-error://chromewebdata/");
    expect(await other.frameLocator("iframe").getByRole("heading").count()).toBe(0);
    await other.close();
  });

  it("adds an endpoint, tries it, shows its secret and rotates it once", async () => {
    const card = frame.getByRole("article", { name: world.target.url });
    await card.getByText("100%").waitFor();
    await card.getByRole("button", { name: "Send a test event" }).click();
    await card.getByRole("button", { name: "Secret…" }).click();
    await card.getByText(/^whsec_/).waitFor();
    await card.getByRole("button", { name: "Rotate the secret" }).click();
    await card.getByText(/signs along until/).waitFor();
    expect(await card.getByRole("button", { name: "Rotate the secret" }).isDisabled()).toBe(true);
    await frame.getByRole("button", { name: "Add an endpoint" }).click();
    await frame.getByRole("textbox", { name: "URL" }).fill(`${world.target.url}/second`);
    await frame.getByRole("button", { name: "Add", exact: true }).click();
    const second = frame.getByRole("article", { name: `${world.target.url}/second` });
    await second.getByRole("button", { name: "Remove…" }).click();
    await second.getByRole("button", { name: "Remove it" }).click();
    await second.waitFor({ state: "detached" });
    expect(await frame.getByRole("article").count()).toBe(1);
  });

  it("explains a failed delivery and sends it again", async () => {
    world.target.failNext(400);
    const { deliveryId } = await webhook.send();
    await waitFor("the failure", async () => (world.target.statuses.at(-1) === 400 ? true : undefined));
    expect(deliveryId).toMatch(/^dlv_/);
    await frame.getByRole("button", { name: "Deliveries" }).click();
    await frame.getByLabel("Status").selectOption("failed");
    await frame.getByRole("button", { name: "space_content_updated" }).click();
    await frame.getByText(/^400 after/).waitFor();
    await frame.getByText("Request and response").click();
    await frame.getByText("not now").waitFor();
    await frame.getByRole("button", { name: "Send again" }).click();
    await waitFor("the second try", async () => (world.target.statuses.at(-1) === 200 ? true : undefined));
  });

  it("has a token that pages of those origins can call with, and that reaches nothing else", async () => {
    const call = (path: string, origin: string | undefined) =>
      fetch(`${world.server.consoleUrl}/v1${path}`, {
        headers: { authorization: `Bearer ${token}`, ...(origin !== undefined && { origin }) },
      });
    const shared = await call(getPortalSession.path, origins[0]);
    expect(shared.headers.get("access-control-allow-origin")).toBe(origins[0]);
    expect(shared.headers.get("access-control-allow-credentials")).toBeNull();
    const foreign = await call(getPortalSession.path, origins[1]);
    expect(foreign.headers.get("access-control-allow-origin")).toBeNull();
    expect((await call(listSpaces.path, undefined)).status).toBe(403);
    for (const [path, framers] of [
      ["/portal", origins[0]],
      ["/", "'none'"],
    ] as const) {
      const policy = (await fetch(`${world.server.consoleUrl}${path}`)).headers.get(
        "content-security-policy",
      );
      expect(policy).toContain(`frame-ancestors ${framers}`);
    }
    expect(problems).toEqual([]);
  });
});
