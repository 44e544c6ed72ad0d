import { createPortalSession, createWebhookEndpoint, getWebhookEndpoint } from "@plugboard/api/routes";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { it } from "./console-test.ts";

const productType = {
  type: "issue_opened",
  summary: "An issue was opened",
  version: "1",
  schema: { type: "object", properties: { issueId: { type: "string", description: "The new issue." } } },
  example: { eventId: "evt_1", issueId: "iss_1" },
};

interface Listed {
  readonly items: { readonly id?: string; readonly eventTypes?: readonly string[] }[];
}

/** Shows the page a server with a product that defines `issue_opened`. */
async function addProductType(page: Page): Promise<void> {
  await page.route(/\/v1\/event-types(\?|$)/, async (route) => {
    const response = await route.fetch();
    const { items }: Listed = await response.json();
    await route.fulfill({ response, json: { items: [...items, productType] } });
  });
}

it("keeps the types of a product and unknown types when others are changed", async ({ world, page }) => {
  const { server } = world;
  const { installationId, endpointId } = await world.installWebhook();
  const saved: unknown[] = [];
  await addProductType(page);
  await page.route(`**/v1/installations/${installationId}/webhook-endpoints*`, async (route) => {
    const response = await route.fetch();
    const { items }: Listed = await response.json();
    const types = ["space_content_updated", "issue_opened", "retired_type", "old.type"];
    const json = {
      items: items.map((item) => (item.id === endpointId ? { ...item, eventTypes: types } : item)),
    };
    await route.fulfill({ response, json });
  });
  await page.route(`**/webhook-endpoints/${endpointId}`, async (route) => {
    if (route.request().method() !== "PATCH") return await route.fallback();
    saved.push(route.request().postDataJSON());
    await route.fulfill({ json: { id: endpointId } });
  });
  await page.goto(`${server.consoleUrl}/endpoints?endpoint=${endpointId}&form=edit`);
  const types = page.getByRole("group", { name: "Event types" });
  await types.getByText("An issue was opened").waitFor();
  await types.getByText(/^Not offered by this server/).waitFor();
  await types.getByText(/^Archived/).waitFor();
  for (const kept of ["issue_opened", "retired_type", "old.type"])
    expect(await types.getByRole("checkbox", { name: kept }).isChecked()).toBe(true);
  await types.getByRole("checkbox", { name: "page_feedback" }).check();
  await types.getByRole("checkbox", { name: "space_content_updated" }).uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect
    .poll(() => saved)
    .toEqual([{ eventTypes: ["page_feedback", "issue_opened", "old.type", "retired_type"] }]);
});

it("offers a product's types in the catalog, the filters and the test events", async ({ world, page }) => {
  const { server } = world;
  const { installationId } = await world.installWebhook();
  await addProductType(page);
  await page.route(`**/${installationId}/sample-events/issue_opened`, (route) =>
    route.fulfill({ json: { type: "issue_opened", fields: { issueId: "iss_1" } } }),
  );
  await page.goto(`${server.consoleUrl}/developers`);
  const catalog = page.getByRole("region", { name: "Webhook events" });
  await catalog.getByText("An issue was opened").waitFor();
  await catalog.getByText("space_content_updated", { exact: true }).waitFor();
  for (const path of ["/deliveries", "/events"]) {
    await page.goto(server.consoleUrl + path);
    await page.getByLabel("Event type").selectOption("issue_opened");
    await expect.poll(() => new URL(page.url()).searchParams.get("type")).toBe("issue_opened");
  }
  await page.goto(`${server.consoleUrl}/installed/${installationId}?tab=test`);
  await page.getByLabel("Test event type").selectOption("issue_opened");
  await page.getByText("iss_1").waitFor();
});

it("lists the event types in the portal", async ({ world, context }) => {
  const { platform, organization, target } = world;
  const { installationId } = await world.installWebhook();
  const { signedUrl } = await platform.call(createPortalSession, {
    params: { organizationId: organization },
    body: {},
  });
  const body = { url: `${target.url}/portal`, eventTypes: ["site_view"] };
  const { id: endpointId } = await platform.call(createWebhookEndpoint, { params: { installationId }, body });
  const page = await context.newPage();
  await page.goto(signedUrl);
  await page.getByRole("link", { name: body.url }).click();
  await page.getByRole("link", { name: "Edit" }).click();
  const types = page.getByRole("group", { name: "Event types" });
  await types.getByRole("checkbox", { name: "page_feedback" }).check();
  await page.getByRole("button", { name: "Save" }).click();
  const params = { installationId, endpointId };
  await expect
    .poll(async () => (await platform.call(getWebhookEndpoint, { params })).eventTypes)
    .toEqual(["site_view", "page_feedback"]);
});
