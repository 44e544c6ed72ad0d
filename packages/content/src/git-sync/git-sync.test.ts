import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { join } from "node:path";
import { printBlock } from "../markdown.ts";
import { createIntegration } from "../integration.ts";
import { describe, expect, it } from "vitest";
import { installIntegration, installIntoResource } from "@plugboard/platform";
import { listSpaces } from "../spaces/content.ts";
import { createSpace, updateSpace } from "../spaces/edit-spaces.ts";
import { createPage, deletePage, listPagesWithText, movePage, savePage } from "../spaces/pages.ts";
import { listRevisions } from "../spaces/revisions.ts";
import { openMemoryPlatform } from "../../../platform/src/fixtures/open-memory-platform.fixture.ts";
import { countStatements } from "../../../platform/src/fixtures/count-statements.fixture.ts";
import { watchStatements } from "../../../platform/src/fixtures/watch-statements.fixture.ts";
import {
  bindGit,
  getGitBinding,
  type GitBindingSettings,
  type GitSide,
  receiveGitPush,
  requestGitSync,
} from "./git-bindings.ts";
import { createGitProgram } from "./git-program.ts";
import { createRepository } from "./git-repository.fixture.ts";
import { listPageFiles } from "./page-files.ts";
import { correctDueTimes, runDueSync } from "./run-due-syncs.ts";
import { tablesOf } from "../database/tables-of.ts";

const git = createGitProgram({ allowFiles: true });

async function setUp(direction: GitBindingSettings["direction"] = "both", folder = "") {
  const repository = await createRepository();
  const { platform, publish, clock } = await openMemoryPlatform(createIntegration({}));
  const [seeded] = await listSpaces(platform);
  const organizationId = seeded?.organizationId ?? "";
  const { id: spaceId } = await createSpace(platform, { organizationId, title: "Docs" });
  const settings = { remote: repository.url, branch: "main", folder, direction };
  await bindGit(platform, git, spaceId, { ...settings, hookSecret: "hush" });
  const sync = async (prefer?: GitSide) => {
    clock.now += 1000;
    await requestGitSync(platform, spaceId, prefer);
    expect(await runDueSync(platform, git)).toBe(1);
    return (await getGitBinding(platform, spaceId)).lastSync;
  };
  const draw = async () => {
    const pages = await listPagesWithText(platform, spaceId);
    const titles = new Map(pages.map(({ id, title }) => [id, title]));
    return pages.map(
      ({ parentId, title, markdown }) => `${titles.get(parentId ?? "") ?? ""}/${title}: ${markdown.trim()}`,
    );
  };
  const page = async (title: string) =>
    (await listPagesWithText(platform, spaceId)).find((each) => each.title === title)?.id ?? "";
  const events = async () => {
    const rows = await platform.db
      .selectFrom("events")
      .select(["type", "payload"])
      .where("resource_id", "=", spaceId)
      .orderBy("position")
      .execute();
    return rows.map(({ type, payload }) => ({ type, ...JSON.parse(payload) }));
  };
  return {
    ...repository,
    platform,
    publish,
    clock,
    organizationId,
    spaceId,
    settings,
    sync,
    draw,
    page,
    events,
  };
}

const noKey = { identityFile: "/nowhere/key", knownHostsFile: "/nowhere/known_hosts" };

