import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { root } from "./workspace.ts";

/** The fields of a published `package.json` that people and tools rely on. */
export interface PublishedManifest {
  readonly name: string;
  readonly private?: boolean;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly homepage?: string;
  readonly bugs?: string;
  readonly sideEffects?: boolean | readonly string[];
  readonly engines: { readonly node: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly publishConfig: {
    readonly exports: Readonly<Record<string, { readonly default?: string } | string>>;
  };
}

const required = ["description", "keywords", "homepage", "bugs", "sideEffects"] as const;

/** Returns the problems of a package's manifest, on its own and compared with those of its dependencies. */
export function findManifestProblems(folder: string, manifest: PublishedManifest): string[] {
  return [
    ...required.filter((field) => manifest[field] === undefined).map((field) => `has no ${field}`),
    ...(manifest.publishConfig.exports["./package.json"] === undefined
      ? ["does not export ./package.json"]
      : []),
    ...Object.entries(manifest.dependencies ?? {}).flatMap(([name, range]) =>
      findDependencyProblems(folder, manifest, name, range),
    ),
  ];
}

function findDependencyProblems(
  folder: string,
  { engines }: PublishedManifest,
  name: string,
  range: string,
): string[] {
  if (range.startsWith("workspace:")) return [];
  const written = range === "catalog:" ? readCatalog().get(name) : range;
  const problems =
    written?.startsWith("^") === true ? [] : [`pins ${name} to ${written}; use a range that starts with ^`];
  const needed = minNodeOf(readInstalled(folder, name));
  const promised = minNodeOf({ engines });
  if (needed !== undefined && promised !== undefined && compare(promised, needed) < 0)
    problems.push(`says Node.js ${engines.node}, but ${name} needs ${needed.join(".")}`);
  return problems;
}

type Version = readonly [major: number, minor: number];

/** Returns the minimum version of the lowest major that isn't older than ours: 22.3 for `^20.1 || >=22.3`. */
function minNodeOf({ engines }: { readonly engines?: { readonly node?: string } }): Version | undefined {
  const starts = [...(engines?.node ?? "").matchAll(/(?:>=|\^|~)\s*v?(\d+)(?:\.(\d+))?/g)];
  const versions = starts.map(([, major, minor]): Version => [Number(major), Number(minor ?? 0)]);
  // Other ranges belong to newer majors than the oldest one we support.
  return versions
    .filter(([major]) => major <= oldestMajor)
    .toSorted(compare)
    .at(-1);
}

const oldestMajor = 22;

function compare(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1];
}

function readInstalled(folder: string, name: string): { readonly engines?: { readonly node?: string } } {
  const paths = createRequire(join(folder, "package.json")).resolve.paths(name) ?? [];
  for (const path of paths) {
    try {
      return JSON.parse(readFileSync(join(path, name, "package.json"), "utf8"));
    } catch {
      // Try the next one.
    }
  }
  throw new Error(`${name} is not installed for ${dirname(folder)}`);
}

/** Returns the shared versions from the catalog at the end of pnpm's file. */
function readCatalog(): ReadonlyMap<string, string> {
  const text = readFileSync(join(root, "pnpm-workspace.yaml"), "utf8");
  const [, catalog = ""] = text.split(/^catalog:$/m);
  return new Map(
    [...catalog.matchAll(/^ {2}"?([^":]+)"?: (.+)$/gm)].map(([, name = "", version = ""]) => [name, version]),
  );
}
