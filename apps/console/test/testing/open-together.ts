import { type ApiClient, createApiClient } from "@plugboard/api/client";
import { createInvitation, createOrganization } from "@plugboard/api/routes";
import { createPage, createSpace } from "@plugboard/content/routes";
import type { Browser, Locator, Page } from "playwright-core";
import { caretMoved } from "./caret-moved.ts";
import { adminToken } from "./server-process.ts";

/** The password of everyone who joins. */
export const password = "correct horse battery";

interface Together {
  readonly spaceId: string;
  readonly pageId: string;
  /** The address of the page's editor, without the origin. */
  readonly path: string;
  /** The email addresses of the invited people, in their order. */
  readonly emails: readonly string[];
  /** Creates the accounts of the invited people, and opens the page in a window of each. */
  readonly join: (...consoles: readonly string[]) => Promise<readonly Page[]>;
}

/** Creates an organization with a page, and invites people to it. */
export async function openTogether(
  { platform, browser }: { readonly platform: ApiClient; readonly browser: Browser },
  markdown: string,
  people: readonly (readonly [name: string, role: "owner" | "editor" | "reader"])[],
): Promise<Together> {
  const { id: organizationId } = await platform.call(createOrganization, {
    body: { title: "Together", subdomain: `together-${Date.now().toString(36)}` },
  });
  const { id: spaceId } = await platform.call(createSpace, {
    body: { title: "Shared", organization: organizationId },
  });
  const { id: pageId } = await platform.call(createPage, {
    params: { spaceId },
    body: { title: "Plan", markdown },
  });
  const path = `/content/spaces/${spaceId}/pages/${pageId}`;
  const params = { organizationId };
  const emails = people.map(([name]) => `${name.split(" ")[0]?.toLowerCase()}-${pageId}@example.com`);
  // All are invited before the first joins, because the administrator then needs support access.
  const tokens: string[] = [];
  for (const [index, [, role]] of people.entries()) {
    const body = { email: emails[index] ?? "", role };
    tokens.push((await platform.call(createInvitation, { params, body })).token);
  }
  const join = async (...consoles: readonly string[]): Promise<readonly Page[]> => {
    const pages: Page[] = [];
    for (const [index, [name]] of people.entries()) {
      const console = consoles[index % consoles.length] ?? "";
      const context = await browser.newContext();
      context.setDefaultTimeout(30_000);
      const page = await context.newPage();
      await page.goto(`${console}/invitation#${tokens[index]}`);
      await page.getByLabel("Name").fill(name);
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Create account" }).click();
      await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
      await page.goto(console + path);
      await page.getByText("The last line.").waitFor();
      pages.push(page);
    }
    return pages;
  };
  return { spaceId, pageId, path, emails, join };
}

/** Lines of a page that people edit together. */
export const lines = ["The first line.", "The middle line.", "The last line."] as const;

const markdown = `# Plan\n\n${lines.join("\n\n")}\n`;
const editors = [
  ["Ada Lovelace", "editor"],
  ["Bea Meyer", "editor"],
] as const;

/** Opens a page in a window of each of two editors. Each uses one of the consoles. */
export async function openForTwo(browser: Browser, consoles: readonly string[]) {
  const platform = createApiClient({ endpoint: `${consoles[0]}/v1`, token: adminToken });
  const { join, ...page } = await openTogether({ platform, browser }, markdown, editors);
  return {
    ...page,
    platform,
    join: async () => {
      const [ada, bea] = await join(...consoles);
      if (ada === undefined || bea === undefined) throw new Error("No one joined.");
      return { ada, bea };
    },
  };
}

/** Opens a page that two editors edit together. */
export async function editTogether(browser: Browser, consoles: readonly string[]) {
  const { join, ...page } = await openForTwo(browser, consoles);
  const { ada, bea } = await join();
  await startTogether(ada);
  await isShared(bea);
  return { ...page, ada, bea };
}

/** Starts the shared draft of a page. */
export async function startTogether(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Edit together" }).click();
  await isShared(page);
}

/** Waits until a window shows the shared draft. */
export async function isShared(page: Page): Promise<void> {
  await page.getByText("This draft is shared with everyone who can edit this page.").waitFor();
}

/** Returns the text of an editor. */
export function textOf(page: Page): Locator {
  return page.getByRole("textbox", { name: "Text" });
}

/** Returns the paragraphs of an editor. */
export async function linesOf(page: Page): Promise<string[]> {
  return await textOf(page).locator("p").allTextContents();
}

/** Types words at the end of a line of an editor. */
export async function typeAtEnd(page: Page, line: string, words: string): Promise<void> {
  await textOf(page).getByText(line).click();
  await page.keyboard.press("End");
  await caretMoved(page);
  await page.keyboard.type(words);
}
