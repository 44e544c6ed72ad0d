import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { limits } from "@plugboard/api/contract";
import { PlatformError } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { GitBinding } from "./git-bindings.ts";
import type { GitProgram } from "./git-program.ts";
import { type Files, printFiles, readFiles, summaryPath } from "./space-files.ts";
import { importFiles, readSpace, type SpaceState, toFiled, writePaths } from "./synced-space.ts";

/** How far a sync came. */
export interface Synced {
  /** The commit that both sides are at now; absent where there are conflicts. */
  readonly commitId?: string | undefined;
  /** Files that both sides changed. Nothing was changed on either. */
  readonly conflicts: readonly string[];
}

/** A clone of the repository, for one sync. */
interface Clone {
  readonly folder: string;
  /** Runs git in it. */
  readonly git: (...args: string[]) => Promise<string>;
  /** Whether git says yes. */
  readonly says: (...args: string[]) => Promise<boolean>;
  /** Runs git with its remote. */
  readonly speak: (...args: string[]) => Promise<string>;
}

/**
 * Brings a space and its repository to the same state. What changed in the space since the last sync becomes a commit, which git
 * merges with what changed in the repository. Where git cannot merge, nothing changes on either side, unless one is preferred.
 *
 * @throws PlatformError `conflict` for what only a person can mend
 */
