import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ApiClient, createApiClient } from "@plugboard/api/client";
import {
  installIntegration,
  listEvents,
  listOrganizations,
  listSelectOptions,
  publishIntegration,
  updateScriptGrant,
} from "@plugboard/api/routes";
import {
  createPage,
  createSiteInstallation,
  createSpaceInstallation,
  listPages,
  listSites,
  updatePageConditions,
  updateSiteAccess,
  uploadOpenApiDocument,
} from "@plugboard/content/routes";
import type { Integration } from "@plugboard/runtime";
import { serve } from "@plugboard/runtime/node";
import { findViolations, launchBrowser } from "@plugboard/test-browser";
import { generateSecret } from "@plugboard/webhook-signer";
import type { Browser, Locator, Page } from "playwright-core";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readAssetTags } from "../../reference-server/src/sites/asset-tags.ts";
import { buildConsole, buildSite } from "./build-pages.ts";
import {
  adminToken,
  type ServerProcess,
  startServerProcess,
} from "../../console/test/testing/server-process.ts";
import {
  createDoor,
  createTickets,
  createTracker,
  doorManifest,
  ticketsManifest,
  trackerManifest,
} from "./testing/site-integrations.ts";
import { caretMoved } from "../../console/test/testing/caret-moved.ts";

/** Waits until an element is visible; fails if it never is. */
async function isShown(locator: Locator): Promise<boolean> {
  await locator.waitFor();
  return await locator.isVisible();
}

const looks = [
  [390, "light"],
  [390, "dark"],
  [1280, "light"],
  [1280, "dark"],
] as const;

