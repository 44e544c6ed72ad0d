import { readFileSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { basename, join, relative, resolve, sep } from "node:path";

/** The root of the repository. */
export const root: string = resolve(import.meta.dirname, "../..");

/** A package of the workspace, published or private. */
export interface WorkspacePackage {
  /** The name in `package.json`, such as `@plugboard/api`. */
  readonly name: string;
  /** Relative to the root, with slashes, such as `packages/api`. */
  readonly folder: string;
  readonly manifest: PackageManifest;
}

export interface PackageManifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Dependencies and build output. */
const excluded = ["node_modules", "dist", ".turbo", ".git", ".plugboard", "coverage"];

/** Returns all files of the repository that match, relative to its root, with slashes, sorted. */
export async function findFiles(...patterns: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  const found = glob([...patterns], { cwd: root, exclude: (path) => excluded.includes(basename(path)) });
  for await (const file of found) files.push(file.split(sep).join("/"));
  return [...new Set(files)].toSorted();
}

export async function readText(file: string): Promise<string> {
  return readFile(join(root, file), "utf8");
}

/** Returns the packages in these folders. */
export async function readPackages(...patterns: readonly string[]): Promise<WorkspacePackage[]> {
  const manifests = await findFiles(...patterns.map((pattern) => `${pattern}/package.json`));
  return manifests.map((file) => {
    const manifest: PackageManifest = JSON.parse(readFileSync(join(root, file), "utf8"));
    return { name: manifest.name, folder: file.slice(0, -"/package.json".length), manifest };
  });
}

/** Returns the line number of an offset, starting at 1. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** Returns whether a file is part of the tests. */
export function isTest(file: string): boolean {
  return /\.(test|test-d|conformance|fixture)\.tsx?$/.test(file) || /^(packages|apps)\/.*\/test\//.test(file);
}

/** Returns an absolute path relative to the root, with slashes. */
export function fromRoot(path: string): string {
  return relative(root, path).split(sep).join("/");
}

/** Prints the problems and exits with a failure, or prints the success message. */
export function report(problems: readonly string[], success: string, hint?: string): void {
  for (const problem of problems) console.error(problem);
  if (problems.length === 0) return console.log(success);
  if (hint !== undefined) console.error(`\n${hint}`);
  process.exitCode = 1;
}
