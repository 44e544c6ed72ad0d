import { createPage, updateSpace } from "@plugboard/content/routes";
import { expect } from "vitest";
import { it } from "./console-test.ts";
import { createKeyboard } from "./testing/create-keyboard.ts";
import { inspectPage } from "./testing/inspect-page.ts";
import { lines, linesOf, openTogether, startTogether, textOf, typeAtEnd } from "./testing/open-together.ts";

const markdown = `# Plan\n\n${lines.join("\n\n")}\n`;

it("reviews and publishes several pages together, with the keyboard", async ({ world }) => {
  const { spaceId, pageId, join } = await openTogether(world, markdown, [
    ["Ada Lovelace", "editor"],
    ["Bea Meyer", "editor"],
  ]);
  const params = { spaceId };
  await world.platform.call(updateSpace, { params, body: { requiresApproval: true } });
  const { id: appendixId } = await world.platform.call(createPage, { params, body: { title: "Appendix" } });
  const { id: oldId } = await world.platform.call(createPage, { params, body: { title: "Old" } });
  await world.platform.call(createPage, { params, body: { title: "Older", parentId: oldId } });
  const [ada, bea] = await join(world.server.consoleUrl);
  if (ada === undefined || bea === undefined) throw new Error("No one joined.");
  const keys = createKeyboard(ada);

  // Ada moves the page's shared draft into a new change request.
  await startTogether(ada);
  await typeAtEnd(ada, lines[0], " Ada");
  await ada.getByText("Shared draft saved.").waitFor();
  await keys.press("Actions for page Plan");
  await ada.getByRole("menuitem", { name: "Add to change request…" }).press("Enter");
  await ada.getByRole("dialog").getByLabel("Title").fill("Version 2");
  await ada.getByRole("dialog").getByLabel("Title").press("Enter");
  await ada.getByText("This draft is part of a change request").waitFor();
  await expect.poll(() => linesOf(ada)).toEqual([`${lines[0]} Ada`, lines[1], lines[2]]);
  expect(await ada.getByRole("button", { name: "Publish" }).isDisabled()).toBe(true);

  // She adds a new page.
  await ada.getByRole("link", { name: "Version 2" }).press("Enter");
  await ada.getByRole("heading", { level: 1, name: "Version 2" }).waitFor();
  await ada.getByLabel("Change a page").selectOption("Appendix");
  await ada.getByLabel("Change a page").press("Tab");
  await ada.keyboard.press("Enter");
  await textOf(ada).click();
  await ada.keyboard.type("Text of the appendix");
  await ada.getByText("Shared draft saved.").waitFor();
  await ada.getByRole("link", { name: "Version 2" }).press("Enter");
  const changesOf = (page: typeof ada, title: string) => page.getByRole("article", { name: title });
  await changesOf(ada, "Appendix").getByText("Text of the appendix").waitFor();

  // She moves it, and deletes others.
  await ada.getByLabel("Change a page").selectOption("Appendix");
  await keys.press("Move or change path…");
  const dialog = ada.getByRole("dialog");
  await dialog.getByLabel("Below").selectOption("Plan");
  await dialog.getByLabel("Path").fill("annex");
  await dialog.getByLabel("Path").press("Enter");
  await ada.getByText("Path: annex; now appendix").waitFor();
  await ada.getByLabel("Change a page").selectOption("Old");
  await keys.press("Delete…");
  expect(await inspectPage(ada, "deletion in a change request")).toEqual([]);
  await keys.press("Delete on publishing");
  await ada.getByText("With the pages below it: Older").waitFor();
  await keys.press("Undo: Old");
  await ada.getByText("With the pages below it: Older").waitFor({ state: "detached" });
  await ada.getByLabel("Change a page").selectOption("Old");
  await keys.press("Delete…");
  await keys.press("Delete on publishing");
  await ada.getByText("With the pages below it: Older").waitFor();
  await keys.press("Send for review");
  await ada.getByText("waiting", { exact: true }).waitFor();
  expect(await ada.getByRole("button", { name: "Publish" }).isDisabled()).toBe(true);

  // Bea finds it, asks for changes and approves.
  await bea.goto(`${world.server.consoleUrl}/content`);
  await bea.getByRole("link", { name: "1 open change request" }).press("Enter");
  await bea.getByRole("heading", { level: 1, name: "Change requests of Shared" }).waitFor();
  expect(await inspectPage(bea, "change requests")).toEqual([]);
  await bea.getByRole("link", { name: "Version 2" }).press("Enter");
  await changesOf(bea, "Plan").getByText(`${lines[0]} Ada`).waitFor();
  await bea.getByText("Place: below Plan, first; now at the top level").waitFor();
  expect(await inspectPage(bea, "change request")).toEqual([]);
  const reviewerKeys = createKeyboard(bea);
  await reviewerKeys.type("Comment", "Name the second step.");
  await reviewerKeys.press("Request changes");
  await ada.getByText("Name the second step.").waitFor();
  await ada.getByRole("link", { name: "Edit Plan" }).press("Enter");
  await typeAtEnd(ada, lines[1], " Second");
  await ada.getByText("Shared draft saved.").waitFor();
  await ada.getByRole("link", { name: "Version 2" }).press("Enter");
  await ada.getByText("Its pages have changed since.").waitFor();
  await keys.press("Send for review");
  await changesOf(bea, "Plan").getByText(`${lines[1]} Second`).waitFor();
  await bea.getByText("waiting", { exact: true }).waitFor();

  // Ada changes the draft while Bea types, who keeps her comment and decides the new text only.
  const comment = bea.getByLabel("Comment");
  await reviewerKeys.type("Comment", "Looks good.");
  await ada.getByRole("link", { name: "Edit Plan" }).press("Enter");
  await typeAtEnd(ada, lines[2], " Third");
  await ada.getByText("Shared draft saved.").waitFor();
  await bea.getByText("Its pages have changed since.").waitFor();
  expect(await comment.count()).toBe(0);
  await ada.getByRole("link", { name: "Version 2" }).press("Enter");
  await keys.press("Send for review");
  await changesOf(bea, "Plan").getByText(`${lines[2]} Third`).waitFor();
  expect(await comment.inputValue()).toBe("Looks good.");
  await reviewerKeys.press("Approve");
  await ada.getByText("approved", { exact: true }).waitFor();
  await keys.press("Publish");
  await ada.getByText("published", { exact: true }).waitFor();

  const contentOf = async (page: string): Promise<unknown> => {
    const address = `${world.server.consoleUrl}/v1/spaces/${spaceId}/pages/${page}/content`;
    return await (await ada.request.get(address)).json();
  };
  expect(await contentOf(pageId)).toMatchObject({
    markdown: `# Plan\n\n${lines[0]} Ada\n\n${lines[1]} Second\n\n${lines[2]} Third`,
  });
  expect(await contentOf(appendixId)).toMatchObject({ markdown: "Text of the appendix" });
  const pages = await (await ada.request.get(`${world.server.consoleUrl}/v1/spaces/${spaceId}/pages`)).json();
  expect(pages).toMatchObject({
    items: [{ id: pageId }, { id: appendixId, parentId: pageId, path: "annex" }],
  });
  // One revision has both pages.
  await ada.getByRole("link", { name: "one revision" }).press("Enter");
  for (const title of ["Plan", "Appendix"]) await changesOf(ada, title).waitFor();
  for (const page of [ada, bea]) await page.context().close();
});
