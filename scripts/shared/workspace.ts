import { readFileSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { basename, join, relative, resolve, sep } from "node:path";

/** The root of the repository. */
export const root: string = resolve(import.meta.dirname, "../..");

/** A package of the workspace, whether it is published or not. */
export interface WorkspacePackage {
  /** As in `package.json`, such as `@plugboard/api`. */
  readonly name: string;
  /** Relative to the root, with slashes, such as `packages/api`. */
  readonly folder: string;
  readonly manifest: PackageManifest;
}

export interface PackageManifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

/** What is not ours to check, or is made by a build. */
const excluded = ["node_modules", "dist", ".turbo", ".git", ".plugboard", "coverage"];

/** All files of the repository that match, relative to its root, with slashes, sorted. */
export async function findFiles(...patterns: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  const found = glob([...patterns], { cwd: root, exclude: (path) => excluded.includes(basename(path)) });
  for await (const file of found) files.push(file.split(sep).join("/"));
  return [...new Set(files)].toSorted();
}

export async function readText(file: string): Promise<string> {
  return readFile(join(root, file), "utf8");
}

/** The packages under the given folders. */
export async function readPackages(...patterns: readonly string[]): Promise<WorkspacePackage[]> {
  const manifests = await findFiles(...patterns.map((pattern) => `${pattern}/package.json`));
  return manifests.map((file) => {
    const manifest: PackageManifest = JSON.parse(readFileSync(join(root, file), "utf8"));
    return { name: manifest.name, folder: file.slice(0, -"/package.json".length), manifest };
  });
}

/** Where an offset of a text is, as editors write it. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** Whether a file is part of the tests and not of what is shipped. */
export function isTest(file: string): boolean {
  return /\.(test|test-d|conformance|fixture)\.tsx?$/.test(file) || /^(packages|apps)\/.*\/test\//.test(file);
}

/** A path of the machine, relative to the root, with slashes. */
export function fromRoot(path: string): string {
  return relative(root, path).split(sep).join("/");
}

/** Prints what a check found, ends with a failure where there is anything, and says so where there is nothing. */
export function report(problems: readonly string[], success: string, hint?: string): void {
  for (const problem of problems) console.error(problem);
  if (problems.length === 0) return console.log(success);
  if (hint !== undefined) console.error(`\n${hint}`);
  process.exitCode = 1;
}
