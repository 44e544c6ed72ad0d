import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { configureGitSync } from "@plugboard/content/routes";
import { createTestDatabase } from "@plugboard/test-postgres";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { createRepository } from "../../../packages/content/src/git-sync/git-repository.fixture.ts";
import { it as base } from "./console-test.ts";
import { inspectPage } from "./testing/inspect-page.ts";
import {
  editTogether,
  isShared,
  lines,
  linesOf,
  openForTwo,
  openTogether,
  password,
  startTogether,
  typeAtEnd,
} from "./testing/open-together.ts";
import { type ServerProcess, startServerProcess } from "./testing/server-process.ts";
import { waitFor } from "./testing/wait-for.ts";

const [first, middle, last] = lines;

interface RestartedServer {
  /** Starts the server. A later start uses the same data and port. */
  readonly start: (variables?: Readonly<Record<string, string>>) => Promise<ServerProcess>;
}

/** A test with its own server, which it can kill and start again. */
const it = base.extend<{ readonly own: RestartedServer }>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the required fixtures from this parameter
  own: async ({}, use) => {
    const dataDir = await mkdtemp(joinPath(tmpdir(), "plugboard-together-"));
    let server: ServerProcess | undefined;
    let settings: Readonly<Record<string, string>> = {};
    await use({
      start: async (variables = settings) => {
        settings = variables;
        const port = server === undefined ? 0 : Number(new URL(server.consoleUrl).port);
        server = await startServerProcess(dataDir, port, variables);
        return server;
      },
    });
    await server?.stop();
    await rm(dataDir, { recursive: true, force: true });
  },
});

/** Waits until all windows show these lines. */
async function haveLines(pages: readonly Page[], expected: readonly string[]): Promise<void> {
  for (const page of pages) await expect.poll(() => linesOf(page), { timeout: 60_000 }).toEqual(expected);
}

async function close(...pages: readonly Page[]): Promise<void> {
  for (const page of pages) await page.context().close();
}

/** Sends a request with the session of a person. The administrator would need support access. */
async function callAs(
  page: Page,
  method: "DELETE" | "GET" | "PATCH" | "POST" | "PUT",
  path: string,
  data?: object,
) {
  const { origin } = new URL(page.url());
  const response = await page.request.fetch(`${origin}/v1${path}`, { method, data, headers: { origin } });
  const body: unknown = response.status() === 204 ? undefined : await response.json();
  return { status: response.status(), body };
}

describe("a page that changes elsewhere while a shared draft is open", () => {
  it("is merged with the draft when the API changes it", async ({ world }) => {
    const together = await editTogether(world.browser, [world.server.consoleUrl]);
    const { ada, bea, spaceId, pageId } = together;
    await typeAtEnd(ada, first, " Ada");
    await typeAtEnd(bea, last, " Bea");
    const content = `/spaces/${spaceId}/pages/${pageId}/content`;
    const edit = (markdown: string) => callAs(ada, "PATCH", content, { markdown });
    await Promise.all([
      edit(`# Plan\n\n${first}\n\nThe new middle line.\n\n${last}\n\nAnother line.\n`),
      bea.keyboard.type(" types meanwhile"),
      ada.keyboard.type(" too"),
    ]);
    const merged = [
      `${first} Ada too`,
      "The new middle line.",
      `${last} Bea types meanwhile`,
      "Another line.",
    ];
    await haveLines([ada, bea], merged);

    // Lines that both changed are kept in both versions.
    await edit(`# Plan\n\nThe first line of the API.\n\nThe new middle line.\n\n${last}\n\nAnother line.\n`);
    for (const page of [ada, bea]) {
      await page.getByText("The first line of the API.").waitFor();
      expect((await linesOf(page)).join("\n")).toContain(`${first} Ada too`);
    }
    await ada.getByText("Shared draft saved.").waitFor();
    await ada.getByRole("button", { name: "Publish" }).click();
    await ada.getByText("Published as rev_").waitFor();
    const published = (await callAs(ada, "GET", content)).body;
    expect(published).toMatchObject({ markdown: expect.stringContaining(`${last} Bea types meanwhile`) });
    expect(published).toMatchObject({ markdown: expect.stringContaining(`${first} Ada too`) });
    expect(published).toMatchObject({ markdown: expect.stringContaining("The first line of the API.") });
    await close(ada, bea);
  });

  it("is merged with the draft when a Git sync changes it", async ({ world, own }) => {
    const { consoleUrl } = await own.start({ PLUGBOARD_GIT: "files" });
    const repository = await createRepository();
    const { platform, spaceId, join } = await openForTwo(world.browser, [consoleUrl]);
    const params = { spaceId };
    await platform.call(configureGitSync, { params, body: { remote: repository.url } });
    const { ada, bea } = await join();
    const sync = async (): Promise<void> => {
      const { status } = await callAs(ada, "POST", `/spaces/${spaceId}/git/sync`, {});
      expect(status).toBe(202);
      await waitFor("the sync", async () => {
        const { body } = await callAs(ada, "GET", `/spaces/${spaceId}/git`);
        const { state, lastSync } = Object(body);
        return state === "idle" && lastSync?.state === "success" ? true : undefined;
      });
    };
    await sync();
    const file = "plan.md";
    expect(await repository.read(file)).toContain(middle);
    await startTogether(ada);
    await isShared(bea);
    await typeAtEnd(ada, first, " Ada");
    await typeAtEnd(bea, last, " Bea");
    const text = (await repository.read(file)) ?? "";
    await repository.push({ [file]: text.replace(middle, "The line of the repository.") });
    await Promise.all([sync(), ada.keyboard.type(" types"), bea.keyboard.type(" types")]);
    await haveLines([ada, bea], [`${first} Ada types`, "The line of the repository.", `${last} Bea types`]);
    await close(ada, bea);
  });
});

