import { createWebhookEndpoint, listSites } from "@plugboard/api/routes";
import { expect } from "vitest";
import { it } from "./console-test.ts";

const watchedMilliseconds = 4_000;
// A page on a busy machine pauses between the requests of its first load.
const quietMilliseconds = 2_000;

it("makes less than one request per second on every page while nothing happens", async ({
  world,
  page,
  fresh,
}) => {
  const { platform, server, target } = world;
  const { installationId, endpointId } = await world.installWebhook();
  const params = { installationId };
  for (let index = 0; index < 5; index += 1) {
    const body = { url: `${target.url}?endpoint=${index}`, eventTypes: ["space_content_updated" as const] };
    await platform.call(createWebhookEndpoint, { params, body });
  }
  await world.editPage(installationId, 5);
  const siteId = (await platform.call(listSites)).items[0]?.id ?? "";
  const paths = [
    "/",
    "/content",
    "/content/sites",
    `/content/sites/${siteId}`,
    fresh.path,
    `/content/spaces/${fresh.spaceId}/history`,
    "/marketplace",
    "/marketplace/webhook",
    "/marketplace/webhook/install?step=settings",
    "/marketplace/webhook/install?step=places",
    "/marketplace/webhook/install?step=test",
    "/installed",
    `/installed/${installationId}`,
    "/events",
    "/deliveries",
    "/endpoints",
    `/endpoints?endpoint=${endpointId}`,
    `/endpoints?endpoint=${endpointId}&form=edit`,
    "/logs",
    "/developers",
    "/members",
    "/audit",
    "/reviews",
    "/usage",
    "/keys",
    "/account",
    "/settings",
  ];
  let requests: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/v1/")) requests.push(`${request.method()} ${pathname}`);
  });
  const busy: Record<string, readonly string[]> = {};
  for (const path of paths) {
    await page.goto(server.consoleUrl + path);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    // The stream of changes stays open, so the network is never idle as a whole.
    let seen = -1;
    while (seen !== requests.length) {
      seen = requests.length;
      await page.waitForTimeout(quietMilliseconds);
    }
    requests = [];
    await page.waitForTimeout(watchedMilliseconds);
    if (requests.length >= watchedMilliseconds / 1000) busy[path] = requests;
  }
  expect(busy).toEqual({});
}, 600_000);
