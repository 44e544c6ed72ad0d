import { mkdir, stat, writeFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  createApiKey,
  createCustomEventType,
  createPortalSession,
  createWebhookEndpoint,
  emitCustomEvents,
  getOrganizationUsage,
  listDeliveries,
  listWebhookEndpoints,
  requestSupportAccess,
  sendTestEvent,
  updateWebhookEndpoint,
} from "@plugboard/api/routes";
import {
  createChangeRequest,
  createPage,
  createSite,
  createSpace,
  createSpaceInstallation,
  setOrganizationQuota,
  updatePageContent,
  updateSiteCustomization,
} from "@plugboard/content/routes";
import type { Page } from "playwright-core";
import { it } from "./console-test.ts";
import type { ConsoleWorld } from "./testing/console-world.ts";
import { fillDeliveries } from "./testing/fill-deliveries.ts";
import { fillUsage } from "./testing/fill-usage.ts";
import { takesPictures } from "./testing/inspect-page.ts";
import { waitFor } from "./testing/wait-for.ts";

// `pnpm pictures` saves the pictures of docs/console-comparison.md: one for each compared route.

const folder = fileURLToPath(new URL("../../../docs/console-pictures", import.meta.url));
const maxBytes = 100_000;
const wanted = process.env["PAGES"]?.split(",");

const quickStart = `Take your first payment in about five minutes. You need an account and an API key.

> [!TIP]
> Use a test key first. Test payments never reach a bank.

## 1. Create a payment

\`\`\`ts
const payment = await client.payments.create({
  amount: 4200,
  currency: "EUR",
  reference: "order-1042",
});
\`\`\`

## 2. Wait for the result

| status | meaning |
|---|---|
| \`pending\` | The customer has not confirmed yet |
| \`paid\` | The money is on its way |
| \`failed\` | The bank refused it; \`reason\` says why |

- [x] Create a test key
- [x] Send a payment
- [ ] Handle the webhook
`;

/** Fills the console with data like that of a company that has used it for some months. */
async function prepare(world: ConsoleWorld) {
  const { platform, target, organization, dataDir } = world;
  const params = { organizationId: organization };
  const { installationId, endpointId, send } = await world.installWebhook();
  const digest = await world.install("content-digest");
  const { id: spaceId } = await platform.call(createSpace, {
    body: { title: "Payments", organization, visibility: "public" },
  });
  const page = (title: string, parentId?: string) =>
    platform.call(createPage, {
      params: { spaceId },
      body: { title, markdown: quickStart, ...(parentId !== undefined && { parentId }) },
    });
  const { id: pageId } = await page("Quick start");
  const { id: guides } = await page("Guides");
  for (const title of ["Refunds", "Payouts", "Recurring payments"]) await page(title, guides);
  await page("Errors");
  await page("Changelog");
  const { id: changeRequestId } = await platform.call(createChangeRequest, {
    params: { spaceId },
    body: { title: "Describe refunds", description: "Partial refunds start on Monday." },
  });
  const { id: siteId } = await platform.call(createSite, { body: { spaceId, title: "Acme Payments" } });
  await platform.call(updateSiteCustomization, {
    params: { siteId },
    body: {
      accent: { light: "#0b6b57", dark: "#5fd0b5" },
      headerLinks: [{ label: "Status", url: "https://status.acme.example" }],
      footer: { text: "© Acme Payments" },
    },
  });
  for (const id of [installationId, digest])
    await platform.call(createSpaceInstallation, { params: { installationId: id, spaceId } });
  for (const [type, summary] of [
    ["order.placed", "A customer placed an order"],
    ["order.refunded", "An order was refunded"],
    ["invoice.paid", "An invoice was paid in full"],
  ] as const)
    await platform.call(createCustomEventType, {
      params,
      body: {
        type,
        summary,
        schema: {
          type: "object",
          required: ["orderId", "cents"],
          properties: {
            orderId: { type: "string" },
            cents: { type: "integer" },
            currency: { type: "string" },
          },
        },
        example: { orderId: "ord_1042", cents: 4200, currency: "EUR" },
      },
    });
  for (const path of ["/billing", "/crm", "/warehouse"] as const) {
    const { id } = await platform.call(createWebhookEndpoint, {
      params: { installationId },
      body: {
        url: target.url + path,
        eventTypes: ["space_content_updated", "order.placed", "invoice.paid"],
      },
    });
    for (let sent = 0; sent < 5; sent += 1)
      await platform.call(sendTestEvent, { params: { installationId, endpointId: id } });
  }
  fillDeliveries(join(dataDir, "delivery.db"), endpointId, { deliveries: 8400, days: 7 });
  fillUsage(
    join(dataDir, "platform.db"),
    organization,
    await platform.call(getOrganizationUsage, { params }),
  );
  await platform.call(setOrganizationQuota, {
    params,
    body: {
      requestsPerMinute: 12_000,
      maxWebhookEndpoints: 5,
      maxImageBytes: 500_000_000,
      tasksPerMinute: 600,
    },
  });
  for (const name of ["Release pipeline", "Nightly export"])
    await platform.call(createApiKey, { params, body: { name, role: "developer" } });
  for (let edit = 1; edit <= 4; edit += 1)
    await platform.call(updatePageContent, {
      params: { spaceId, pageId },
      body: { markdown: `${quickStart}\nRevision ${edit}.\n` },
    });
  await platform.call(updatePageContent, { params: { spaceId, pageId }, body: { markdown: quickStart } });
  for (let sent = 0; sent < 6; sent += 1)
    await platform.call(emitCustomEvents, {
      params,
      body: {
        events: [{ type: "order.placed", data: { orderId: `ord_10${40 + sent}`, cents: 4200 + sent * 350 } }],
      },
    });
  const settled = async () =>
    (await platform.call(listDeliveries, { query: { status: "scheduled" } })).items.length === 0;
  await waitFor("the deliveries", async () => ((await settled()) ? true : undefined));
  target.failNext(503, 422, 422);
  for (let sent = 0; sent < 3; sent += 1) await send();
  const failed = await waitFor("a failed delivery", async () => {
    const { items } = await platform.call(listDeliveries, {
      query: { status: "failed", responseStatus: 422 },
    });
    return items[0]?.id;
  });
  const { items } = await platform.call(listWebhookEndpoints, { params: { installationId } });
  await platform.call(updateWebhookEndpoint, {
    params: { installationId, endpointId: items.find(({ url }) => url.endsWith("/warehouse"))?.id ?? "" },
    body: { status: "paused" },
  });
  const portal = await platform.call(createPortalSession, { params, body: {} });
  return {
    installationId,
    endpointId,
    spaceId,
    pageId,
    changeRequestId,
    siteId,
    failed,
    portal: portal.signedUrl,
  };
}

