import { listAuditEntries } from "@plugboard/api/routes";
import { createSite, getSiteCustomization } from "@plugboard/content/routes";
import { expect } from "vitest";
import { it } from "./console-test.ts";

it("previews the appearance of a site beside the form, and publishes it only once it is saved", {
  tags: ["night"],
}, async ({ world: { platform, server }, page, fresh: { spaceId } }) => {
  const params = { siteId: (await platform.call(createSite, { body: { spaceId, title: "Guides" } })).id };
  await page.goto(`${server.consoleUrl}/content/sites/${params.siteId}`);
  const preview = page.frameLocator('iframe[title="Preview of Guides"]');
  await preview.getByRole("link", { name: "Guides" }).waitFor();
  const region = page.getByRole("region", { name: "Preview" });
  await region.getByText("As published").waitFor();
  expect(await region.locator("iframe").getAttribute("sandbox")).toBe("allow-forms allow-same-origin");

  await page.getByLabel("Theme").selectOption({ label: "Dark" });
  await preview.locator('html[data-theme="dark"]').waitFor();
  await region.getByText("Not saved yet").waitFor();
  await page.getByRole("combobox", { name: "Font" }).selectOption({ label: "Geist" });
  const isLoaded = `[...document.fonts].some(({ family, status }) =>
    family.includes("Geist Variable") && status === "loaded")`;
  await expect.poll(() => preview.locator("body").evaluate(isLoaded)).toBe(true);
  await page.getByLabel("Footer text").fill("© Acme");
  await preview.getByRole("contentinfo").getByText("© Acme").waitFor();
  // A link appears once it is complete.
  await page.getByRole("button", { name: "Add header link" }).click();
  await page.getByLabel("Label").fill("Status");
  await page.getByLabel("URL", { exact: true }).fill("https://status.acme.example");
  await preview.getByRole("navigation", { name: "Links" }).getByRole("link", { name: "Status" }).waitFor();

  await page.getByLabel("Use a custom color for links and buttons").check();
  await page.getByLabel("Color in the dark theme").fill("#8ea6ff");
  await page.getByLabel("Color in the light theme").fill("#8a1f6d");
  const accent = () => preview.locator("head style").first().textContent();
  await expect.poll(accent).toContain("light-dark(#8a1f6d, #8ea6ff)");
  // A color that is hard to read is reported at its field, and the preview keeps the last one.
  await page.getByLabel("Color in the light theme").fill("#eeeeee");
  await page.getByText("must be readable on #ffffff: a contrast of at least 4.5").waitFor();
  await region.getByText("Fix the highlighted fields to update the preview").waitFor();
  expect(await accent()).toContain("light-dark(#8a1f6d, #8ea6ff)");
  await page.getByLabel("Color in the light theme").fill("#8a1f6d");

  expect(await platform.call(getSiteCustomization, { params })).toEqual({});
  const customizations = async () =>
    (await platform.call(listAuditEntries)).items.filter(
      ({ operation, resource }) =>
        operation.endsWith("Customization") && resource?.["siteId"] === params.siteId,
    );
  expect(await customizations()).toEqual([]);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved the appearance of Guides").waitFor();
  await region.getByText("As published").waitFor();
  expect(await platform.call(getSiteCustomization, { params })).toEqual({
    theme: "dark",
    font: "geist",
    accent: { light: "#8a1f6d", dark: "#8ea6ff" },
    headerLinks: [{ label: "Status", url: "https://status.acme.example" }],
    footer: { text: "© Acme" },
  });
  expect(await customizations()).toHaveLength(1);
});

it("keeps the Save button enabled for text typed while an earlier change is saved", {
  tags: ["night"],
}, async ({ world: { platform, server }, page, fresh: { spaceId } }) => {
  const params = { siteId: (await platform.call(createSite, { body: { spaceId, title: "Manuals" } })).id };
  await page.goto(`${server.consoleUrl}/content/sites/${params.siteId}`);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/customization", async (route) => {
    if (route.request().method() !== "GET") await released;
    await route.continue();
  });
  const footer = page.getByLabel("Footer text");
  const save = page.getByRole("button", { name: "Save", exact: true });
  await footer.fill("First");
  await save.click();
  await footer.fill("First and second");
  release();
  await page.getByText("Saved the appearance of Manuals").waitFor();
  await page.getByText("Not saved yet").waitFor();
  await save.click();
  const saved = async () => (await platform.call(getSiteCustomization, { params })).footer;
  await expect.poll(saved).toEqual({ text: "First and second" });
});
