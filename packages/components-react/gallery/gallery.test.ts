import { createRequire } from "node:module";
import { elementTable } from "@plugboard/components";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { walkTree } from "@plugboard/components/session";
import { answerSample } from "./answer-sample.ts";
import { openGallery, themes } from "./open-gallery.ts";
import { createSamples } from "./samples/create-samples.ts";
import { pickerSample } from "./samples/modal-sample.tsx";
import { setUpGallery } from "./set-up-gallery.ts";

const gallery = setUpGallery();
const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

async function findViolations(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: axePath });
  const { violations }: AxeResults = await page.evaluate("axe.run()");
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`);
}

test("the gallery shows every element there is", async () => {
  const samples = [...createSamples("http://gallery.test/").flat(), pickerSample];
  const context = { type: "document", theme: "light" } as const;
  const answers = await Promise.all(
    samples.map(({ component: { componentId } }) =>
      answerSample(samples, { componentId, props: { name: "Ada" }, context }),
    ),
  );
  const shown = answers.flatMap((answer) => (answer.type === "element" ? [...walkTree(answer.element)] : []));
  expect([...new Set(shown.map(({ type }) => type))].sort()).toEqual(Object.keys(elementTable).sort());
});

test.each(themes)("the gallery is whole and accessible, %s", async (theme) => {
  const page = await openGallery(gallery, { theme, width: 1280 });

  expect(await page.locator(".plugboard-problem, .plugboard-failure, .plugboard-skeleton").count()).toBe(0);
  expect(await findViolations(page)).toEqual([]);
});

test.each(themes)("what opens over the page is accessible, %s", async (theme) => {
  const page = await openGallery(gallery, { theme, width: 1280 });
  await page.getByRole("button", { name: "Options" }).click();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");

  await page.getByLabel("Events").click();
  await page.getByRole("listbox").waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Choose a reviewer" }).click();
  await page.getByRole("textbox", { name: "Reviewer" }).waitFor();
  expect(await findViolations(page)).toEqual([]);
});

test("what fails is accessible too", async () => {
  const { page } = await gallery.open({
    dispatch: async ({ action, props }) => {
      if (action) throw new Error("The integration does not answer");
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
  const violations = await findViolations(page);
  // The harness is a bare page: it has no heading and nothing but the view stands in a landmark.
  expect(violations.filter((violation) => !/^(page-has-heading-one|region)/.test(violation))).toEqual([]);
});