it("keeps text typed after a session expired, and merges it after the next sign-in", async ({ world }) => {
  const { ada, bea, emails } = await editTogether(world.browser, [world.server.consoleUrl]);
  await typeAtEnd(ada, first, " Ada");
  await bea.getByText(`${first} Ada`).waitFor();
  const cookies = await ada.context().cookies();
  await ada.context().clearCookies();
  // At once, because the sign-in page soon covers the text.
  await ada.keyboard.insertText(" types on without a session");
  await typeAtEnd(bea, last, " Bea");
  await ada.getByText("Your session has expired.").waitFor();
  await bea.keyboard.type(" types on");
  await ada.getByLabel("Email").fill(emails[0] ?? "");
  await ada.getByLabel("Password").fill(password);
  await ada.getByRole("button", { name: "Sign in", exact: true }).click();
  const both = [`${first} Ada types on without a session`, middle, `${last} Bea types on`];
  await haveLines([ada, bea], both);
  await ada.getByText("Shared draft saved.").waitFor();
  expect(await ada.context().cookies()).not.toEqual(cookies);

  // The other person reloads instead of signing in again in the same window.
  await bea.context().clearCookies();
  await bea.keyboard.insertText(" and reloads");
  await bea.getByText("Your session has expired.").waitFor();
  await bea.reload();
  await bea.getByLabel("Email").fill(emails[1] ?? "");
  await bea.getByLabel("Password").fill(password);
  await bea.getByRole("button", { name: "Sign in", exact: true }).click();
  await haveLines([ada, bea], [...both.slice(0, 2), `${last} Bea types on and reloads`]);
  await close(ada, bea);
});

/** Returns the API path of a page's user as a member. */
async function memberPathOf(page: Page): Promise<string> {
  const { body: session } = await callAs(page, "GET", "/session");
  const { id, memberships } = Object(session).person;
  return `/organizations/${memberships[0].organization}/members/${id}`;
}

