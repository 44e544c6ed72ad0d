import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, utimes } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createIntegration } from "@plugboard/runtime";
import { describe, expect, it, onTestFinished } from "vitest";
import { listSpaces } from "../spaces/content.ts";
import { createSpace } from "../spaces/edit-spaces.ts";
import { listPagesWithText, savePage } from "../spaces/pages.ts";
import { openMemoryPlatform } from "../../../platform/src/fixtures/open-memory-platform.fixture.ts";
import { bindGit, type GitBindingSettings, getGitBinding, requestGitSync } from "./git-bindings.ts";
import { createGitProgram, type GitProgramOptions } from "./git-program.ts";
import { createRepository } from "./git-repository.fixture.ts";
import { runDueSync } from "./run-due-syncs.ts";
import { readFiles } from "./space-files.ts";
import { atNight } from "../../../../tests/postgres/src/at-night.ts";

const mebibyte = 1024 * 1024;

interface Setup extends GitProgramOptions {
  readonly direction?: GitBindingSettings["direction"];
  readonly folder?: string;
}

/** A space connected to a repository that the test fills with Git's plumbing commands. */
async function setUp({ direction = "import", folder = "", ...options }: Setup = {}) {
  const repository = await createRepository();
  const bare = join(repository.folder, "bare.git");
  const temporaryFolder = join(repository.folder, "temporary");
  await mkdir(temporaryFolder);
  const git = createGitProgram({ allowFiles: true, temporaryFolder, ...options });
  const { platform, clock } = await openMemoryPlatform(createIntegration({}));
  const [seeded] = await listSpaces(platform);
  const { id: spaceId } = await createSpace(platform, {
    organizationId: seeded?.organizationId ?? "",
    title: "Docs",
  });
  await bindGit(platform, git, spaceId, { remote: repository.url, branch: "main", folder, direction });
  const run = (args: readonly string[], input: string | Uint8Array = ""): string =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@b.example", ...args], {
      cwd: bare,
      input,
      encoding: "utf8",
      maxBuffer: 64 * mebibyte,
    }).trim();
  const blob = (content: string | Uint8Array): string => run(["hash-object", "-w", "--stdin"], content);
  const tree = (entries: readonly string[]): string =>
    run(["mktree"], entries.map((entry) => `${entry}\n`).join(""));
  const commit = (id: string): void => {
    const parents = run(["for-each-ref", "refs/heads/main"]) === "" ? [] : ["-p", "main"];
    run(["update-ref", "refs/heads/main", run(["commit-tree", id, ...parents, "-m", "x"])]);
  };
  const sync = async () => {
    clock.now += 1000;
    await requestGitSync(platform, spaceId);
    await runDueSync(platform, git);
    // The temporary files are always deleted.
    expect(await readdir(temporaryFolder)).toEqual([]);
    return (await getGitBinding(platform, spaceId)).lastSync;
  };
  const titles = async () => (await listPagesWithText(platform, spaceId)).map(({ title }) => title);
  return { ...repository, platform, spaceId, run, blob, tree, commit, sync, titles };
}

/** A tree of `width` to the power of `depth` copies of a leaf. */
function growTree(tree: (entries: readonly string[]) => string, leaf: string, width: number, depth: number) {
  let entry = leaf;
  for (let level = 0; level < depth; level += 1)
    entry = `040000 tree ${tree(Array.from({ length: width }, (_, index) => entry.replace("%", `f${index}`)))}\t%`;
  return tree([entry.replace("%", "bomb")]);
}

