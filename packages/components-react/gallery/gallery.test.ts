import { elementTable } from "@plugboard/components";
import { findViolations } from "@plugboard/test-browser";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { walkTree } from "@plugboard/components/session";
import { renderSample } from "./render-sample.ts";
import { openGallery, themes } from "./open-gallery.ts";
import { createSamples } from "./samples/create-samples.ts";
import { pickerSample } from "./samples/modal-sample.tsx";
import { setUpGallery } from "./set-up-gallery.ts";

const gallery = setUpGallery();

async function findProblems(page: Page): Promise<string[]> {
  // Base UI's focus guards, which receive the focus and pass it on immediately.
  const violations = await findViolations(page, { exclude: ["[data-base-ui-focus-guard]"] });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`);
}

test("the gallery shows every element", async () => {
  const samples = [...createSamples("http://gallery.test/").flat(), pickerSample];
  const context = { type: "document", theme: "light" } as const;
  const responses = await Promise.all(
    samples.map(({ component: { componentId } }) =>
      renderSample(samples, { componentId, props: { name: "Ada" }, context }),
    ),
  );
  const shown = responses.flatMap((response) =>
    response.type === "element" ? [...walkTree(response.element)] : [],
  );
  expect([...new Set(shown.map(({ type }) => type))].sort()).toEqual(Object.keys(elementTable).sort());
});

test.each(themes)("the gallery is complete and accessible, %s", async (theme) => {
  const page = await openGallery(gallery, { theme, width: 1280 });

  expect(await page.locator(".plugboard-problem, .plugboard-failure, .plugboard-skeleton").count()).toBe(0);
  expect(await findProblems(page)).toEqual([]);
});

test.each(themes)("popups are accessible, %s", { tags: ["night"] }, async (theme) => {
  const page = await openGallery(gallery, { theme, width: 1280 });
  await page.getByRole("button", { name: "Options" }).click();
  expect(await findProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");

  await page.getByLabel("Events").click();
  await page.getByRole("listbox").waitFor();
  // While a list is open, Base UI hides the rest of the page from assistive technology. Tab closes the list,
  // so that the focus is never in a hidden element.
  const hidden = /^(aria-hidden-focus|page-has-heading-one):/;
  expect((await findProblems(page)).filter((violation) => !hidden.test(violation))).toEqual([]);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").waitFor();
  expect(await findProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Choose a reviewer" }).click();
  await page.getByRole("textbox", { name: "Reviewer" }).waitFor();
  expect(await findProblems(page)).toEqual([]);
});

test("failures are accessible", { tags: ["night"] }, async () => {
  const { page } = await gallery.open({
    dispatch: async ({ action, props }) => {
      if (action) throw new Error("The integration does not respond");
      const button = { type: "button", label: "Try it", onPress: { action: "try" } };
      return {
        type: "element",
        state: {},
        props,
        element: { type: "block", children: [button, { type: "marquee" }] },
      };
    },
  });
  await page.getByRole("button", { name: "Try it" }).click();
  await page.getByRole("alert").waitFor();
  const violations = await findProblems(page);
  // The harness is a bare page without headings and landmarks.
  expect(violations.filter((violation) => !/^(page-has-heading-one|region)/.test(violation))).toEqual([]);
});