describe("a page that becomes unreachable while somebody types", () => {
  const markdown = `# Plan\n\n${lines.join("\n\n")}\n`;
  const people = [
    ["Ada Lovelace", "editor"],
    ["Bea Meyer", "owner"],
  ] as const;

  it("keeps the editor of a suspended member, and merges the text once access is restored", async ({
    world,
  }) => {
    const { join } = await openTogether(world, markdown, people);
    const [ada, bea] = await join(world.server.consoleUrl);
    if (ada === undefined || bea === undefined) throw new Error("No one joined.");
    const member = await memberPathOf(ada);
    const suspend = async (suspended: boolean): Promise<void> => {
      expect((await callAs(bea, "PATCH", member, { suspended })).status).toBe(200);
    };
    await startTogether(ada);
    await isShared(bea);
    await typeAtEnd(ada, first, " Ada");
    await bea.getByText(`${first} Ada`).waitFor();
    await suspend(true);
    await ada.keyboard.type(" types on", { delay: 20 });
    await ada.getByText("Your changes are kept in this browser and will be merged once you can").waitFor();
    await ada.keyboard.type(" and on", { delay: 20 });
    await typeAtEnd(bea, last, " Bea");
    expect(await linesOf(ada)).toEqual([`${first} Ada types on and on`, middle, last]);
    await suspend(false);
    await haveLines([ada, bea], [`${first} Ada types on and on`, middle, `${last} Bea`]);
    await ada.keyboard.type(" again");
    await haveLines([ada, bea], [`${first} Ada types on and on again`, middle, `${last} Bea`]);
    await ada.getByText("Shared draft saved.").waitFor();

    await suspend(true);
    await ada.keyboard.type(" and reloads", { delay: 20 });
    await ada.getByText("Your changes are kept in this browser").waitFor();
    await ada.reload();
    await suspend(false);
    await ada.reload();
    await haveLines([ada, bea], [`${first} Ada types on and on again and reloads`, middle, `${last} Bea`]);
    await close(ada, bea);
  });

  describe.each(["private", "shared"] as const)("to an editor of a %s draft who becomes a reader", (kind) => {
    it("goes on typing until its user stops, and then offers the unsaved text for copying", async ({
      world,
    }) => {
      const { join } = await openTogether(world, markdown, people);
      const [ada, bea] = await join(world.server.consoleUrl);
      if (ada === undefined || bea === undefined) throw new Error("No one joined.");
      const member = await memberPathOf(ada);
      if (kind === "shared") await startTogether(ada);
      await typeAtEnd(ada, first, " Ada");
      await ada.getByText(kind === "shared" ? "Shared draft saved." : "Draft saved.").waitFor();
      const { status } = await callAs(bea, "PATCH", member, { role: "reader" });
      expect(status).toBe(200);
      await ada.keyboard.type(" types on", { delay: 20 });
      const stop = ada.getByRole("button", { name: "Stop editing" });
      await stop.waitFor();
      await ada.keyboard.type(" and on");
      await stop.click();
      const kept = ada.getByRole("region", { name: "Unsaved text" });
      await kept.getByText("You can no longer edit this page.").waitFor();
      await ada
        .getByRole("region", { name: "Text", exact: true })
        .getByText(first, { exact: true })
        .waitFor();
      expect(await ada.getByRole("button", { name: "Publish", exact: true }).count()).toBe(0);
      await ada.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await kept.getByRole("button", { name: "Copy the unsaved text of Plan" }).click();
      const copied = await ada.evaluate(() => navigator.clipboard.readText());
      expect(copied).toContain(`${first} Ada types on and on`);
      expect(await inspectPage(ada, "unsaved text of a reader")).toEqual([]);

      await callAs(bea, "PATCH", member, { role: "editor" });
      await ada.reload();
      await haveLines([ada], [`${first} Ada types on and on`, middle, last]);
      await ada.getByText(kind === "shared" ? "Shared draft saved." : "Draft saved.").waitFor();
      await close(ada, bea);
    });
  });

  it("keeps the editor of a deleted page, and says so by the name of the page", async ({ world }) => {
    const { ada, bea, spaceId, pageId } = await editTogether(world.browser, [world.server.consoleUrl]);
    const { body } = await callAs(bea, "GET", `/spaces/${spaceId}/pages/${pageId}/content`);
    await typeAtEnd(ada, first, " Ada");
    await bea.getByText(`${first} Ada`).waitFor();
    expect((await callAs(bea, "DELETE", `/spaces/${spaceId}/pages/${pageId}`)).status).toBe(204);
    await ada.keyboard.type(" types on", { delay: 20 });
    await ada.getByText("“Plan” was deleted. Copy your text").waitFor();
    await ada.keyboard.type(" and on");
    const typed = [`${first} Ada types on and on`, middle, last];
    expect(await linesOf(ada)).toEqual(typed);
    await ada.getByText("Couldn’t save the shared draft").waitFor();
    expect(await ada.getByRole("main").innerText()).not.toContain(pageId);
    expect(
      (await callAs(bea, "POST", `/spaces/${spaceId}/revisions/${Object(body).revisionId}/restore`)).status,
    ).toBe(200);
    await ada.getByText("Shared draft saved.").waitFor();
    expect(await linesOf(ada)).toEqual(typed);
    await close(ada, bea);
  });
});