describe("a repository designed to exhaust the server", () => {
  it.each([4900, ...atNight(1500)])("with one file of 1 MB under %i names is rejected", async (names) => {
    const { blob, tree, commit, sync, titles } = await setUp();
    const id = blob("a".repeat(999_999));
    commit(tree(Array.from({ length: names }, (_, index) => `100644 blob ${id}\tp${index}.md`)));
    expect(await sync()).toMatchObject({
      state: "failure",
      detail: "The repository's pages have more than 32 MiB together.",
    });
    expect(await titles()).toEqual([]);
  });

  it.each<readonly [string, (id: string) => string]>([
    ["files", (id: string) => `100644 blob ${id}\t%`],
    ...atNight(["empty folders", () => "040000 tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904\t%"] as const),
  ])("with a tree of a billion %s is rejected", async (_what, leafOf) => {
    const { blob, tree, commit, sync } = await setUp();
    tree([]);
    commit(growTree(tree, leafOf(blob("x")), 10, 9));
    expect(await sync()).toMatchObject({
      state: "failure",
      detail: "The repository has more than 100000 files and folders.",
    });
  });

  it.each(["docs", ...atNight("")])(
    "with one folder of 9 MiB is rejected before it is read (%s)",
    async (folder) => {
      const { blob, tree, run, commit, sync } = await setUp({ folder });
      const id = Buffer.from(blob("x"), "hex");
      const name = (index: number) => `${String(index).padStart(6, "0")}${"n".repeat(200)}`;
      const entries = Array.from({ length: 42_000 }, (_, index) =>
        Buffer.concat([Buffer.from(`100644 ${name(index)}\0`), id]),
      );
      const large = run(["hash-object", "-t", "tree", "-w", "--stdin"], Buffer.concat(entries));
      commit(folder === "" ? large : tree([`040000 tree ${large}\t${folder}`]));
      expect(await sync()).toMatchObject({
        state: "failure",
        detail: "The repository has a folder whose list takes more than 8 MiB.",
      });
    },
  );

  it("with such a tree outside of the space's folder syncs both ways, and keeps the tree", async () => {
    const { blob, tree, commit, sync, platform, spaceId, run } = await setUp({
      direction: "both",
      folder: "docs",
    });
    const leaf = `100644 blob ${blob("x")}\t%`;
    const docs = (text: string) => `040000 tree ${tree([`100644 blob ${blob(text)}\ta.md`])}\tdocs`;
    const bomb = (depth: number) => `040000 tree ${growTree(tree, leaf, 10, depth)}\tbomb`;
    commit(tree([docs("one\n\ntwo\n\nthree\n"), bomb(9)]));
    expect(await sync()).toMatchObject({ state: "success" });
    const [page] = await listPagesWithText(platform, spaceId);
    await savePage(platform, spaceId, page?.id ?? "", { markdown: "one\n\ntwo\n\nthree, edited here\n" });
    const another = bomb(10);
    commit(tree([docs("one, edited there\n\ntwo\n\nthree\n"), another]));
    expect(await sync()).toMatchObject({ state: "success" });
    expect(run(["show", "main:docs/a.md"])).toBe("one, edited there\n\ntwo\n\nthree, edited here");
    expect(run(["ls-tree", "main", "bomb"])).toBe(another);
  });

  it("with folders 3,000 deep is rejected", async () => {
    const { blob, run, sync } = await setUp();
    blob("x");
    const path = `${"d/".repeat(3000)}a.md`;
    const lines = [
      "commit refs/heads/main",
      "committer A <a@b.example> 0 +0000",
      "data 0",
      "M 100644 inline",
    ];
    run(["fast-import", "--quiet"], `${lines.join("\n")} ${path}\ndata 1\nx\n`);
    expect(await sync()).toMatchObject({
      state: "failure",
      detail: expect.stringMatching(/more than 64 levels deep|path (of|with) more than 1,?000 characters/),
    });
  });

  it.each<readonly [string, number, string, string]>([
    ["5,002 pages", 5002, "md", "The repository has more than 5000 pages."],
    ...atNight([
      "100,001 files",
      100_001,
      "txt",
      "The repository has more than 100000 files and folders.",
    ] as const),
  ])("with %s is rejected", async (_what, count, extension, detail) => {
    const { blob, tree, commit, sync } = await setUp();
    const id = blob("x");
    commit(tree(Array.from({ length: count }, (_, index) => `100644 blob ${id}\tp${index}.${extension}`)));
    expect(await sync()).toMatchObject({ state: "failure", detail });
  });

  it("over the operator's size limit is rejected, whether it compresses or not", {
    tags: ["night"],
  }, async () => {
    const options = { maxRepositoryBytes: 4 * mebibyte };
    const { blob, tree, commit, sync } = await setUp(options);
    commit(tree([`100644 blob ${blob(randomBytes(6 * mebibyte))}\tlarge.bin`]));
    expect(await sync()).toMatchObject({
      state: "failure",
      detail: "The repository is too large to sync.",
    });
    const compressed = await setUp(options);
    const page = `100644 blob ${compressed.blob(new Uint8Array(50 * mebibyte))}\ta.md`;
    compressed.commit(compressed.tree([page]));
    expect(await compressed.sync()).toMatchObject({
      state: "failure",
      detail: "a.md has more than 1000000 characters.",
    });
  });

  it("is fetched without its large files if the host supports it", async () => {
    const { blob, tree, commit, run, sync, titles } = await setUp({ maxRepositoryBytes: 4 * mebibyte });
    run(["config", "uploadpack.allowFilter", "true"]);
    const large = blob(randomBytes(6 * mebibyte));
    commit(tree([`100644 blob ${large}\tlarge.bin`, `100644 blob ${blob("# A\n")}\ta.md`]));
    expect(await sync()).toMatchObject({ state: "success" });
    expect(await titles()).toEqual(["A"]);
    commit(tree([`100644 blob ${large}\ta.md`]));
    expect(await sync()).toMatchObject({
      state: "failure",
      detail: "a.md has more than 1000000 characters.",
    });
  });

  it("that does not respond in time is aborted, along with Git's child processes", async () => {
    const silent: Server = createServer(() => {}).listen(0, "127.0.0.1");
    await once(silent, "listening");
    onTestFinished(() => void silent.close());
    const address = silent.address();
    const port = typeof address === "object" ? address?.port : 0;
    const git = createGitProgram({
      network: { allowNetworks: ["127.0.0.0/8"] },
      timeoutMilliseconds: 300,
    });
    const remote = `https://127.0.0.1:${port}/a.git`;
    const listing = git.withRepository({ url: remote }, ({ run }) =>
      run(["ls-remote", "--", remote], { speaks: true }),
    );
    await expect(listing).rejects.toThrow("The sync took too long and was stopped.");
  });

  it("with headings of any length is read in linear time", async () => {
    const files = new Map([["a.md", `# ${"#".repeat(900_000)}x`]]);
    expect(await readFiles(files, [])).toHaveLength(1);
  });
});

