import { deleteInstallation, listInstallations } from "@plugboard/api/routes";
import { createPage, createSpace } from "@plugboard/content/routes";
import type { BrowserContext, Page } from "playwright-core";
import { test as base } from "vitest";
import { type ConsoleWorld, type InstalledWebhook, startConsoleWorld } from "./testing/console-world.ts";

/** A new page in its own space. */
export interface TestPage {
  readonly spaceId: string;
  readonly pageId: string;
  /** The address of its editor, without the origin. */
  readonly path: string;
}

interface Fixtures {
  /** A server with the built console and a browser, shared by the files that a worker runs. */
  readonly world: ConsoleWorld;
  /** Uninstalls everything after each test. */
  readonly uninstalled: undefined;
  /** A new browser profile without a session. */
  readonly context: BrowserContext;
  /** A blank, signed-in window of the profile. Errors on its pages fail the test. */
  readonly page: Page;
  /** The installed webhook sample, with an endpoint at the receiver. */
  readonly webhook: InstalledWebhook;
  /** A page that no other test has touched. */
  readonly fresh: TestPage;
}

/** A test of the console in a real browser. Each has its own browser profile and space. */
export const it = base.extend<Fixtures>({
  world: [
    // oxlint-disable-next-line no-empty-pattern -- vitest reads the required fixtures from this parameter
    async ({}, use) => {
      const world = await startConsoleWorld();
      await use(world);
      await world.close();
    },
    { scope: "worker" },
  ],
  uninstalled: [
    async ({ world: { platform, target } }, use) => {
      await use(undefined);
      target.failNext();
      for await (const { id } of platform.list(listInstallations))
        await platform.call(deleteInstallation, { params: { installationId: id } });
    },
    { auto: true },
  ],
  context: async ({ world }, use) => {
    const context = await world.browser.newContext();
    context.setDefaultTimeout(30_000);
    await use(context);
    await context.close();
  },
  page: async ({ world, context }, use) => {
    const problems: string[] = [];
    context.on("weberror", (error) => problems.push(error.error().message));
    const page = await context.newPage();
    await world.startSession(context);
    await use(page);
    // Some tests close their window.
    if (!page.isClosed()) await page.unrouteAll({ behavior: "ignoreErrors" });
    if (problems.length > 0) throw new Error(`The page has errors: ${problems.join("; ")}`);
  },
  webhook: async ({ world }, use) => {
    await use(await world.installWebhook());
  },
  fresh: async ({ world }, use) => {
    const { platform, organization } = world;
    const { id: spaceId } = await platform.call(createSpace, { body: { title: "Fresh", organization } });
    const body = { title: "Fresh page", markdown: "# Fresh\n\nThe first line.\n\nThe last line.\n" };
    const { id: pageId } = await platform.call(createPage, { params: { spaceId }, body });
    await use({ spaceId, pageId, path: `/content/spaces/${spaceId}/pages/${pageId}` });
  },
});