describe.each(["SQLite", "PostgreSQL"] as const)("a server on %s that is killed", (database) => {
  it("loses no word of two people who type meanwhile", async ({ world, own }) => {
    const variables = database === "SQLite" ? {} : { DATABASE_URL: await createTestDatabase() };
    let server = await own.start(variables);
    const { ada, bea } = await editTogether(world.browser, [server.consoleUrl]);
    await typeAtEnd(ada, first, " Ada:");
    await typeAtEnd(bea, last, " Bea:");
    const words = (name: string) => Array.from({ length: 60 }, (_, at) => ` ${name}${at}`).join("");
    const typing = [
      ada.keyboard.type(words("a"), { delay: 40 }),
      bea.keyboard.type(words("b"), { delay: 40 }),
    ];
    for (let kills = 0; kills < 3; kills += 1) {
      await ada.waitForTimeout(1500);
      await server.kill();
      server = await own.start();
    }
    await Promise.all(typing);
    await haveLines([ada, bea], [`${first} Ada:${words("a")}`, middle, `${last} Bea:${words("b")}`]);
    for (const page of [ada, bea]) await page.getByText("Shared draft saved.").waitFor({ timeout: 60_000 });
    // The server, and not only the windows, has all of it.
    await server.kill();
    server = await own.start();
    for (const page of [ada, bea]) {
      await page.evaluate("localStorage.clear()");
      await page.reload();
      await isShared(page);
    }
    await haveLines([ada, bea], [`${first} Ada:${words("a")}`, middle, `${last} Bea:${words("b")}`]);
    await close(ada, bea);
  });
});

it("keeps text typed while another person discards the draft, and undoes the discard", async ({ world }) => {
  const { ada, bea } = await editTogether(world.browser, [world.server.consoleUrl]);
  await typeAtEnd(ada, first, " Ada");
  await typeAtEnd(bea, middle, " Bea");
  await haveLines([ada, bea], [`${first} Ada`, `${middle} Bea`, last]);
  // Bea types before her window hears of it.
  await Promise.all([
    ada.getByRole("button", { name: "Discard draft" }).click(),
    bea.keyboard.type(" types while Ada discards", { delay: 20 }),
  ]);
  for (const page of [ada, bea]) await page.getByText(first, { exact: true }).waitFor();
  const kept = async (page: Page) => (await linesOf(page)).join("\n");
  await expect.poll(() => kept(bea), { timeout: 20_000 }).not.toContain("Ada\n");
  const ends = await kept(bea);
  // At most the words that Ada had seen are gone.
  expect(ends).toMatch(/discards/);
  await expect.poll(() => kept(ada)).toBe(ends);
  await ada.getByRole("button", { name: "Undo" }).click();
  for (const page of [ada, bea]) {
    await page.getByText(`${first} Ada`).waitFor();
    await expect.poll(() => kept(page)).toContain("Bea");
    await expect.poll(() => kept(page)).toContain("discards");
  }
  await expect.poll(async () => (await kept(ada)) === (await kept(bea))).toBe(true);
  await close(ada, bea);
});

describe("a draft whose saved state can’t be read", () => {
  it.for(["not a Yjs document", ""])(
    "is saved again by a window that has it open: %j",
    async (state, { world }) => {
      const { ada, bea, spaceId, pageId } = await editTogether(world.browser, [world.server.consoleUrl]);
      await typeAtEnd(ada, first, " Ada");
      await bea.getByText(`${first} Ada`).waitFor();
      await ada.getByText("Shared draft saved.").waitFor();
      await saveState(ada, spaceId, pageId, state);
      const startedAt = performance.now();
      await bea.reload();
      await isShared(bea);
      console.info(`Joined after ${Math.round(performance.now() - startedAt)} ms.`);
      await haveLines([ada, bea], [`${first} Ada`, middle, last]);
      await typeAtEnd(bea, last, " Bea");
      await haveLines([ada, bea], [`${first} Ada`, middle, `${last} Bea`]);
      await close(ada, bea);
    },
  );

  it("is replaced by its saved text if no window has it open", async ({ world }) => {
    const { ada, bea, spaceId, pageId } = await editTogether(world.browser, [world.server.consoleUrl]);
    await typeAtEnd(ada, first, " Ada");
    const draft = `/spaces/${spaceId}/pages/${pageId}/shared-draft`;
    const saved = async () => (await callAs(ada, "GET", draft)).body;
    await expect.poll(saved).toMatchObject({ draft: { markdown: expect.stringContaining(`${first} Ada`) } });
    // A window that is offline with text that the server lacks.
    await ada.context().setOffline(true);
    await ada.keyboard.type(" offline");
    await bea.getByText(`${first} Ada`).waitFor();
    await saveState(bea, spaceId, pageId, "not a Yjs document");
    await bea.reload();
    await isShared(bea);
    await haveLines([bea], [`${first} Ada`, middle, last]);
    await ada.context().setOffline(false);
    await ada.getByRole("button", { name: "Join shared draft" }).click({ timeout: 60_000 });
    await isShared(ada);
    for (const page of [ada, bea]) await page.getByText("Ada offline").waitFor();
    await close(ada, bea);
  });
});