describe("a site in a browser", () => {
  let server: ServerProcess;
  let platform: ApiClient;
  let browser: Browser;
  let page: Page;
  let editor: Page;
  let organization = "";
  let siteId = "";
  let spaceId = "";
  const problems: string[] = [];
  const closing: (() => Promise<unknown>)[] = [];
  const urlOf = (path = "") => `${server.sitesUrl}/sites/handbook/${path}`;
  /** Returns the script's marks in the page. */
  const marks = () =>
    page.evaluate<Record<string, string>>(
      "(({ tracked, refused }) => ({ tracked, refused }))(document.documentElement.dataset)",
    );

  /** Starts a host that records the requested paths. */
  const listen = async () => {
    const asked: string[] = [];
    const host = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.end();
    }).listen(0, "127.0.0.1");
    await once(host, "listening");
    const address = host.address();
    closing.push(async () => {
      host.close();
      host.closeAllConnections();
    });
    return { asked, origin: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}` };
  };

  /** Publishes an integration and installs it in the organization and the site. */
  const install = async (integration: string, manifest: string, handlers: Integration): Promise<string> => {
    const signingSecret = generateSecret();
    const env = { PLUGBOARD_SIGNING_SECRET: signingSecret };
    const host = await serve(handlers, { port: 0, hostname: "127.0.0.1", env });
    closing.push(() => host.close());
    const url = `http://127.0.0.1:${host.port}`;
    const params = { integration };
    await platform.call(publishIntegration, { params, body: { manifest, url, signingSecret } });
    const { id } = await platform.call(installIntegration, { params, body: { organization } });
    await platform.call(createSiteInstallation, { params: { installationId: id, siteId } });
    return id;
  };

  beforeAll(async () => {
    await buildConsole();
    await buildSite();
    const dataDir = await mkdtemp(join(tmpdir(), "plugboard-site-"));
    server = await startServerProcess(dataDir);
    closing.push(async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    });
    platform = createApiClient({ endpoint: `${server.consoleUrl}/v1`, token: adminToken });
    organization = (await platform.call(listOrganizations)).items[0]?.id ?? "";
    const site = (await platform.call(listSites)).items[0];
    siteId = site?.id ?? "";
    spaceId = site?.spaceId ?? "";
    browser = await launchBrowser();
    closing.push(() => browser.close());
    const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
    page = await context.newPage();
    page.setDefaultTimeout(30_000);
    page.on("pageerror", (error) => problems.push(error.message));
  });

  afterAll(async () => {
    for (const close of closing.toReversed()) await close();
  });

  it("runs a granted script after cookie consent, and lets it call only the granted hosts", async () => {
    const [granted, other] = [await listen(), await listen()];
    await platform.call(updateScriptGrant, {
      params: { integration: "tracker" },
      body: {
        organization,
        scopes: ["site:script:inject", "site:script:cookies"],
        sources: { "connect-src": [granted.origin] },
      },
    });
    await install(
      "tracker",
      trackerManifest,
      createTracker({ granted: granted.origin, other: other.origin }),
    );
    await page.goto(urlOf("welcome"));
    expect([await marks(), granted.asked]).toEqual([{}, []]);
    await page.getByRole("button", { name: "Allow cookies" }).click();
    await page.locator("html[data-refused]").waitFor({ state: "attached" });
    expect(await marks()).toEqual({ tracked: server.sitesUrl, refused: "connect-src" });
    await expect.poll(() => granted.asked).toEqual([`/seen?site=${siteId}`]);
    expect(other.asked).toEqual([]);
    expect(await page.getByRole("button", { name: "Allow cookies" }).count()).toBe(0);
    const kept = await page.context().cookies();
    expect(Object.fromEntries(kept.map(({ name, httpOnly }) => [name, httpOnly]))).toEqual({
      // Scripts written for GitBook wait for this variable.
      __gitbook_cookie_granted: false,
      plugboard_consent: true,
      tracker: false,
      visitor_id: true,
    });
  });

  it("keeps that script out of the console's origin", async () => {
    const src = await page.locator("script[src*='~scripts']").getAttribute("src");
    const console = await page.context().newPage();
    await console.goto(server.consoleUrl);
    const load = (url: string) =>
      console.evaluate(
        `new Promise((resolve) => {
          const script = document.createElement("script");
          script.onload = () => resolve("loaded");
          script.onerror = () => resolve("refused");
          script.src = ${JSON.stringify(url)};
          document.head.append(script);
        })`,
      );
    expect(await load(`${server.sitesUrl}${src}`)).toBe("refused");
    expect(await load(`${server.consoleUrl}${src}`)).toBe("refused");
    expect(await console.evaluate("document.documentElement.dataset.tracked ?? null")).toBe(null);
    await console.close();
  });

  it("unfurls a pasted link into a block that responds to a click on the site", async () => {
    const installationId = await install("tickets", ticketsManifest, createTickets());
    await platform.call(createSpaceInstallation, { params: { installationId, spaceId } });
    const { id: pageId } = await platform.call(createPage, {
      params: { spaceId },
      body: { title: "Tickets", markdown: "Look at this.\n" },
    });
    editor = await page.context().newPage();
    editor.setDefaultTimeout(30_000);
    await editor.goto(`${server.consoleUrl}/content/spaces/${spaceId}/pages/${pageId}`);
    await editor.getByLabel("Administrator token").fill(adminToken);
    await editor.getByRole("button", { name: "Sign in" }).click();
    const text = editor.getByRole("textbox", { name: "Text" });
    await text.click();
    await editor.keyboard.press("Control+End");
    await caretMoved(editor);
    await editor.keyboard.press("Enter");
    await editor.evaluate('navigator.clipboard.writeText("https://tickets.example/42")');
    await editor.keyboard.press("Control+v");
    await text.getByText("Ticket 42, loose, no note").waitFor();
    const tryBlock = async (shown: Page): Promise<void> => {
      await shown.getByRole("button", { name: "Note" }).click();
      await shown.getByRole("dialog", { name: "A note" }).getByRole("button", { name: "Keep" }).click();
      await shown.getByText(/, noted$/).waitFor();
      const team = shown.getByRole("combobox", { name: "Team" });
      await team.fill("ope");
      await expect.poll(() => shown.getByRole("option").allTextContents()).toEqual(["Operations"]);
      await shown.getByRole("option", { name: "Operations" }).click();
      await expect.poll(() => team.inputValue()).toBe("Operations");
    };
    await tryBlock(editor);
    await text.getByRole("button", { name: "Pin" }).click();
    await text.getByText("Ticket 42, pinned").waitFor();
    const askElsewhere = { params: { installationId }, query: { url: "https://elsewhere.example/teams" } };
    await expect(platform.call(listSelectOptions, askElsewhere)).rejects.toMatchObject({
      code: "invalid_request",
    });
    await editor.getByRole("button", { name: "Publish" }).click();
    await editor.getByText("Published as rev_").waitFor();
    await page.goto(urlOf("tickets"));
    await page.getByText("Ticket 42, pinned").waitFor();
    await tryBlock(page);
    await page.getByRole("button", { name: "Vote (0)" }).click();
    await page.getByRole("button", { name: "Vote (1)" }).click();
    expect(await isShown(page.getByRole("button", { name: "Vote (2)" }))).toBe(true);
  });

  it("moves a block dragged by its handle", async () => {
    const text = editor.getByRole("textbox", { name: "Text" });
    const block = text.getByLabel("Ticket", { exact: true });
    const paragraph = text.getByText("Look at this.");
    const isAbove = async (): Promise<boolean> =>
      ((await block.boundingBox())?.y ?? 0) < ((await paragraph.boundingBox())?.y ?? 0);
    await expect.poll(isAbove).toBe(false);
    await block.getByTitle("Drag to move").dragTo(paragraph, { targetPosition: { x: 20, y: 2 } });
    await expect.poll(isAbove).toBe(true);
    await text.getByText("Ticket 42, pinned").waitFor();
    await editor.getByRole("button", { name: "Source" }).click();
    expect(await editor.getByLabel("Markdown").inputValue()).toMatch(/^`+integration-block tickets\/ticket/);
  });

  it("shows a block's webframe with an opaque origin, passes it the state and handles its action", async () => {
    const frame = page.frameLocator("iframe[title^='Page from']");
    await frame.getByText("2 votes, from null").waitFor();
    await frame.getByRole("button", { name: "Vote from the frame" }).click();
    await page.getByRole("button", { name: "Vote (3)" }).waitFor();
    expect(await isShown(frame.getByText("3 votes, from null"))).toBe(true);
  });

  it("shows blocks in the console's preview by its link", async () => {
    await editor.goto(`${server.consoleUrl}/content/sites/${siteId}`);
    // The frame runs no scripts.
    const framed = editor.frameLocator("iframe[title^='Preview of']");
    await framed.getByRole("link", { name: "Tickets" }).click();
    await framed.getByRole("heading", { name: "Tickets" }).waitFor();
    expect(await framed.getByRole("button", { name: /^Vote/ }).count()).toBe(0);
    const opening = editor.waitForEvent("popup");
    await editor.getByRole("link", { name: "Open in a new tab" }).click();
    const preview = await opening;
    await preview.getByRole("link", { name: "Tickets" }).click();
    await preview.getByText("Ticket 42, pinned").waitFor();
    await preview.getByRole("button", { name: "Vote (0)" }).click();
    expect(await isShown(preview.getByRole("button", { name: "Vote (1)" }))).toBe(true);
    await preview.close();
    await editor.close();
  });

  it("draws a diagram above its text, which stays readable if it isn't valid", async () => {
    const diagram = (text: string): string => `\`\`\`mermaid\n${text}\n\`\`\`\n`;
    const valid = diagram("flowchart LR\n  accTitle: From start to end\n  Start --> End");
    const markdown = `${valid}\n${diagram("flowchart LR\n  Unfinished -->")}`;
    await platform.call(createPage, { params: { spaceId }, body: { title: "Diagrams", markdown } });
    await page.goto(urlOf("diagrams"));
    const drawn = page.getByRole("img", { name: "From start to end" });
    await drawn.waitFor();
    // An image that can't be shown has no size.
    await page.waitForFunction("document.querySelector('[data-diagram] img').naturalWidth > 50");
    const lightUrl = await drawn.getAttribute("src");
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(() => drawn.getAttribute("src")).not.toBe(lightUrl);
    await page.emulateMedia({ colorScheme: null });
    await page.getByText("Text of the diagram").click();
    expect(await isShown(page.getByText("Start --> End"))).toBe(true);
    expect(await isShown(page.getByText("Unfinished -->"))).toBe(true);
    const agents = await page.request.get(`${urlOf("diagrams")}.md`);
    expect(await agents.text()).toContain(valid);
  });

  it("passes axe on pages, search, an OpenAPI document and error pages", async () => {
    const markdown = [
      "# Guide",
      "## First",
      "Some `code` and a [link](https://acme.example).",
      "```ts\n// Comment\nconst total: number = 42;\n```",
      "### Inside",
      "| a | b |\n|---|---|\n| 1 | 2 |",
      "> Quoted",
      "```mermaid\nflowchart LR\n  Start --> End\n```",
      "## Second",
    ].join("\n\n");
    await platform.call(createPage, { params: { spaceId }, body: { title: "Guide", markdown } });
    const text = `openapi: 3.1.0
info: { title: Pets, version: "1" }
paths:
  /pets:
    get: { summary: Lists all pets, responses: { "200": { description: The pets. } } }
`;
    await platform.call(uploadOpenApiDocument, { params: { siteId, documentName: "pets" }, body: { text } });
    await page.goto(urlOf("guide"));
    await page
      .getByRole("navigation", { name: "On this page" })
      .getByRole("link", { name: "Second" })
      .click();
    await page.waitForURL(urlOf("guide#section-second"));
    await page.getByRole("searchbox", { name: "Search this site" }).fill("total");
    await page.keyboard.press("Enter");
    await page.getByText("One page for “total”.").waitFor();
    await page.getByRole("main").getByRole("link", { name: "Guide" }).click();
    await page.getByLabel("Good").check();
    await page.getByRole("button", { name: "Send feedback" }).click();
    expect(await isShown(page.getByText("Thank you for your feedback."))).toBe(true);
    const found: string[] = [];
    for (const path of ["guide", "guide?feedback=sent", "~search?q=total", "nothing", "~api/pets"]) {
      await page.goto(urlOf(path));
      if (path === "~api/pets") await page.getByText("Lists all pets").waitFor();
      for (const [width, colorScheme] of looks) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        if (path === "~api/pets")
          await page
            .locator(colorScheme === "dark" ? "html.dark-mode" : "html:not(.dark-mode)")
            .waitFor({ state: "attached" });
        const violations = await findViolations(page);
        const overhang = await page.evaluate<number>(
          "document.documentElement.scrollWidth - document.documentElement.clientWidth",
        );
        if (overhang > 0) found.push(`${path} ${width}: ${overhang} px too wide`);
        for (const { id, nodes } of violations)
          found.push(`${path} ${width} ${colorScheme}: ${id} ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
      }
    }
    expect(found).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it("signs in visitors through the integration, returns to the page, and shows the content they can access", async () => {
    const installation = await install("door", doorManifest, createDoor(server.sitesUrl));
    const { items } = await platform.call(listPages, { params: { spaceId } });
    const tickets = items.find(({ path }) => path === "tickets");
    await platform.call(updatePageConditions, {
      params: { spaceId, pageId: tickets?.id ?? "" },
      body: { conditions: [{ claim: "plan", anyOf: ["pro"] }] },
    });
    await platform.call(updateSiteAccess, {
      params: { siteId },
      body: { audience: "visitors", installation },
    });
    const views = async () =>
      (await platform.call(listEvents)).items.filter(({ type }) => type === "site_view").length;
    const before = await views();
    const enter = async (path: string, plan: string) => {
      await page.goto(urlOf(path));
      await page.getByRole("heading", { name: "Who is it?" }).waitFor();
      await page.getByRole("button", { name: plan }).click();
      await page.waitForURL(urlOf(path));
    };
    const menu = page.getByRole("navigation", { name: "Pages" });
    await enter("welcome?from=mail", "Free");
    await menu.getByRole("link", { name: "Welcome" }).waitFor();
    expect(await menu.getByRole("link", { name: "Tickets" }).count()).toBe(0);
    expect((await page.goto(urlOf("tickets")))?.status()).toBe(404);
    await page.goto(urlOf("~logout"));
    await page.getByRole("heading", { name: "Goodbye" }).waitFor();
    await enter("tickets", "Pro");
    await menu.getByRole("link", { name: "Tickets" }).waitFor();
    await page.getByRole("button", { name: "Vote (0)" }).click();
    expect(await isShown(page.getByRole("button", { name: "Vote (1)" }))).toBe(true);
    // Redirected visitors don't count as views.
    expect((await views()) - before).toBe(2);
  });

  it("sends at most 140 kB of script for a first block, and the API renderer only to API pages", async () => {
    const tags = await readAssetTags(
      fileURLToPath(new URL("../../site/dist", import.meta.url)),
      "src/site.tsx",
    );
    const path = /src="([^"]+)"/.exec(tags)?.[1] ?? "";
    const response = await fetch(`${server.sitesUrl}${path}`, { headers: { "accept-encoding": "gzip" } });
    expect(response.headers.get("content-encoding")).toBe("gzip");
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const script = await response.text();
    expect(gzipSync(script).length).toBeLessThan(140_000);
    expect(script.includes("swagger")).toBe(false);
  });

  it("had no error in the page", () => {
    expect(problems).toEqual([]);
  });
});
