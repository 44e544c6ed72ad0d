import {
  discardPageDraft,
  getPageContent,
  getPageDraft,
  listPageDrafts,
  savePageDraft,
  updatePageContent,
} from "@plugboard/content/routes";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { it } from "./console-test.ts";
import { caretMoved } from "./testing/caret-moved.ts";

const markdownOf = (window: Page) => window.getByLabel("Markdown");
const saved = (window: Page) => window.getByText("Draft saved.").waitFor();

const openSource = async (window: Page, url: string): Promise<void> => {
  await window.goto(url);
  await window.getByRole("button", { name: "Source" }).click();
  await markdownOf(window).waitFor();
};

const type = async (window: Page, markdown: string): Promise<void> => {
  await markdownOf(window).fill(markdown);
};

/** Keeps a window from hearing of drafts that other windows save. */
const missDrafts = (window: Page): Promise<unknown> =>
  window.route(/\/drafts(\?|$)/, (route) => route.abort());

describe("a draft", () => {
  it("that doesn't exist is no failed request", async ({ world: { server }, page, fresh }) => {
    const failed: string[] = [];
    page.on("response", (response) => {
      if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
    });
    const reads = ["/draft", "/shared-draft/changes"].map((path) =>
      page.waitForResponse((response) => new URL(response.url()).pathname.endsWith(path)),
    );
    await page.goto(server.consoleUrl + fresh.path);
    await Promise.all(reads);
    await page.getByRole("textbox", { name: "Text" }).waitFor();
    await page.getByText("No unpublished changes").waitFor();
    expect(failed).toEqual([]);
  });

  it("keeps the lines of both windows when one was opened before the other saved", {
    tags: ["night"],
  }, async ({ world: { platform, server }, context, page, fresh }) => {
    const params = fresh;
    const other = await context.newPage();
    await openSource(page, server.consoleUrl + fresh.path);
    await openSource(other, server.consoleUrl + fresh.path);
    await missDrafts(other);
    await type(page, "# Fresh\n\nThe first line of A.\n\nThe last line.\n");
    await saved(page);
    await page.close();
    await type(other, "# Fresh\n\nThe first line.\n\nThe last line of B.\n");
    const both = "# Fresh\n\nThe first line of A.\n\nThe last line of B.\n";
    await expect.poll(() => markdownOf(other).inputValue()).toBe(both);
    await saved(other);
    expect((await platform.call(getPageDraft, { params })).draft?.markdown).toBe(both);
    await other.getByRole("button", { name: "Publish" }).click();
    await other.getByText("Published as rev_").waitFor();
    expect((await platform.call(getPageContent, { params })).markdown).toBe(both);
    await expect.poll(() => platform.call(listPageDrafts, { params })).toEqual({ items: [] });
  });

  it("shows both versions when two windows change the same line", { tags: ["night"] }, async ({
    world: { platform, server },
    context,
    page,
    fresh,
  }) => {
    const params = fresh;
    const other = await context.newPage();
    await openSource(page, server.consoleUrl + fresh.path);
    await openSource(other, server.consoleUrl + fresh.path);
    await missDrafts(other);
    await type(page, "One line of A.\n");
    await saved(page);
    await type(other, "One line of B.\n");
    const dialog = other.getByRole("dialog", { name: "You edited this page in another window" });
    await dialog.getByText("One line of A.").waitFor();
    await dialog.getByText("One line of B.").waitFor();
    await other.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect((await platform.call(getPageDraft, { params })).draft?.markdown).toBe("One line of A.\n");
    await other.getByRole("button", { name: "Compare versions" }).click();
    await dialog.getByRole("button", { name: "Keep both" }).click();
    await saved(other);
    const { draft } = await platform.call(getPageDraft, { params });
    expect(draft?.markdown).toContain("One line of A.");
    expect(draft?.markdown).toContain("One line of B.");
  });

  it("merges without moving the caret of the text that is being typed", { tags: ["night"] }, async ({
    world: { platform, server },
    page,
    fresh,
  }) => {
    const params = fresh;
    await page.goto(server.consoleUrl + fresh.path);
    await page.getByRole("textbox", { name: "Text" }).getByText("The last line.").click();
    await page.keyboard.press("End");
    await caretMoved(page);
    await page.keyboard.type(" More");
    await saved(page);
    const { draft } = await platform.call(getPageDraft, { params });
    if (draft === undefined) throw new Error("The draft was not saved.");
    const { version, revisionId, markdown } = draft;
    expect(version).toMatch(/^drf_\w+\.\d+$/);
    // The API client and the window both belong to the administrator.
    const body = { title: "Fresh page", revisionId, markdown: markdown.replace("first", "very first") };
    await platform.call(savePageDraft, { params, body, ifMatch: version });
    await page.keyboard.type(" words");
    await page.getByText("The very first line.").waitFor();
    await page.keyboard.type(" here");
    await expect
      .poll(async () => (await platform.call(getPageDraft, { params })).draft?.markdown)
      .toMatch(/very first line\.\n\nThe last line\. More words here/);
  });

  it("waits in the browser while offline, and needs no choice where nothing was lost", {
    tags: ["night"],
  }, async ({ world: { platform, server }, context, page, fresh }) => {
    const params = fresh;
    await openSource(page, server.consoleUrl + fresh.path);
    await context.setOffline(true);
    await type(page, "Typed offline.\n");
    await page.getByText("Couldn’t save the draft.").waitFor();
    await context.setOffline(false);
    await saved(page);

    // The server saves the draft, and the response is lost.
    await page.route(
      /\/draft$/,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await type(page, "Saved without a response.\n");
    await saved(page);
    await platform.call(discardPageDraft, { params });
    await type(page, "Discarded elsewhere.\n");
    await saved(page);

    // An editor that doesn't know the draft would start another.
    await page.route(/\/draft$/, (route) => route.abort());
    await page.reload();
    await page.getByRole("button", { name: "Try again" }).waitFor();
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("button", { name: "Source" }).click();
    expect(await markdownOf(page).inputValue()).toBe("Discarded elsewhere.\n");
  });

  it("doesn’t keep other pages from opening once the browser is online again", {
    tags: ["night"],
  }, async ({ world, context, page, fresh }) => {
    await openSource(page, world.server.consoleUrl + fresh.path);
    await context.setOffline(true);
    await page.getByRole("link", { name: "Deliveries" }).click();
    await page.waitForTimeout(1000);
    await context.setOffline(false);
    await page.getByRole("heading", { level: 1, name: "Deliveries" }).waitFor();
  });

  it("comes back after signing out immediately and signing in again", async ({ world, page, fresh }) => {
    await openSource(page, world.server.consoleUrl + fresh.path);
    await type(page, "Typed just before signing out.\n");
    await page.getByRole("button", { name: "Account" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    await world.signIn(page, fresh.path);
    await page.getByRole("button", { name: "Source" }).click();
    expect(await markdownOf(page).inputValue()).toBe("Typed just before signing out.\n");
  });

  it("is published together with lines that someone else published meanwhile", { tags: ["night"] }, async ({
    world: { platform, server },
    page,
    fresh,
  }) => {
    const params = fresh;
    const base = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";
    await platform.call(updatePageContent, { params, body: { markdown: base } });
    await openSource(page, server.consoleUrl + fresh.path);
    await type(page, base.replace("one", "Mine"));
    await platform.call(updatePageContent, { params, body: { markdown: base.replace("seven", "Theirs") } });
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: "Publish both" }).click();
    await page.getByText("Published as rev_").waitFor();
    const published = await platform.call(getPageContent, { params });
    expect(published.markdown).toBe("Mine\ntwo\nthree\nfour\nfive\nsix\nTheirs\n");
    await expect.poll(() => platform.call(listPageDrafts, { params })).toEqual({ items: [] });

    // A new name is shown immediately, so that publishing doesn't undo it.
    await page.getByRole("button", { name: "Actions for page Fresh page", exact: true }).click();
    await page.getByRole("menuitem", { name: "Rename…" }).click();
    const rename = page.getByRole("dialog", { name: "Rename Fresh page" });
    await rename.getByLabel("Title").fill("Start");
    await rename.getByRole("button", { name: "Rename" }).click();
    await expect.poll(() => page.getByLabel("Title").inputValue()).toBe("Start");
    await page.getByText("No unpublished changes").waitFor();
  });
});