/** Saves the text of a shared draft with a broken state. */
async function saveState(page: Page, spaceId: string, pageId: string, state: string): Promise<void> {
  const path = `/spaces/${spaceId}/pages/${pageId}/shared-draft`;
  const { body } = await callAs(page, "GET", path);
  const { id: draftId, sequence, title, markdown } = Object(Object(body).draft);
  // An update without changes is a valid document without text.
  const bytes = state === "" ? Buffer.from([0, 0]) : Buffer.from(state);
  const update = { draftId, after: sequence, content: Buffer.from([0, 0]).toString("base64") };
  await callAs(page, "POST", `${path}/changes`, update);
  const save = { draftId, sequence: sequence + 1, title, markdown, state: bytes.toString("base64") };
  expect((await callAs(page, "PUT", path, save)).status).toBeLessThan(300);
}

describe("joining with private changes", () => {
  it("merges them once the person asks for it, and ends the private draft", async ({ world }) => {
    const { join, spaceId, pageId } = await openForTwo(world.browser, [world.server.consoleUrl]);
    const { ada, bea } = await join();
    await typeAtEnd(ada, first, " private");
    await ada.getByText("Draft saved.").waitFor();
    await startTogether(bea);
    await typeAtEnd(bea, last, " shared");
    await typeAtEnd(bea, first, " of Bea");
    await bea.getByText("Shared draft saved.").waitFor();
    // Ada decides whether to share her changes.
    expect(await linesOf(ada)).toEqual([`${first} private`, middle, last]);
    expect(await linesOf(bea)).toEqual([`${first} of Bea`, middle, `${last} shared`]);
    await ada.getByRole("button", { name: "Join shared draft" }).click();
    await isShared(ada);
    // Both versions of the line that both changed are kept, as lines of one paragraph.
    for (const page of [ada, bea]) {
      await page.getByText(`${first} private`).waitFor();
      await page.getByText(`${first} of Bea`).waitFor();
      await page.getByText(`${last} shared`).waitFor();
    }
    const draft = `/spaces/${spaceId}/pages/${pageId}/draft`;
    await expect.poll(async () => (await callAs(ada, "GET", draft)).body).toEqual({});
    await close(ada, bea);
  });

  it("keeps changes that never reached the server, even after a reload", async ({ world }) => {
    const { join } = await openForTwo(world.browser, [world.server.consoleUrl]);
    const { ada, bea } = await join();
    await ada.route(/\/draft$/, (route) =>
      route.request().method() === "PUT" ? route.abort() : route.continue(),
    );
    await typeAtEnd(ada, first, " private");
    await ada.getByText("Couldn’t save the draft.").waitFor();
    await startTogether(bea);
    await typeAtEnd(bea, last, " shared");
    await bea.getByText("Shared draft saved.").waitFor();
    await ada.getByRole("button", { name: "Join shared draft" }).waitFor();
    await ada.reload();
    await ada.unrouteAll({ behavior: "ignoreErrors" });
    await ada.getByText(`${first} private`).waitFor();
    await ada.getByText("Draft saved.").waitFor();
    await ada.getByRole("button", { name: "Join shared draft" }).click();
    await isShared(ada);
    await haveLines([ada, bea], [`${first} private`, middle, `${last} shared`]);
    await close(ada, bea);
  });
});
