import { type ApiClient } from "@plugboard/api/client";
import { createInvitation, createOrganization } from "@plugboard/api/routes";
import { createPage, createSpace } from "@plugboard/content/routes";
import type { Browser, Page } from "playwright-core";
import { caretMoved } from "./caret-moved.ts";

interface Together {
  readonly spaceId: string;
  readonly pageId: string;
  /** The address of the page's editor, without the origin. */
  readonly path: string;
  /** Creates the accounts of the invited people, and opens the page in a window of each. */
  readonly join: (...consoles: readonly string[]) => Promise<readonly Page[]>;
}

/** Creates an organization with a page, and invites people to it. */
export async function openTogether(
  { platform, browser }: { readonly platform: ApiClient; readonly browser: Browser },
  markdown: string,
  people: readonly (readonly [name: string, role: "editor" | "reader"])[],
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
  // All are invited before the first joins, because the administrator then needs support access.
  const tokens: string[] = [];
  for (const [name, role] of people) {
    const email = `${name.split(" ")[0]?.toLowerCase()}-${pageId}@example.com`;
    tokens.push((await platform.call(createInvitation, { params, body: { email, role } })).token);
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
      await page.getByLabel("Password").fill("correct horse battery");
      await page.getByRole("button", { name: "Create account" }).click();
      await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
      await page.goto(console + path);
      await page.getByText("The last line.").waitFor();
      pages.push(page);
    }
    return pages;
  };
  return { spaceId, pageId, path, join };
}

/** Types words at the end of a line of an editor. */
export async function typeAtEnd(page: Page, line: string, words: string): Promise<void> {
  await page.getByRole("textbox", { name: "Text" }).getByText(line).click();
  await page.keyboard.press("End");
  await caretMoved(page);
  await page.keyboard.type(words);
}
