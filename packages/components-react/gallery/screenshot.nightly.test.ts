import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { hasPackagedBrowser } from "@plugboard/test-browser";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { comparePictures } from "./compare-pictures.ts";
import { openGallery, themes, useOwnFonts } from "./open-gallery.ts";
import { setUpGallery } from "./set-up-gallery.ts";

// Set by `pnpm references` in this package, which replaces the references. The commit shows what changed.
const isUpdate = import.meta.env.MODE === "references";
// One pixel in two thousand: less than any letter, line or icon that moves.
const maxDifference = 0.0005;
const gallery = setUpGallery();

async function takePicture(page: Page, shown: Locator): Promise<Uint8Array> {
  // The page in the frame isn't part of the view.
  const mask = [page.locator("iframe")];
  return shown.screenshot({ animations: "disabled", caret: "hide", mask, maskColor: "#808080" });
}

/**
 * Compares a picture with its reference and returns a sentence if they differ. Retries for three seconds, for content
 * that loads late, such as the colors of code.
 */
async function findDifference(
  page: Page,
  name: string,
  take: () => Promise<Uint8Array>,
): Promise<string | undefined> {
  const file = fileURLToPath(new URL(`references/${name}.png`, import.meta.url));
  if (isUpdate) await writeFile(file, await take());
  const reference = await readFile(file);
  let share = 1;
  for (let tries = 0; tries < 10; tries += 1) {
    share = await comparePictures(page, await take(), reference);
    if (share <= maxDifference) return undefined;
    await page.waitForTimeout(300);
  }
  return `${name} differs from its reference in ${(share * 100).toFixed(2)} % of its pixels. If the change is intended, run pnpm references.`;
}

/** Takes a screenshot of the area covered by some elements. */
async function takePictureOf(page: Page, shown: readonly Locator[]): Promise<Uint8Array> {
  const boxes = await Promise.all(shown.map((locator) => locator.boundingBox()));
  const room = 12;
  const found = boxes.filter((box) => box !== null);
  const left = Math.min(...found.map(({ x }) => x)) - room;
  const top = Math.min(...found.map(({ y }) => y)) - room;
  const right = Math.max(...found.map(({ x, width }) => x + width)) + room;
  const bottom = Math.max(...found.map(({ y, height }) => y + height)) + room;
  const clip = { x: left, y: top, width: right - left, height: bottom - top };
  return page.screenshot({ animations: "disabled", caret: "hide", clip });
}

interface State {
  readonly name: string;
  /** Puts the gallery into a state and returns the elements to compare. */
  readonly open: (page: Page) => Promise<readonly Locator[]>;
}

/** Gallery states that need an interaction, such as an open list. */
const states: readonly State[] = [
  {
    name: "modal",
    open: async (page) => {
      await page.getByRole("button", { name: "Choose a reviewer" }).click();
      await page.getByRole("textbox", { name: "Reviewer" }).waitFor();
      return [page.getByRole("dialog")];
    },
  },
  {
    name: "open-select",
    open: async (page) => {
      const field = page.getByLabel("Events");
      await field.click();
      await page.keyboard.press("ArrowDown");
      return [page.locator(".plugboard-combobox-field").filter({ has: field }), page.getByRole("listbox")];
    },
  },
  {
    name: "open-menu",
    open: async (page) => {
      await page.getByRole("button", { name: "Options" }).click();
      await page.keyboard.press("ArrowDown");
      return [page.locator(".plugboard-controls").first(), page.getByRole("menu")];
    },
  },
  {
    name: "tooltip",
    open: async (page) => {
      const button = page.getByRole("button", { name: "Copy the address" });
      await button.hover();
      await page.getByRole("tooltip").waitFor();
      return [button, page.getByRole("tooltip")];
    },
  },
  {
    name: "confirmation",
    open: async (page) => {
      await page.getByRole("button", { name: "Delete" }).click();
      return [page.getByRole("alertdialog")];
    },
  },
  {
    name: "busy",
    open: async (page) => {
      const button = page.getByRole("button", { name: "Add one" });
      // The action ends after half a second, which a stopped clock never reaches.
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 3_600_000);
      await button.click();
      await page.locator("#buttons [aria-busy=true]").waitFor();
      return [button];
    },
  },
  {
    name: "failure",
    open: async (page) => {
      await page.getByRole("button", { name: "Fail" }).click();
      await page.getByRole("alert").waitFor();
      return [page.locator("#buttons")];
    },
  },
  {
    name: "focus",
    open: async (page) => {
      await page.keyboard.press("Tab");
      const field = page.getByRole("textbox").first();
      await field.focus();
      return [field];
    },
  },
];

// Other browsers draw letters differently.
test.runIf(hasPackagedBrowser).each(themes)("every sample looks unchanged, %s", async (theme) => {
  const page = await openGallery(gallery, { theme, width: 1280 });
  await useOwnFonts(page);
  const differences: (string | undefined)[] = [];
  const sections = await page.locator("main > div > section").all();
  for (const section of sections) {
    const name = `${await section.getAttribute("id")}-${theme}`;
    differences.push(await findDifference(page, name, () => takePicture(page, section)));
  }
  expect(differences).toHaveLength(9);
  expect(differences.filter((difference) => difference !== undefined)).toEqual([]);
});

const looks = themes.flatMap((theme) => states.map((state) => [state.name, theme, state] as const));

test.runIf(hasPackagedBrowser).each(looks)("%s looks unchanged, %s", async (name, theme, { open }) => {
  const page = await openGallery(gallery, { theme, width: 1280 });
  await useOwnFonts(page);
  const shown = await open(page);
  const take = () => takePictureOf(page, shown);
  expect(await findDifference(page, `${name}-${theme}`, take)).toBeUndefined();
});

test.runIf(hasPackagedBrowser)("a form looks unchanged on a phone", async () => {
  const page = await openGallery(gallery, { theme: "light", width: 390 });
  await useOwnFonts(page);
  const [form, cards] = [page.locator("#form"), page.locator("#cards")];
  expect(await findDifference(page, "phone-form", () => takePicture(page, form))).toBeUndefined();
  expect(await findDifference(page, "phone-cards", () => takePicture(page, cards))).toBeUndefined();
});

test("the comparison detects a different color, corner or position", async () => {
  const page = await openGallery(gallery, { theme: "light", width: 1280 });
  await useOwnFonts(page);
  const buttons = page.locator("#buttons");
  const before = await takePicture(page, buttons);
  expect(await comparePictures(page, before, await takePicture(page, buttons))).toBe(0);
  const shares: number[] = [];
  for (const rule of ["--plugboard-accent: #7a46e5", "--plugboard-radius: 3px", "--plugboard-gap: 17px"]) {
    const style = await page.addStyleTag({ content: `.gallery { ${rule}; }` });
    shares.push(await comparePictures(page, before, await takePicture(page, buttons)));
    await style.evaluate((node) => node.parentNode?.removeChild(node));
  }
  expect(shares.filter((share) => share <= maxDifference)).toEqual([]);
});

test.each([320, 768, 1280])("no element overflows its sample in a window %i pixels wide", async (width) => {
  const page = await openGallery(gallery, { theme: "light", width });
  await useOwnFonts(page);
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
        const isHidden = box.width === 0 || getComputedStyle(node).clipPath !== "none";
        const isInside = isHidden || (box.left >= left - 0.5 && box.right <= right + 0.5);
        return isInside || isCut(node, section) ? [] : [`${section.id}: ${node.outerHTML.slice(0, 80)}`];
      });
    });
  });
  expect(outside).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
});
