import { createWebhookEndpoint, listDeliveries, listSites } from "@plugboard/api/routes";
import { expect } from "vitest";
import { it } from "./console-test.ts";

// Controls whose boxes intersect, and texts cut off without an ellipsis. Fixed and sticky elements lie over others on purpose.
const findFaults = `(() => {
  const isShown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const isOnTop = (element) => {
    for (let one = element; one !== null; one = one.parentElement)
      if (["fixed", "sticky"].includes(getComputedStyle(one).position)) return true;
    return false;
  };
  // The part of a box that its ancestors leave visible.
  const seen = (element, { left, right, top, bottom }) => {
    for (let one = element.parentElement; one !== null; one = one.parentElement) {
      if (getComputedStyle(one).overflowX === "visible") continue;
      const clip = one.getBoundingClientRect();
      [left, right] = [Math.max(left, clip.left), Math.min(right, clip.right)];
      [top, bottom] = [Math.max(top, clip.top), Math.min(bottom, clip.bottom)];
    }
    return { left, right, top, bottom };
  };
  const nameOf = (element) => (element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 40);
  const controls = [...document.querySelectorAll("main :is(button, a, input, select, textarea)")]
    .filter((element) => isShown(element) && !isOnTop(element))
    .map((element) => ({ element, boxes: [...element.getClientRects()].map((box) => seen(element, box)) }));
  const overlaps = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  const faults = [];
  controls.forEach(({ element, boxes }, index) => {
    for (const other of controls.slice(index + 1)) {
      if (element.contains(other.element) || other.element.contains(element)) continue;
      if (boxes.some((one) => other.boxes.some((box) => overlaps(one, box))))
        faults.push('"' + nameOf(element) + '" overlaps "' + nameOf(other.element) + '"');
    }
  });
  for (const element of document.querySelectorAll("main *")) {
    const { overflowX, textOverflow, position } = getComputedStyle(element);
    if (!["hidden", "clip"].includes(overflowX) || position === "absolute") continue;
    // A shortened text is whole in its tooltip.
    if (textOverflow === "ellipsis" && element.closest("[title]") !== null) continue;
    if (element.scrollWidth - element.clientWidth > 1 && isShown(element) && element.innerText !== "")
      faults.push('"' + nameOf(element) + '" is cut off');
  }
  for (const element of document.querySelectorAll("main :is(button, a, code, td, li, p, h1, h2, h3)")) {
    const scroller = element.closest("pre, .scroll, .table-scroller, .previews, .code-view");
    if (scroller !== null || !isShown(element)) continue;
    if (seen(element, element.getBoundingClientRect()).right > innerWidth + 1) faults.push('"' + nameOf(element) + '" reaches beyond the window');
  }
  return [...new Set(faults)];
})()`;

it("has no overlapping controls and no text cut off in narrow windows", async ({ world, page, fresh }) => {
  const { platform, server, target } = world;
  const { installationId, endpointId, send } = await world.installWebhook();
  const params = { installationId };
  const url = `${target.url}/tenants/0190f1a2-7c1e-7a55-8f6e/environments/production/hooks?version=2026-11-01`;
  const body = { url, eventTypes: ["space_content_updated" as const, "page_feedback" as const] };
  const long = await platform.call(createWebhookEndpoint, { params, body });
  await world.editPage(installationId, 3);
  // The endpoint keeps failing, so deliveries wait with a reason and a button.
  target.failNext(...Array.from({ length: 200 }, () => 503));
  for (let sent = 0; sent < 12; sent += 1) await send();
  const isHeld = async () =>
    (await platform.call(listDeliveries, { query: { endpointId } })).items.some(
      ({ wait }) => wait?.reason === "failing",
    );
  await expect.poll(isHeld, { timeout: 60_000 }).toBe(true);
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
    `/endpoints?endpoint=${long.id}`,
    `/endpoints?endpoint=${long.id}&form=edit`,
    "/logs?integration=webhook",
    "/developers",
    "/members",
    "/audit",
    "/reviews",
    "/usage",
    "/keys",
    "/account",
    "/settings",
  ];
  const faults: Record<string, readonly string[]> = {};
  for (const path of paths) {
    await page.goto(server.consoleUrl + path);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.locator(".skeleton").first().waitFor({ state: "detached" });
    for (const width of [390, 1024]) {
      await page.setViewportSize({ width, height: 844 });
      // Charts and lists are drawn once more for the width.
      await page.waitForTimeout(300);
      const found = await page.evaluate<readonly string[]>(findFaults);
      if (found.length > 0) faults[`${path} at ${width} px`] = found;
    }
  }
  expect(faults).toEqual({});
}, 600_000);
