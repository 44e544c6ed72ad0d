import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { hasPackagedBrowser } from "@plugboard/test-browser";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { comparePictures } from "./compare-pictures.ts";
import { openGallery, type Theme, themes, useOneFont } from "./open-gallery.ts";
import { setUpGallery } from "./set-up-gallery.ts";

// `pnpm references` in this package sets it: the pictures taken become the references. What changed shows in the commit.
const isUpdate = import.meta.env.MODE === "references";
// One pixel in two thousand: less than any letter, line or icon that moves.
const mostDifferent = 0.0005;
const gallery = setUpGallery();

async function takePicture(page: Page, shown: Locator): Promise<Uint8Array> {
  // The page in the frame is not the view's own.
  const mask = [page.locator("iframe")];
  return shown.screenshot({ animations: "disabled", caret: "hide", mask, maskColor: "#808080" });
}

/** How far a picture is from its reference, as a line that says so; undefined where it is close enough. */
async function findDifference(page: Page, name: string, picture: Uint8Array): Promise<string | undefined> {
  const file = fileURLToPath(new URL(`references/${name}.png`, import.meta.url));
  if (isUpdate) await writeFile(file, picture);
  const share = await comparePictures(page, picture, await readFile(file));
  if (share <= mostDifferent) return undefined;
  return `${name} differs from its reference in ${(share * 100).toFixed(2)} % of its pixels. Meant so? Run pnpm references.`;
}

async function openPicker(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Choose a reviewer" }).click();
  await page.getByRole("textbox", { name: "Reviewer" }).waitFor();
  return page.getByRole("dialog");
}

async function takePictures(page: Page, theme: Theme): Promise<Map<string, Uint8Array>> {
  const pictures = new Map<string, Uint8Array>();
  const sections = page.locator("main > div > section");
  for (const section of await sections.all()) {
    const name = `${await section.getAttribute("id")}-${theme}`;
    pictures.set(name, await takePicture(page, section));
  }
  pictures.set(`modal-${theme}`, await takePicture(page, await openPicker(page)));
  return pictures;
}

// Another browser draws letters in its own way.
test.runIf(hasPackagedBrowser).each(themes)(
  "every sample and a modal look as they did, %s",
  async (theme) => {
    const page = await openGallery(gallery, { theme, width: 1280 });
    await useOneFont(page);
    const pictures = await takePictures(page, theme);
    const differences: (string | undefined)[] = [];
    for (const [name, picture] of pictures) differences.push(await findDifference(page, name, picture));
    expect(pictures.size).toBe(10);
    expect(differences.filter((difference) => difference !== undefined)).toEqual([]);
  },
);

test("a picture differs where a colour, a corner or a place does", async () => {
  const page = await openGallery(gallery, { theme: "light", width: 1280 });
  await useOneFont(page);
  const buttons = page.locator("#buttons");
  const before = await takePicture(page, buttons);
  expect(await comparePictures(page, before, await takePicture(page, buttons))).toBe(0);
  const shares: number[] = [];
  for (const rule of ["--plugboard-accent: #7a46e5", "--plugboard-radius: 3px", "--plugboard-gap: 17px"]) {
    const style = await page.addStyleTag({ content: `.gallery { ${rule}; }` });
    shares.push(await comparePictures(page, before, await takePicture(page, buttons)));
    await style.evaluate((node) => node.parentNode?.removeChild(node));
  }
  expect(shares.filter((share) => share <= mostDifferent)).toEqual([]);
});

test.each([320, 768, 1280])("nothing sticks out of its sample in a window %i pixels wide", async (width) => {
  const page = await openGallery(gallery, { theme: "light", width });
  await useOneFont(page);
  const outside = await page.evaluate(() => {
    const scrolls = (node: Element): boolean =>
      /auto|scroll|hidden|clip/.test(getComputedStyle(node).overflowX);
    const isCut = (node: Element, section: Element): boolean => {
      for (let around = node.parentElement; around && around !== section; around = around.parentElement) {
        if (scrolls(around)) return true;
      }
      return false;
    };
    return [...document.querySelectorAll("main > div > section")].flatMap((section) => {
      const { left, right } = section.getBoundingClientRect();
      return [...section.querySelectorAll("*")].flatMap((node) => {
        const box = node.getBoundingClientRect();
        const isInside = box.width === 0 || (box.left >= left - 0.5 && box.right <= right + 0.5);
        return isInside || isCut(node, section) ? [] : [`${section.id}: ${node.outerHTML.slice(0, 80)}`];
      });
    });
  });
  expect(outside).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
});
