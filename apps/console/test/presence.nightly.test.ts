import { getPageContent, getPageDraft, savePageDraft } from "@plugboard/content/routes";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { it } from "./console-test.ts";
import { caretMoved } from "./testing/caret-moved.ts";
import { openTogether, typeAtEnd } from "./testing/open-together.ts";

const markdown = "# Plan\n\nThe first line.\n\nThe middle line.\n\nThe last line.\n";

const peopleOn = (page: Page) => page.getByRole("list", { name: "Also on this page" }).getByRole("listitem");
it("shows who else has a page open and who is typing, takes over what they publish without moving the caret, and lets a reader comment", async ({
  world,
}) => {
  const { join } = await openTogether(world, markdown, [
    ["Ada Lovelace", "editor"],
    ["Bea Meyer", "editor"],
    ["Cy Reed", "reader"],
  ]);
  const [ada, bea, cy] = await join(world.server.consoleUrl);
  if (ada === undefined || bea === undefined || cy === undefined) throw new Error("No one joined.");
  await expect.poll(() => peopleOn(ada).allTextContents()).toEqual(["BMBea Meyer", "CRCy Reed"]);
  await expect.poll(() => peopleOn(cy).allTextContents()).toEqual(["ALAda Lovelace", "BMBea Meyer"]);

  await typeAtEnd(bea, "The middle line.", " More");
  await expect.poll(() => peopleOn(ada).first().textContent()).toBe("BMBea Meyer (typing…)");
  await expect.poll(() => peopleOn(ada).first().textContent(), { timeout: 20_000 }).toBe("BMBea Meyer");

  await typeAtEnd(ada, "The first line.", " From Ada.");
  await typeAtEnd(ada, "The last line.", " Also from Ada.");
  await ada.getByRole("button", { name: "Publish" }).click();
  await ada.getByText("Published as rev_").waitFor();
  await bea.getByText("The last line. Also from Ada.").waitFor();
  await cy.getByText("The last line. Also from Ada.").waitFor();
  await bea.keyboard.type(" from Bea");
  await bea.getByText("Draft saved.").waitFor();
  await bea.getByRole("button", { name: "Publish" }).click();
  await bea.getByText("Published as rev_").waitFor();
  await expect
    .poll(() => cy.getByRole("region", { name: "Text" }).locator("p").allTextContents())
    .toEqual([
      "The first line. From Ada.",
      "The middle line. More from Bea",
      "The last line. Also from Ada.",
    ]);

  // A reader comments on selected text.
  await cy.getByText("The middle line. More from Bea").click({ clickCount: 3 });
  await cy.getByRole("button", { name: "Comment" }).click();
  const comments = cy.getByRole("complementary", { name: "Comments" });
  await comments.getByLabel("Comment", { exact: true }).fill("Is this right?");
  await comments.getByRole("button", { name: "Comment" }).click();
  await cy.locator("[data-comment]").getByText("The middle line. More from Bea").waitFor();
  await ada.getByRole("complementary", { name: "Comments" }).getByText("Is this right?").waitFor();

  await bea.goto(world.server.consoleUrl);
  await expect.poll(() => peopleOn(ada).allTextContents()).toEqual(["CRCy Reed"]);
  await cy.goto("about:blank");
  await expect.poll(() => peopleOn(ada).count()).toBe(0);
  for (const page of [ada, bea, cy]) await page.context().close();
});

it("takes over what another window of the same person saves, and discards", async ({
  world: { platform, server },
  page,
  context,
  fresh,
}) => {
  const other = await context.newPage();
  for (const window of [page, other]) {
    await window.goto(server.consoleUrl + fresh.path);
    await window.getByText("The last line.").waitFor();
  }
  await expect.poll(() => peopleOn(page).allTextContents()).toEqual(["AYou, in another window"]);
  await typeAtEnd(page, "The last line.", " Mine");
  await other.getByText("The last line. Mine").waitFor();
  await typeAtEnd(other, "The first line.", " Other");
  await page.getByText("The first line. Other").waitFor();
  await page.keyboard.type(" again");
  await other.getByText("The last line. Mine again").waitFor();
  await expect
    .poll(async () => (await platform.call(getPageDraft, { params: fresh })).draft?.markdown)
    .toBe("# Fresh\n\nThe first line. Other\n\nThe last line. Mine again");
  await other.getByRole("button", { name: "Discard draft" }).click();
  await page.getByText("No unpublished changes").waitFor();
  await page.getByText("The first line.", { exact: true }).waitFor();

  // The caret stays beside its words, between two changes of one paragraph.
  await page.getByText("The first line.", { exact: true }).click();
  await page.keyboard.press("Home");
  for (const _ of "The ") await page.keyboard.press("ArrowRight");
  await caretMoved(page);
  const { title, revisionId } = await platform.call(getPageContent, { params: fresh });
  const markdown = "# Fresh\n\nNow: The first line. Indeed.\n\nThe last line.";
  await platform.call(savePageDraft, { params: fresh, body: { title, markdown, revisionId } });
  await page.getByText("Now: The first line. Indeed.").waitFor();
  await page.keyboard.type("very ");
  await page.getByText("Now: The very first line. Indeed.").waitFor();
});