export async function syncSpace(
  context: PlatformContext,
  program: GitProgram,
  binding: GitBinding,
): Promise<Synced> {
  const folder = await mkdtemp(join(tmpdir(), "plugboard-git-"));
  try {
    return await syncIn(context, openClone(program, binding, folder), binding);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function openClone(program: GitProgram, { remote: url, credentials }: GitBinding, folder: string): Clone {
  return {
    folder,
    git: async (...args) => (await program.run({ args, folder })).output,
    says: async (...args) => (await program.run({ args, folder, allowed: [1, 128] })).code === 0,
    speak: async (...args) => (await program.run({ args, folder, remote: { url, credentials } })).output,
  };
}

async function syncIn(context: PlatformContext, clone: Clone, binding: GitBinding): Promise<Synced> {
  const { spaceId, direction } = binding;
  const remoteHead = await fetchBranch(clone, binding);
  const state = await readSpace(context, spaceId);
  const merged = await mergeBoth(clone, binding, state, remoteHead);
  if (typeof merged !== "string") return merged;
  if (merged !== remoteHead)
    await clone.speak("push", "--quiet", "--", binding.remote, `${merged}:refs/heads/${binding.branch}`);
  if (direction !== "export")
    await importFiles(context, binding, state, await readCommit(clone, binding, merged));
  else await writePaths(context, spaceId, state.paths);
  return { commitId: merged, conflicts: [] };
}

/** Gets the branch. @returns its commit; `undefined` where the repository has no such branch yet */
async function fetchBranch(clone: Clone, { remote, branch }: GitBinding): Promise<string | undefined> {
  const ref = `refs/heads/${branch}`;
  await clone.git("init", "--quiet", "--initial-branch=sync", ".");
  await clone.git("config", "user.name", "Plugboard");
  await clone.git("config", "user.email", "plugboard@localhost");
  if ((await clone.speak("ls-remote", "--heads", "--", remote, ref)) === "") return undefined;
  await clone.speak("fetch", "--quiet", "--no-tags", "--", remote, `+${ref}:refs/remotes/origin/head`);
  return (await clone.git("rev-parse", "refs/remotes/origin/head")).trim();
}

/** The commit that both sides are to be at, or why they cannot be. */
async function mergeBoth(
  clone: Clone,
  binding: GitBinding,
  state: SpaceState,
  remoteHead: string | undefined,
): Promise<string | Synced> {
  const { direction, branch, commitId } = binding;
  if (remoteHead === undefined) {
    if (direction === "import")
      throw new PlatformError("conflict", `The repository has no branch ${branch}.`);
    return await commitSpace(clone, binding, state);
  }
  if (direction === "import") return remoteHead;
  const isKnown =
    commitId !== undefined && (await clone.says("merge-base", "--is-ancestor", commitId, remoteHead));
  const side = direction === "export" ? "space" : binding.prefer;
  if (!isKnown || direction === "export") {
    // There is nothing that both began with: one of them becomes what the other is.
    if (side === "repository" || state.pages.length === 0) return remoteHead;
    if (side === undefined)
      throw new PlatformError(
        "conflict",
        commitId === undefined
          ? "The space and the repository both have pages. Sync once more and say which of them is right."
          : "The branch's history was rewritten. Sync once more and say which side is right.",
      );
    await clone.git("checkout", "--quiet", "--detach", remoteHead);
    return await commitSpace(clone, binding, state);
  }
  await clone.git("checkout", "--quiet", "--detach", commitId);
  await commitSpace(clone, binding, state);
  const preferring = side === undefined ? [] : [side === "space" ? "-Xours" : "-Xtheirs"];
  if (!(await clone.says("merge", "--quiet", "--no-edit", ...preferring, remoteHead))) {
    const names = await clone.git("diff", "--name-only", "--diff-filter=U", "-z");
    return { conflicts: names.split("\0").filter((name) => name !== "") };
  }
  return await head(clone);
}

async function head(clone: Clone): Promise<string> {
  return (await clone.git("rev-parse", "HEAD")).trim();
}

/** Makes the space's state a commit on top of what is checked out, if it is another. */
async function commitSpace(clone: Clone, binding: GitBinding, state: SpaceState): Promise<string> {
  const hasCommit = await clone.says("rev-parse", "--verify", "--quiet", "HEAD");
  const before = hasCommit ? await readCommit(clone, binding, await head(clone)) : new Map<string, string>();
  const files = printFiles(toFiled(state), state.codes, before.get(summaryPath) ?? "");
  const pagesBefore = readFiles(before, state.codes).map(({ path }) => path);
  for (const path of pagesBefore)
    if (!files.has(path)) await rm(join(clone.folder, binding.folder, path), { force: true });
  for (const [path, text] of files) {
    if (before.get(path) === text) continue;
    const file = join(clone.folder, binding.folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  await clone.git("add", "--all", "--force", ".");
  if (await clone.says("diff", "--cached", "--quiet", "--exit-code")) {
    if (before.size > 0 || (await clone.says("rev-parse", "--verify", "--quiet", "HEAD")))
      return await head(clone);
  }
  await clone.git("commit", "--quiet", "--allow-empty", "--no-verify", "--message", "Changes in the space");
  return await head(clone);
}

/** The Markdown files of a commit below the binding's folder, by their paths below it. */
async function readCommit(clone: Clone, { folder }: GitBinding, commit: string): Promise<Files> {
  await clone.git("checkout", "--quiet", "--force", "--detach", commit);
  const listed = await clone.git("ls-tree", "-r", "-z", "--full-tree", commit);
  const files = new Map<string, string>();
  const prefix = folder === "" ? "" : `${folder}/`;
  for (const entry of listed.split("\0")) {
    const [, mode = "", path = ""] = /^(\d+) blob \S+\t(.*)$/s.exec(entry) ?? [];
    // No links, and nothing outside of the folder.
    if (!mode.startsWith("100") || !path.startsWith(prefix) || !path.toLowerCase().endsWith(".md")) continue;
    const text = await readFile(join(clone.folder, path), "utf8");
    if (text.length > limits.markdownLength)
      throw new PlatformError("conflict", `${path} has more than ${limits.markdownLength} characters.`);
    files.set(path.slice(prefix.length), text);
    if (files.size > limits.spacePages)
      throw new PlatformError("conflict", `The repository has more than ${limits.spacePages} pages.`);
  }
  return files;
}
