import { updateSpace } from "@plugboard/content/routes";
import { expect } from "vitest";
import { it } from "./console-test.ts";
import { createKeyboard } from "./testing/create-keyboard.ts";
import { inspectPage } from "./testing/inspect-page.ts";
import { isShared, lines, openTogether, startTogether, typeAtEnd } from "./testing/open-together.ts";

const markdown = `# Plan\n\n${lines.join("\n\n")}\n`;

it("publishes a shared draft only once another person has approved it", async ({ world }) => {
  const { spaceId, pageId, path, join } = await openTogether(world, markdown, [
    ["Ada Lovelace", "editor"],
    ["Bea Meyer", "editor"],
  ]);
  await world.platform.call(updateSpace, { params: { spaceId }, body: { requiresApproval: true } });
  const [ada, bea] = await join(world.server.consoleUrl);
  if (ada === undefined || bea === undefined) throw new Error("No one joined.");
  const publish = ada.getByRole("button", { name: "Publish" });
  const send = ada.getByRole("button", { name: "Send for review" });
  const reviewOf = (page: typeof ada) => page.getByRole("complementary", { name: "Review" });

  await typeAtEnd(ada, lines[0], " Ada");
  await ada.getByText("This space requires an approval.").waitFor();
  expect(await publish.isDisabled()).toBe(true);
  await startTogether(ada);
  await isShared(bea);
  await send.click();
  await reviewOf(ada).getByText("another person must approve it").waitFor();

  await reviewOf(bea).getByText("waiting").waitFor();
  // The reviewer uses keys only.
  const keys = createKeyboard(bea);
  await keys.press("Changes");
  await reviewOf(bea).getByText(`${lines[0]} Ada`).waitFor();
  await keys.type("Comment", "Name the second step.");
  await keys.press("Request changes");
  await reviewOf(ada).getByText("Name the second step.").waitFor();
  expect(await publish.isDisabled()).toBe(true);
  await typeAtEnd(ada, lines[1], " Second");
  await send.click();

  await reviewOf(bea).getByText("waiting").waitFor();
  expect(await inspectPage(bea, "review")).toEqual([]);
  await keys.press("Approve");
  await reviewOf(ada).getByText("approved", { exact: true }).waitFor();
  // A change withdraws the approval.
  await typeAtEnd(ada, lines[2], " Third");
  await reviewOf(ada).getByText("outdated").waitFor();
  expect(await publish.isDisabled()).toBe(true);
  await send.click();

  await bea.goto(`${world.server.consoleUrl}/content`);
  await bea
    .getByRole("region", { name: "Drafts in review" })
    .getByRole("link", { name: "Plan" })
    .press("Enter");
  await reviewOf(bea).getByRole("button", { name: "Approve" }).press("Enter");
  await publish.click();
  await ada.getByText(/Published as rev_/).waitFor();
  await reviewOf(ada).waitFor({ state: "detached" });
  const response = await ada.request.get(
    `${world.server.consoleUrl}/v1/spaces/${spaceId}/pages/${pageId}/content`,
  );
  expect(await response.json()).toMatchObject({
    markdown: `# Plan\n\n${lines[0]} Ada\n\n${lines[1]} Second\n\n${lines[2]} Third`,
  });
  expect(bea.url()).toContain(path);

  // An editor adds a page, which waits for its first approved text.
  await ada.goto(`${world.server.consoleUrl}/content`);
  await ada.getByRole("button", { name: "New page", exact: true }).click();
  await ada.getByRole("dialog").getByText("Sites show it once its first text is published.").waitFor();
  await ada.getByLabel("Title").fill("Appendix");
  await ada.getByRole("button", { name: "Create" }).click();
  await ada.getByRole("heading", { name: "Appendix" }).waitFor();
  await ada.goto(`${world.server.consoleUrl}/content`);
  const empty = ada.locator(".page-row").filter({ hasText: "empty" });
  await expect.poll(() => empty.getByRole("link").allTextContents()).toEqual(["Appendix"]);
  for (const page of [ada, bea]) await page.context().close();
});
