import { mkdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { readPackages, root } from "../../scripts/shared/workspace.ts";

/** A code block of a document. */
export interface Block {
  readonly language: string;
  /** The name in brackets: a file name or the block's purpose. */
  readonly name: string;
  readonly code: string;
}

/** Returns the code blocks of a document below `docs`, named without `.md`. */
export async function readBlocks(document: string): Promise<Block[]> {
  const text = await readFile(join(root, "docs", `${document}.md`), "utf8");
  return [...text.matchAll(/^```(\w+)(?: \[(.+)\])?\n([\s\S]*?)^```$/gm)].map(
    ([, language = "", name = "", code = ""]) => ({ language, name, code }),
  );
}

/** Links this repository's packages into a folder as if they were installed. */
export async function linkPackages(folder: string): Promise<void> {
  await mkdir(join(folder, "node_modules/@plugboard"), { recursive: true });
  for (const { name, folder: source } of await readPackages("packages/*"))
    await symlink(join(root, source), join(folder, "node_modules", name), "junction");
  await mkdir(join(folder, "node_modules/@types"));
  const others = { vitest: "", "@types/node": "", "@types/pg": "packages/webhook-delivery" };
  for (const [name, owner] of Object.entries(others))
    await symlink(join(root, owner, "node_modules", name), join(folder, "node_modules", name), "junction");
}
