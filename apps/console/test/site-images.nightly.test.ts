import { createSite, getSiteCustomization, listImages } from "@plugboard/content/routes";
import { expect } from "vitest";
import { it } from "./console-test.ts";

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><script>alert(1)</script><rect width="40" height="20" fill="teal"/></svg>';

it("uploads the logo of a site as an image without scripts, and shows it before and after saving", async ({
  world: { platform, server },
  page,
  fresh: { spaceId },
}) => {
  const { id: siteId } = await platform.call(createSite, { body: { spaceId, title: "Logos" } });
  await page.goto(`${server.consoleUrl}/content/sites/${siteId}`);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Upload logo" }).click();
  await (await chooser).setFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from(svg) });
  await page.getByRole("img", { name: "The logo" }).waitFor();
  const uploadedWidth = "document.querySelector('.site-image')?.naturalWidth";
  await expect.poll(() => page.evaluate<number>(uploadedWidth)).toBe(80);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved the appearance of Logos").waitFor();
  const { logoUrl = "" } = await platform.call(getSiteCustomization, { params: { siteId } });
  const { items } = await platform.call(listImages, { params: { spaceId } });
  expect(items.map(({ path, type }) => [path, type])).toEqual([[logoUrl, "image/png"]]);
  const shown = page.frameLocator('iframe[title="Preview of Logos"]').locator("header img");
  // Twice as wide as its height of 28 px.
  await expect.poll(async () => (await shown.boundingBox())?.width).toBe(56);
});
