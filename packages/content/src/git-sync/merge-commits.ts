import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { GitSide } from "./git-bindings.ts";
import type { GitRepository } from "./git-program.ts";
import { findTree } from "./read-commit.ts";
import { type GitChange, writeCommit } from "./write-commit.ts";

/** Two commits to merge below a folder, and their common ancestor. */
export interface Sides {
  readonly base: string;
  readonly space: string;
  readonly repository: string;
  readonly folder: string;
  /** The side that wins conflicts. Defaults to reporting them. */
  readonly prefer?: GitSide | undefined;
  /** Unix time in milliseconds. */
  readonly now: number;
}

/**
 * Merges the changes of the space and the repository. Git only reads the space's folder: the rest of the
 * repository is kept unchanged, however large.
 *
 * @returns the merged commit, or the conflicting paths
 */
export async function mergeCommits(
  repository: GitRepository,
  { base, space, repository: remote, folder, prefer, now }: Sides,
): Promise<string | { readonly conflicts: readonly string[] }> {
  if (space === base) return remote;
  if (remote === base) return space;
  const ancestor = await narrow(repository, base, folder, []);
  const ours = await narrow(repository, space, folder, [ancestor]);
  const theirs = await narrow(repository, remote, folder, [ancestor]);
  const { output } = await repository.run(
    ["merge-tree", "--write-tree", "-z", "--no-messages", ours, theirs],
    { allowed: [1] },
  );
  const { tree, conflicts } = parseMerge(output);
  const toPath = (path: string): string => (folder === "" ? path : `${folder}/${path}`);
  const changes: GitChange[] = [{ path: folder, tree }];
  for (const [path, stages] of conflicts) {
    if (prefer === undefined) return { conflicts: [...conflicts.keys()].map(toPath) };
    const text = await resolveConflict(repository, stages, prefer);
    changes.push(text === undefined ? { path: toPath(path), isDeleted: true } : { path: toPath(path), text });
  }
  const parents = [remote, space];
  return await writeCommit(repository, { message: "Merge changes of the space", parents, changes, now });
}

/** Creates a commit of the folder alone. */
async function narrow(
  { run }: GitRepository,
  commit: string,
  folder: string,
  parents: readonly string[],
): Promise<string> {
  const tree = (await findTree({ run }, commit, folder)) ?? (await run(["mktree"])).output.trim();
  const after = parents.flatMap((parent) => ["-p", parent]);
  return (await run(["commit-tree", tree, ...after, "-m", "folder"])).output.trim();
}

type Stage = "1" | "2" | "3";
/** The blob ids of a file in the ancestor, the space and the repository. */
type Stages = Partial<Record<Stage, string>>;

function parseMerge(output: string) {
  const [tree = "", ...entries] = output.split("\0");
  const conflicts = new Map<string, Stages>();
  for (const entry of entries) {
    const [, id, stage, path = ""] = /^\d+ ([0-9a-f]+) ([123])\t(.*)$/s.exec(entry) ?? [];
    // The pattern matches only stages.
    if (stage !== undefined) conflicts.set(path, { ...conflicts.get(path), [stage as Stage]: id });
  }
  return { tree, conflicts };
}

/** @returns the file's text; `undefined` if the preferred side deleted it */
async function resolveConflict(
  { folder, run }: GitRepository,
  stages: Stages,
  prefer: GitSide,
): Promise<string | undefined> {
  const read = async (id: string): Promise<string> => (await run(["cat-file", "blob", id])).output;
  const { 1: base, 2: space, 3: repository } = stages;
  const preferred = prefer === "space" ? space : repository;
  if (preferred === undefined) return undefined;
  if (base === undefined || space === undefined || repository === undefined) return await read(preferred);
  const names = ["space", "base", "repository"].map((name) => join(folder, `merge-${name}`));
  for (const [index, id] of [space, base, repository].entries())
    await writeFile(names[index] ?? "", await read(id));
  const { output, code } = await run(
    ["merge-file", "-p", prefer === "space" ? "--ours" : "--theirs", ...names],
    { allowed: [255] },
  );
  // Git cannot merge binary files.
  return code === 0 ? output : await read(preferred);
}
