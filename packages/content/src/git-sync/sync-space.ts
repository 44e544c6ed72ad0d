import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PlatformError, type PlatformContext } from "@plugboard/platform";
import type { GitBinding } from "./git-bindings.ts";
import { gitLimits } from "./git-limits.ts";
import type { GitProgram, GitRepository } from "./git-program.ts";
import { mergeCommits } from "./merge-commits.ts";
import { listMarkdown, readTexts } from "./read-commit.ts";
import { type Files, listPaths, printFiles, summaryPath } from "./space-files.ts";
import { importFiles, readSpace, type SpaceState, toFiled, writePaths } from "./synced-space.ts";
import { type GitChange, writeCommit } from "./write-commit.ts";

/** The result of a sync. */
export interface Synced {
  /** The synced commit. `undefined` if there are conflicts. */
  readonly commitId?: string | undefined;
  /** Files with conflicting changes. If there are any, neither side was changed. */
  readonly conflicts: readonly string[];
}

/**
 * Syncs a space with its repository. The space's changes since the last sync become a commit, which Git
 * merges with the repository's. On conflicts neither side changes, unless one is preferred.
 *
 * @throws PlatformError `conflict` for problems that require a person
 */
export async function syncSpace(
  context: PlatformContext,
  program: GitProgram,
  binding: GitBinding,
): Promise<Synced> {
  const { remote: url, credentials } = binding;
  return await program.withRepository(
    { url, credentials },
    async (repository) => await syncIn(context, repository, binding),
  );
}

async function syncIn(
  context: PlatformContext,
  repository: GitRepository,
  binding: GitBinding,
): Promise<Synced> {
  const { spaceId, direction, remote, branch } = binding;
  const remoteHead = await fetchBranch(repository, binding);
  const state = await readSpace(context, spaceId);
  const merged = await mergeBoth(repository, binding, state, remoteHead, context.now());
  if (typeof merged !== "string") return merged;
  if (merged !== remoteHead)
    await repository.run(["push", "--quiet", "--", remote, `${merged}:refs/heads/${branch}`], {
      speaks: true,
    });
  if (direction === "export") await writePaths(context, binding, state.paths);
  else await importFiles(context, binding, state, await readCommit(repository, binding, merged));
  return { commitId: merged, conflicts: [] };
}

/** Fetches the branch. @returns its commit; `undefined` if the repository has no such branch yet */
async function fetchBranch(
  { folder, run }: GitRepository,
  { remote, branch, direction }: GitBinding,
): Promise<string | undefined> {
  const ref = `refs/heads/${branch}`;
  const speaks = { speaks: true };
  await run(["init", "--quiet", "--bare", "--initial-branch=sync"]);
  const settings = await readFile(join(folder, "config"));
  if ((await run(["ls-remote", "--heads", "--", remote, ref], speaks)).output === "") return undefined;
  // Only merges need history, and imports don't need large files other than pages.
  const extent = {
    both: [],
    export: ["--depth=1"],
    import: ["--depth=1", `--filter=blob:limit=${gitLimits.fileBytes + 1}`],
  }[direction];
  await run(
    [
      "fetch",
      "--quiet",
      "--no-tags",
      "--no-write-fetch-head",
      ...extent,
      "--",
      remote,
      `+${ref}:refs/remote`,
    ],
    speaks,
  );
  // Git records that the remote has the omitted files, and would fetch each one it reads.
  await writeFile(join(folder, "config"), settings);
  return (await run(["rev-parse", "refs/remote"])).output.trim();
}

/** Returns the commit for both sides, or the conflicts between them. */
async function mergeBoth(
  repository: GitRepository,
  binding: GitBinding,
  state: SpaceState,
  remoteHead: string | undefined,
  now: number,
): Promise<string | Synced> {
  const { direction, branch, commitId, prefer, folder } = binding;
  const commitOn = async (parent: string | undefined): Promise<string> =>
    await commitSpace(repository, binding, state, parent, now);
  if (remoteHead === undefined) {
    if (direction === "import")
      throw new PlatformError("conflict", `The repository has no branch ${branch}.`);
    return await commitOn(undefined);
  }
  if (direction === "import") return remoteHead;
  if (direction === "export") return state.pages.length === 0 ? remoteHead : await commitOn(remoteHead);
  if (commitId === undefined || !(await isAncestor(repository, commitId, remoteHead))) {
    // Without a common ancestor one side replaces the other.
    if (prefer === "repository" || state.pages.length === 0) return remoteHead;
    if (prefer === "space") return await commitOn(remoteHead);
    throw new PlatformError(
      "conflict",
      commitId === undefined
        ? "The space and the repository both have pages. Sync again and choose the side to keep."
        : "The history of the branch was rewritten. Sync again and choose the side to keep.",
    );
  }
  // Check the tree before Git walks it.
  await listMarkdown(repository, remoteHead, folder);
  const merged = await mergeCommits(repository, {
    base: commitId,
    space: await commitOn(commitId),
    repository: remoteHead,
    folder,
    prefer,
    now,
  });
  return merged;
}

async function isAncestor({ run }: GitRepository, ancestor: string, commit: string): Promise<boolean> {
  return (await run(["merge-base", "--is-ancestor", ancestor, commit], { allowed: [1, 128] })).code === 0;
}

/** Commits the state of the space on top of a commit. @returns the parent commit if there are no changes */
async function commitSpace(
  repository: GitRepository,
  binding: GitBinding,
  state: SpaceState,
  parent: string | undefined,
  now: number,
): Promise<string> {
  const before = parent === undefined ? new Map() : await readCommit(repository, binding, parent);
  const files = await printFiles(toFiled(state), state.codes, before.get(summaryPath) ?? "");
  const toPath = (path: string): string => (binding.folder === "" ? path : `${binding.folder}/${path}`);
  const changes: GitChange[] = [];
  for (const path of await listPaths(before))
    if (!files.has(path)) changes.push({ path: toPath(path), isDeleted: true });
  for (const [path, text] of files) if (before.get(path) !== text) changes.push({ path: toPath(path), text });
  if (parent !== undefined && changes.length === 0) return parent;
  const parents = parent === undefined ? [] : [parent];
  return await writeCommit(repository, { message: "Changes in the space", parents, changes, now });
}

async function readCommit(repository: GitRepository, { folder }: GitBinding, commit: string): Promise<Files> {
  return await readTexts(repository, await listMarkdown(repository, commit, folder));
}
