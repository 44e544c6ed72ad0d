import { readFile } from "node:fs/promises";
import { createPage, createSite, createSpace, getSiteCustomization } from "@plugboard/content/routes";
import { expect } from "vitest";
import { it } from "./console-test.ts";
import { createKeyboard } from "./testing/create-keyboard.ts";
import { inspectPage } from "./testing/inspect-page.ts";

const geist = await readFile(
  new URL(
    "files/geist-latin-wght-normal.woff2",
    import.meta.resolve("@fontsource-variable/geist/package.json"),
  ),
);

it("uploads, previews and removes the fonts of a site with the keyboard alone, and explains wrong files", async ({
  world: { platform, server, organization },
  page,
}) => {
  const { id: spaceId } = await platform.call(createSpace, {
    body: { title: "Fonts", organization, visibility: "public" },
  });
  const markdown = "Some text that is **bold** and fills a line.\n\n## Part\n\nMore text.";
  await platform.call(createPage, { params: { spaceId }, body: { title: "Start", markdown } });
  const site = await platform.call(createSite, { body: { spaceId, title: "Typefaces" } });
  const params = { siteId: site.id };
  const { press } = createKeyboard(page);
  const choose = async (button: string, name: string, buffer: Buffer): Promise<void> => {
    const chooser = page.waitForEvent("filechooser");
    await press(button);
    await (await chooser).setFiles({ name, mimeType: "font/woff2", buffer });
  };
  await page.goto(`${server.consoleUrl}/content/sites/${site.id}`);
  const form = page.getByRole("region", { name: "Appearance" });

  await choose("Upload text font", "font.woff2", Buffer.from("<svg/>"));
  await form.getByText("is not a WOFF2 font. Convert TTF, OTF and WOFF files").waitFor();
  await choose("Upload text font", "large.woff2", Buffer.alloc(3 * 1024 * 1024));
  await form.getByText("large.woff2 is larger than 2 MiB.").waitFor();
  await choose("Upload text font", "geist.woff2", geist);
  await form.getByText("geist.woff2", { exact: true }).waitFor();
  await choose("Upload heading font", "geist.woff2", geist);
  await page.getByRole("button", { name: "Replace heading font" }).waitFor();
  expect(await inspectPage(page, "fonts of a site")).toEqual([]);

  const used = `(async () => {
    await document.fonts.ready;
    const width = (selector) => document.querySelector(selector).getBoundingClientRect().width;
    const loaded = [...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family);
    return { loaded: [...new Set(loaded)].toSorted(), isReady: document.fonts.check('16px "Site body"') };
  })()`;
  const preview = page.frameLocator('iframe[title="Preview of Typefaces"]').locator("body");
  const fonts = { loaded: expect.arrayContaining(["Site body", "Site headings"]), isReady: true };
  await expect.poll(() => preview.evaluate(used)).toMatchObject(fonts);
  expect(await platform.call(getSiteCustomization, { params })).toEqual({});
  await press("Save");
  await page.getByText("Saved the appearance of Typefaces").waitFor();

  const visitor = await page.context().newPage();
  const refused: string[] = [];
  visitor.on("console", (message) => refused.push(message.text()));
  await visitor.goto(site.urls.published);
  await expect.poll(() => visitor.evaluate(used)).toMatchObject(fonts);
  expect(refused).toEqual([]);
  // Chromium names the files that it drew glyphs with.
  const protocol = await visitor.context().newCDPSession(visitor);
  await protocol.send("DOM.enable");
  await protocol.send("CSS.enable");
  const { root } = await protocol.send("DOM.getDocument");
  for (const selector of ["article p", "article strong", "main h1"]) {
    const { nodeId } = await protocol.send("DOM.querySelector", { nodeId: root.nodeId, selector });
    const { fonts: drawn } = await protocol.send("CSS.getPlatformFontsForNode", { nodeId });
    expect(drawn.map(({ isCustomFont, familyName }) => [isCustomFont, familyName])).toEqual([
      [true, expect.stringContaining("Geist")],
    ]);
  }
  // The text hardly moves when the font has loaded.
  const heights = await visitor.evaluate<
    readonly number[]
  >(`["Site body", "Site body fallback"].map((family) => {
    const text = document.querySelector("article p");
    text.style.font = "16px/normal '" + family + "'";
    text.style.width = "max-content";
    const { width, height } = text.getBoundingClientRect();
    return [width, height];
  }).flat()`);
  const [width = 0, height = 0, fallbackWidth = 0, fallbackHeight = 0] = heights;
  expect(Math.abs(fallbackWidth / width - 1)).toBeLessThan(0.05);
  expect(Math.abs(fallbackHeight - height)).toBeLessThanOrEqual(1);
  await visitor.close();

  await press("Remove text font");
  await press("Remove heading font");
  await press("Save");
  await expect.poll(async () => await platform.call(getSiteCustomization, { params })).toEqual({});
});