describe("a space bound to a repository", () => {
  it("imports and removes hundreds of pages with few statements", async () => {
    const { push, sync, draw } = await setUp("import");
    const { current } = countStatements("SQLite");
    const pages = Array.from({ length: 400 }, (_, number) => `guide-${number % 7}/page-${number}.md`);
    await push({
      "README.md": "# Hello\n",
      ...Object.fromEntries(pages.map((path) => [path, `# ${path}\n`])),
    });
    const before = current();
    expect(await sync()).toMatchObject({ state: "success" });
    const imported = current();
    expect(imported - before).toBeLessThan(100);
    expect(await draw()).toHaveLength(401);
    await push(Object.fromEntries(pages.map((path) => [path, undefined])));
    const pushed = current();
    expect(await sync()).toMatchObject({ state: "success" });
    expect(current() - pushed).toBeLessThan(100);
    expect(await draw()).toEqual(["/Hello: # Hello"]);
  });

  it("reads no stored texts while other changes wait for an import", async () => {
    const { push, sync } = await setUp("import");
    await push({ "one.md": "One\n", "two.md": "Two\n" });
    let isWriting = false;
    const reads: string[] = [];
    const note = (text: string): void => {
      if (/^begin/i.test(text)) isWriting = true;
      if (/^commit/i.test(text)) isWriting = false;
      if (isWriting && /^select [^(]*"markdown"/.test(text)) reads.push(text);
    };
    expect(await watchStatements(note, sync)).toMatchObject({ state: "success" });
    expect(reads).toEqual([]);
  });

  it("stores no paths that are stored already", async () => {
    const { push, sync } = await setUp("import");
    await push({ "one.md": "One\n", "two.md": "Two\n" });
    await sync();
    const writes: string[] = [];
    const note = (text: string): void => {
      if (/(?:insert into|delete from) "git_files"/.test(text)) writes.push(text.slice(0, 6));
    };
    await push({ "one.md": "Changed\n" });
    expect(await watchStatements(note, sync)).toMatchObject({ state: "success" });
    expect(writes).toEqual([]);
    await push({ "two.md": undefined, "three.md": "Three\n" });
    expect(await watchStatements(note, sync)).toMatchObject({ state: "success" });
    expect(writes).toEqual(["insert", "delete"]);
  });

  it("imports and exports pages with their tree, with an event at the start and the end", async () => {
    const { push, read, log, platform, spaceId, sync, draw, page, events } = await setUp();
    await push({
      "README.md": "# Hello\r\n",
      "guide/README.md": "Guide\n",
      "guide/setup (1).md": "Set up\n",
      "SUMMARY.md":
        "# Table of contents\n\n* [Hello](README.md)\n* [Guide \\[beta\\]](<guide/README.md>)\n  * [Set up](guide/setup%20%281%29.md)\n* [Elsewhere](https://example.com/a.md)\n* [Out](../../etc/passwd.md)\n",
      "notes.txt": "not a page",
    });
    expect(await sync()).toMatchObject({ state: "success", conflicts: [] });
    expect(await draw()).toEqual(["/Hello: # Hello", "/Guide [beta]: Guide", "Guide [beta]/Set up: Set up"]);
    const files = await listPageFiles(platform, spaceId);
    expect([...files.values()]).toEqual(["README.md", "guide/README.md", "guide/setup (1).md"]);
    expect((await events()).map(({ type, state }) => state ?? type)).toEqual([
      "space_gitsync_started",
      "space_content_updated",
      "success",
    ]);
    const [revision] = await listRevisions(platform, spaceId, { limit: 1 });
    expect(revision).toMatchObject({ summary: "Synced with Git", author: { type: "git" } });

    // Without changes on either side, a sync creates no commit or revision.
    const { commitId } = (await sync()) ?? {};
    expect(await listRevisions(platform, spaceId, { limit: 1 })).toEqual([revision]);
    expect(log()).toEqual(["Elsewhere"]);
    expect((await events()).at(-1)).toMatchObject({
      type: "space_gitsync_completed",
      state: "success",
      commitId,
    });

    // The sides make different changes, one of them to the tree.
    const more = await createPage(platform, spaceId, {
      title: "More",
      markdown: "More\n",
      parentId: await page("Set up"),
    });
    await savePage(platform, spaceId, await page("Hello"), { markdown: "# Hello there\r\n" });
    await push({ "guide/README.md": "Guide, extended\n" });
    expect(await sync()).toMatchObject({ state: "success" });
    expect(await draw()).toContain("/Guide [beta]: Guide, extended");
    expect(await read("README.md")).toBe("# Hello there\r\n");
    expect(await read("guide/setup (1)/more.md")).toBe("More\n");
    expect(await read("notes.txt")).toBe("not a page");
    expect(await read("SUMMARY.md")).toContain(
      "  * [Set up](guide/setup%20%281%29.md)\n    * [More](guide/setup%20%281%29/more.md)\n",
    );

    await deletePage(platform, spaceId, more.id);
    await movePage(platform, spaceId, await page("Set up"), { parentId: null, position: 0 });
    expect(await sync()).toMatchObject({ state: "success" });
    expect(await read("guide/setup (1)/more.md")).toBeUndefined();
    expect((await read("SUMMARY.md"))?.split("\n")[2]).toBe("* [Set up](guide/setup%20%281%29.md)");
  });

  it("reports conflicts, and changes nothing until one side is preferred", async () => {
    const { push, read, platform, spaceId, sync, draw, page, events } = await setUp();
    await push({ "a.md": "one\n", "b.md": "two\n" });
    await sync();
    const change = async (text: string) => {
      await savePage(platform, spaceId, await page("a"), { markdown: `${text} in the space\n` });
      await push({ "a.md": `${text} in the repository\n`, "b.md": `${text}\n` });
    };
    await change("first");
    expect(await sync()).toMatchObject({ state: "failure", conflicts: ["a.md"] });
    expect((await events()).at(-1)).toMatchObject({ type: "space_gitsync_completed", state: "failure" });
    expect(await draw()).toEqual(["/a: first in the space", "/b: two"]);
    expect(await read("a.md")).toBe("first in the repository\n");
    expect(await sync("repository")).toMatchObject({ state: "success", conflicts: [] });
    expect(await draw()).toEqual(["/a: first in the repository", "/b: first"]);
    await change("second");
    expect(await sync("space")).toMatchObject({ state: "success" });
    expect(await draw()).toEqual(["/a: second in the space", "/b: second"]);
    expect(await read("a.md")).toBe("second in the space\n");
  });

  it("exports a space that requires an approval, and changes none of its pages", async () => {
    const { push, read, platform, spaceId, sync, draw } = await setUp();
    await createPage(platform, spaceId, { title: "Start", markdown: "Ours\n" });
    const setRule = async (requiresApproval: boolean) =>
      await updateSpace(platform, spaceId, { requiresApproval, manages: () => true });
    await setRule(true);
    expect(await sync()).toMatchObject({ state: "success" });
    expect(await read("start.md")).toContain("Ours");
    await push({ "start.md": "Unapproved\n" });
    const detail = expect.stringContaining("require an approval");
    expect(await sync()).toMatchObject({ state: "failure", detail });
    expect(await sync("repository")).toMatchObject({ state: "failure", detail });
    expect(await draw()).toEqual(["/Start: Ours"]);
    await setRule(false);
    expect(await sync()).toMatchObject({ state: "success" });
    expect(await draw()).toEqual(["/Start: Unapproved"]);
  });

  it("asks for a side if both have pages at the first sync, and mirrors one if configured", async () => {
    const { push, read, platform, spaceId, settings, sync, draw } = await setUp("both", "docs/guide");
    await createPage(platform, spaceId, { title: "Mine", markdown: "mine\n" });
    await push({ "docs/guide/theirs.md": "theirs\n", "other.md": "other\n" });
    expect(await sync()).toMatchObject({
      state: "failure",
      detail: expect.stringContaining("both have pages"),
    });
    expect(await sync("space")).toMatchObject({ state: "success" });
    expect([
      await read("docs/guide/mine.md"),
      await read("docs/guide/theirs.md"),
      await read("other.md"),
    ]).toEqual(["mine\n", undefined, "other\n"]);
    await bindGit(platform, git, spaceId, { ...settings, direction: "import" });
    await createPage(platform, spaceId, { title: "Lost" });
    await sync();
    expect(await draw()).toEqual(["/Mine: mine"]);
    await bindGit(platform, git, spaceId, { ...settings, direction: "export" });
    await push({ "docs/guide/mine.md": "changed\n" });
    await sync();
    expect([await draw(), await read("docs/guide/mine.md")]).toEqual([["/Mine: mine"], "mine\n"]);
  });

  it("writes blocks as code blocks of their integration's language, and reads them back", async () => {
    const { push, read, platform, publish, organizationId, spaceId, sync, page } = await setUp();
    const lines =
      "scopes: []\nblocks: [{ id: diagram, title: Diagram, description: D., markdown: { codeblock: mermaid, body: content } }]";
    await publish("mermaid", lines);
    const { id } = await installIntegration(platform, "mermaid", organizationId);
    await installIntoResource(platform, id, "space", spaceId);
    await push({ "a.md": "```mermaid\ngraph TD\n```\n" });
    await sync();
    const block = { integration: "mermaid", component: "diagram", props: { content: "graph TD" } };
    const [imported] = await listPagesWithText(platform, spaceId);
    expect(imported?.markdown).toBe(`${printBlock(block)}\n`);
    const other = { ...block, props: { content: "graph LR" } };
    await savePage(platform, spaceId, await page("a"), { markdown: `${printBlock(other)}\n` });
    await sync();
    expect(await read("a.md")).toBe("```mermaid\ngraph LR\n```\n");
  });

  it("syncs on its schedule and on signed pushes only", async () => {
    const { push, platform, spaceId, clock, settings, sync } = await setUp();
    await push({ "a.md": "one\n" });
    await sync();
    const body = new TextEncoder().encode('{"ref":"refs/heads/main"}');
    const signature = `sha256=${createHmac("sha256", "hush").update(body).digest("hex")}`;
    for (const wrong of ["", "sha256=", `${signature.slice(0, -1)}x`, `sha1${signature.slice(6)}`])
      await expect(receiveGitPush(platform, spaceId, body, wrong)).rejects.toMatchObject({
        code: "unauthorized",
      });
    await expect(receiveGitPush(platform, "spc_nobody", body, signature)).rejects.toMatchObject({
      code: "unauthorized",
    });
    expect(await runDueSync(platform, git)).toBe(0);
    await receiveGitPush(platform, spaceId, body, signature);
    expect(await runDueSync(platform, git)).toBe(1);
    await bindGit(platform, git, spaceId, { ...settings, everySeconds: 3600 });
    for (const round of [1, 2]) {
      expect([round, await runDueSync(platform, git)]).toEqual([round, 0]);
      clock.now += 3600_000;
      expect([round, await runDueSync(platform, git)]).toEqual([round, 1]);
    }
  });

  it("runs a sync that was requested, scheduled or started by a dead process whose clock was ahead", async () => {
    const { push, platform, clock, settings, spaceId } = await setUp("import");
    await push({ "a.md": "one\n" });
    const [start, hours] = [clock.now, 2 * 3600_000];
    const claimAndDie = () =>
      tablesOf(platform.db)
        .updateTable("git_bindings")
        .set({ leased_until: clock.now + 15 * 60_000, updated_at: clock.now })
        .execute();
    clock.now += hours;
    await requestGitSync(platform, spaceId);
    await claimAndDie();
    clock.now = start;
    await correctDueTimes(platform);
    expect(await runDueSync(platform, git)).toBe(0);
    clock.now += 15 * 60_000;
    expect(await runDueSync(platform, git)).toBe(1);
    clock.now += hours;
    await bindGit(platform, git, spaceId, { ...settings, everySeconds: 3600 });
    clock.now -= hours;
    await correctDueTimes(platform);
    expect(await runDueSync(platform, git)).toBe(0);
    clock.now += 3600_000;
    expect(await runDueSync(platform, git)).toBe(1);
  });

  it("fails with an actionable reason, and runs no code of the repository", async () => {
    const { folder, push, platform, spaceId, settings, sync } = await setUp("import");
    expect(await sync()).toMatchObject({ state: "failure", detail: "The repository has no branch main." });
    await bindGit(platform, git, spaceId, { ...settings, remote: `${settings.remote}.nowhere` });
    expect(await sync()).toMatchObject({
      state: "failure",
      detail: "There is no Git repository at this URL.",
    });
    await bindGit(platform, git, spaceId, settings);
    await push({
      "SUMMARY.md": Array.from({ length: 11 }, (_, level) => `${"  ".repeat(level)}* [P](p${level}.md)`).join(
        "\n",
      ),
      ...Object.fromEntries(Array.from({ length: 11 }, (_, level) => [`p${level}.md`, ""])),
    });
    expect(await sync()).toMatchObject({ state: "failure", detail: expect.stringContaining("10 levels") });
    execFileSync("ln", ["-s", "/etc/passwd", join(folder, "clone/link.md")]);
    await push({ "SUMMARY.md": "* [Link](link.md)\n* [Page](p0.md)\n", "p0.md": "page\n" });
    expect(await sync()).toMatchObject({ state: "success" });
    expect((await listPagesWithText(platform, spaceId)).map(({ title }) => title)).toEqual(["Page"]);
  });

  it.each([
    ["https://8.8.8.8\\@127.0.0.1:24443/x.git", git],
    ["https://8.8.8.8#@127.0.0.1/x.git", git],
    ["https://8.8.8.8@127.0.0.1/x.git", git],
    ["https://git.example.com:443/a.git", git],
    ["https://GIT.example.com/a.git", git],
    ["https://git.example.com/a.git\n", git],
    [" https://git.example.com/a.git", git],
    ["https://git.example.com/a\tb.git", git],
    ["https:/git.example.com/a.git", git],
    ["https:git.example.com/a.git", git],
    ["https://git.example.com/a/../b.git", git],
    ["https://git.example.com/a%0ahost=127.0.0.1", git],
    ["https://git.example.com/a.git?x", git],
    ["https://2130706433/a.git", git],
    ["https://0x7f.1/a.git", git],
    ["https://0177.0.0.1/a.git", git],
    ["https://127.1/a.git", git],
    ["https://１２７.0.0.1/a.git", git],
    ["https://[::ffff:127.0.0.1]/a.git", git],
    ["ssh://git@2130706433/a.git", createGitProgram({ ssh: noKey })],
    ["ssh://git@0x7f.1/a.git", createGitProgram({ ssh: noKey })],
    ["ssh://git@git%2eexample.com/a.git", createGitProgram({ ssh: noKey })],
    ["ssh://%2DoProxyCommand=x@git.example.com/a.git", createGitProgram({ ssh: noKey })],
    ["ssh://-oProxyCommand=x@git.example.com/a.git", createGitProgram({ ssh: noKey })],
    ["ssh://git@%2DoProxyCommand=x/a.git", createGitProgram({ ssh: noKey })],
    ["file://127.0.0.1/srv/docs.git", createGitProgram({ allowFiles: true })],
    ["ext::sh -c touch% /tmp/x", createGitProgram({ allowFiles: true })],
    ["--upload-pack=touch /tmp/x", createGitProgram({ allowFiles: true })],
    ["https://user:secret@git.example.com/a.git", git],
    ["https://-oProxyCommand=x/a.git", git],
    ["ssh://-oProxyCommand=x/a.git", createGitProgram({ ssh: noKey })],
    ["ssh://git@git.example.com/a.git", git],
    ["http://git.example.com/a.git", git],
    ["git@git.example.com:a.git", git],
    ["file:///srv/docs.git", createGitProgram()],
  ])("rejects the remote %s", (url, program) => {
    expect(() => program.checkRemote(url)).toThrow(expect.objectContaining({ code: "invalid_request" }));
  });

  it.each([
    "https://127.0.0.1/a.git",
    "https://[::1]/a.git",
    "ssh://git@169.254.169.254/a.git",
    "https://localhost/a.git",
  ])("does not connect to %s", async (url) => {
    const listing = createGitProgram({ ssh: noKey }).withRepository({ url }, ({ run }) =>
      run(["ls-remote", "--", url], { speaks: true }),
    );
    await expect(listing).rejects.toThrow(/not at a public address/);
  });

  it("rejects branches and folders with a special meaning to Git or the file system", async () => {
    const { platform, spaceId, settings } = await setUp();
    const wrong = [
      ...["", "-f", "a..b", "a b", "a/", "a.lock", "/a", "a~1"].map((branch) => ({ branch })),
      ...["..", "a/../b", "/a", "a/", ".git", "a\\b"].map((folder) => ({ folder })),
    ];
    for (const change of wrong)
      await expect(bindGit(platform, git, spaceId, { ...settings, ...change })).rejects.toMatchObject({
        code: "invalid_request",
        problems: [{ path: Object.keys(change)[0] }],
      });
  });
});