it("removes only the leftovers of killed processes from the temporary folder", async () => {
  const temporaryFolder = await mkdtemp(join(tmpdir(), "git-leftovers-test-"));
  onTestFinished(async () => await rm(temporaryFolder, { recursive: true }));
  const git = createGitProgram({ allowFiles: true, temporaryFolder });
  const { pid: ended } = await endedProcess();
  const old = new Date(Date.now() - 2 * 3600 * 1000);
  for (const name of [
    `plugboard-git-${ended}-0-a`,
    // This process's own ID, as in a restarted container.
    `plugboard-git-${process.pid}-0-b`,
    `plugboard-git-${process.ppid}-0-running`,
    `plugboard-git-${process.ppid}-0-old`,
    "elsewhere",
  ])
    await mkdir(join(temporaryFolder, name, "objects"), { recursive: true });
  await utimes(join(temporaryFolder, `plugboard-git-${process.ppid}-0-old`), old, old);
  await git.withRepository({ url: "file:///nowhere" }, async ({ folder }) => {
    await git.removeLeftovers();
    expect((await readdir(temporaryFolder)).map((name) => join(temporaryFolder, name)).toSorted()).toEqual(
      [
        folder,
        join(temporaryFolder, "elsewhere"),
        join(temporaryFolder, `plugboard-git-${process.ppid}-0-running`),
      ].toSorted(),
    );
  });
});

async function endedProcess(): Promise<{ readonly pid: string }> {
  return { pid: execFileSync("/bin/sh", ["-c", "echo $$"], { encoding: "utf8" }).trim() };
}
