import { expect } from "vitest";
import { it } from "./console-test.ts";
import { createKeyboard } from "./testing/create-keyboard.ts";
import { inspectPage } from "./testing/inspect-page.ts";
import {
  isShared,
  lines,
  linesOf,
  openTogether,
  startTogether,
  textOf,
  typeAtEnd,
} from "./testing/open-together.ts";

const [first, middle, last] = lines;
const markdown = `# Plan\n\n${lines.join("\n\n")}\n`;

it("lets a reader watch a shared draft, and has no axe findings", async ({ world }) => {
  const { join } = await openTogether(world, markdown, [
    ["Ada Lovelace", "editor"],
    ["Cy Reed", "reader"],
  ]);
  const [ada, cy] = await join(world.server.consoleUrl);
  if (ada === undefined || cy === undefined) throw new Error("No one joined.");
  expect(await cy.getByRole("button", { name: "Draft" }).count()).toBe(0);
  await startTogether(ada);
  await cy.getByRole("button", { name: "Draft" }).click();
  const shown = cy.getByRole("region", { name: "Text" });
  const shownLines = () => shown.locator("p:not(.hint)").allTextContents();
  await typeAtEnd(ada, first, " Ada");
  const startedAt = performance.now();
  await shown.getByText(`${first} Ada`).waitFor();
  console.info(`A reader saw the text after ${Math.round(performance.now() - startedAt)} ms.`);
  await shown.locator(".shared-caret[data-name='Ada Lovelace']").waitFor();
  await ada.getByLabel("Title").fill("Plan of Ada");
  await shown.getByText("New title: Plan of Ada").waitFor();
  // Readers can't change it.
  await shown.getByText(middle).click();
  await cy.keyboard.type("not allowed");
  await typeAtEnd(ada, last, " Again");
  await expect.poll(shownLines).toEqual([`${first} Ada`, middle, `${last} Again`]);
  expect(await linesOf(ada)).toEqual([`${first} Ada`, middle, `${last} Again`]);

  expect([...(await inspectPage(ada, "shared editor")), ...(await inspectPage(cy, "watched draft"))]).toEqual(
    [],
  );

  await cy.getByRole("button", { name: "Published" }).click();
  await shown.getByText(first, { exact: true }).waitFor();
  await ada.getByText("Shared draft saved.").waitFor();
  await ada.getByRole("button", { name: "Publish" }).click();
  await shown.getByText(`${first} Ada`).waitFor();
  for (const page of [ada, cy]) await page.context().close();
});

it("is started, edited, discarded, published and joined with the keyboard alone", async ({ world }) => {
  const { join } = await openTogether(world, markdown, [
    ["Ada Lovelace", "editor"],
    ["Bea Meyer", "editor"],
  ]);
  const [ada, bea] = await join(world.server.consoleUrl);
  if (ada === undefined || bea === undefined) throw new Error("No one joined.");
  const [byAda, byBea] = [createKeyboard(ada), createKeyboard(bea)];
  // A private change, so that the draft must be joined.
  await typeAtEnd(bea, last, " Bea");
  await bea.getByText("Draft saved.").waitFor();
  await byAda.press("Edit together");
  await isShared(ada);
  // The caret shows that the text has focus.
  await byAda.tabTo("Block actions");
  await ada.keyboard.press("Tab");
  await ada.keyboard.press("Control+Home");
  await ada.keyboard.press("ArrowDown");
  await ada.keyboard.press("End");
  await ada.keyboard.type(" Ada");
  await textOf(ada).getByText(`${first} Ada`).waitFor();
  await byBea.press("Join shared draft");
  await isShared(bea);
  const both = [`${first} Ada`, middle, `${last} Bea`];
  for (const page of [ada, bea]) await expect.poll(() => linesOf(page)).toEqual(both);
  await byAda.press("Discard draft");
  for (const page of [ada, bea]) await expect.poll(() => linesOf(page)).toEqual([...lines]);
  await byAda.press("Undo");
  for (const page of [ada, bea]) await expect.poll(() => linesOf(page)).toEqual(both);
  await bea.getByText("Shared draft saved.").waitFor();
  await bea.keyboard.press("Control+Enter");
  await bea.getByText("Published as rev_").waitFor();
  await ada.getByText("No unpublished changes").waitFor();
  for (const page of [ada, bea]) await page.context().close();
});