/** Edits a page in a change request. */
async function editIn(page: Page, changeRequest: string, pageId: string, text: string): Promise<void> {
  await page.goto(`${changeRequest}/pages/${pageId}`);
  await page.getByText("The bank refused it").click();
  await page.keyboard.press("Control+End");
  const saved = page.waitForResponse(
    (response) => response.request().method() === "PUT" && response.url().includes("/shared-draft"),
  );
  await page.keyboard.type(text);
  await saved;
}

/** Adds members, whose organization the administrator then needs access to. */
async function addMembers({ platform, organization, dataDir }: ConsoleWorld): Promise<void> {
  const database = new DatabaseSync(join(dataDir, "platform.db"), { timeout: 20_000 });
  const day = 86_400_000;
  for (const [index, [name, role]] of [
    ["Grace Hopper", "owner"],
    ["Ada Lovelace", "admin"],
    ["Katherine Johnson", "developer"],
    ["Joan Clarke", "editor"],
    ["Mary Jackson", "reader"],
  ].entries())
    database
      .prepare(
        "INSERT INTO members (organization_id, user_id, name, email, role, created_at) VALUES (?, ?, ?, ?, ?, ?)",
      )
      .run(
        organization,
        `usr_${index}`,
        name ?? "",
        `${name?.split(" ")[0]?.toLowerCase()}@acme.example`,
        role ?? "",
        Date.now() - (90 - index * 17) * day,
      );
  database.close();
  await platform.call(requestSupportAccess, {
    params: { organizationId: organization },
    body: { reason: "Pictures of the console" },
  });
}

async function save(page: Page, name: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const picture = await session.send("Page.captureScreenshot", { format: "webp", quality: 82 });
  await session.detach();
  const file = join(folder, `${name}.webp`);
  await writeFile(file, Buffer.from(picture.data, "base64"));
  return (await stat(file)).size;
}

it.runIf(takesPictures)("takes a picture of each compared route", async ({ world, page }) => {
  const { installationId, endpointId, spaceId, pageId, changeRequestId, siteId, failed, portal } =
    await prepare(world);
  const changeRequest = `/content/spaces/${spaceId}/change-requests/${changeRequestId}`;
  await mkdir(folder, { recursive: true });
  const paths = {
    overview: "/?range=7d",
    deliveries: "/deliveries?range=7d",
    delivery: `/deliveries?range=7d&delivery=${failed}`,
    endpoints: "/endpoints",
    endpoint: `/endpoints?endpoint=${endpointId}`,
    events: "/events",
    composer: "/events/new?type=order.placed",
    portal: new URL(portal).pathname + new URL(portal).hash,
    marketplace: "/marketplace",
    installation: `/installed/${installationId}?tab=endpoints`,
    logs: "/logs?integration=webhook",
    editor: `/content/spaces/${spaceId}/pages/${pageId}`,
    "change-request": changeRequest,
    sites: `/content/sites/${siteId}`,
    audit: "/audit",
    usage: "/usage",
    members: "/members",
  };
  // The receiver of the test is on this machine.
  await page.route(/\/v1\/(?!changes)/, async (route) => {
    if (route.request().headers()["accept"]?.includes("event-stream") === true) return await route.continue();
    // The server may just have closed the connection that this reuses.
    const response = await route.fetch({ maxRetries: 2 });
    const body = (await response.text()).replaceAll(world.target.url, "https://hooks.acme.example");
    return await route.fulfill({ response, body });
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const sizes: Record<string, number> = {};
  for (const [name, path] of Object.entries(paths)) {
    if (wanted?.includes(name) === false) continue;
    if (name === "members") await addMembers(world);
    if (name === "change-request")
      await editIn(page, world.server.consoleUrl + changeRequest, pageId, " Partial refunds follow");
    await page.goto("about:blank");
    await page.goto(world.server.consoleUrl + path);
    await page.locator("h1").first().waitFor();
    await page.locator(".skeleton").first().waitFor({ state: "detached" });
    // Charts, syntax colors and previews arrive last.
    await page.waitForTimeout(2500);
    await page.mouse.move(0, 0);
    sizes[name] = await save(page, name);
  }
  const large = Object.entries(sizes).filter(([, size]) => size >= maxBytes);
  if (large.length > 0) throw new Error(`Pictures above ${maxBytes} bytes: ${JSON.stringify(large)}`);
});
