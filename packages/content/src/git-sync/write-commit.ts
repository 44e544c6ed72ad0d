import type { GitRepository } from "./git-program.ts";

/** The changes of a commit, with paths relative to the repository's root. */
export type GitChange =
  | { readonly path: string; readonly text: string }
  /** Replaces a folder, or the whole tree if the path is empty. */
  | { readonly path: string; readonly tree: string }
  | { readonly path: string; readonly isDeleted: true };

/** A commit to write. */
export interface NewCommit {
  readonly message: string;
  /** The changes apply to the files of the first parent. */
  readonly parents: readonly string[];
  readonly changes: readonly GitChange[];
  /** Unix time in milliseconds. */
  readonly now: number;
}

/** Writes a commit without a working tree, so that only the folders it changes are read. @returns its id */
export async function writeCommit({ run }: GitRepository, commit: NewCommit): Promise<string> {
  const [from, merge] = commit.parents;
  const lines = [
    "commit refs/heads/sync",
    `committer Plugboard <plugboard@localhost> ${Math.floor(commit.now / 1000)} +0000`,
    ...data(commit.message),
    ...(from === undefined ? [] : [`from ${from}`]),
    ...(merge === undefined ? [] : [`merge ${merge}`]),
    ...commit.changes.flatMap(toLines),
    "done",
  ];
  await run(["fast-import", "--quiet", "--force", "--done"], { input: `${lines.join("\n")}\n` });
  return (await run(["rev-parse", "refs/heads/sync"])).output.trim();
}

function toLines(change: GitChange): string[] {
  const path = `"${change.path.replaceAll(/["\\]/g, "\\$&").replaceAll("\n", "\\n")}"`;
  if ("isDeleted" in change) return [`D ${path}`];
  if ("tree" in change) return [`M 040000 ${change.tree} ${path}`];
  return [`M 100644 inline ${path}`, ...data(change.text)];
}

function data(text: string): string[] {
  return [`data ${Buffer.byteLength(text)}`, text];
}
