import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import type { Bar, BenchRow, BenchTable } from "./bench-table.ts";

interface Bundle {
  readonly name: string;
  readonly entry: URL;
  readonly minifiedBar?: Bar;
  readonly gzipBar?: Bar;
}

const kilobyte = 1000;

const bundles: readonly Bundle[] = [
  {
    name: "smallest useful integration",
    entry: new URL("./bundles/smallest-integration.ts", import.meta.url),
    minifiedBar: { relation: "≤", limit: 13 },
  },
  {
    name: "integration with a component",
    entry: new URL("./bundles/integration-with-component.tsx", import.meta.url),
  },
  { name: "webhook-signer, verify alone", entry: new URL("./bundles/verify-webhook.ts", import.meta.url) },
  {
    name: "webhook-receiver",
    entry: new URL("./bundles/receive-webhook.ts", import.meta.url),
    minifiedBar: { relation: "≤", limit: 45 },
  },
  {
    name: "manifest checker in a web page",
    entry: new URL("./bundles/check-manifest.ts", import.meta.url),
    gzipBar: { relation: "≤", limit: 60 },
  },
];

/** Bundles typical first programs with all dependencies, as an author would for publishing. */
export async function run(): Promise<BenchTable> {
  const rows = await Promise.all(bundles.map(weigh));
  return { title: "Size of bundles with dependencies (1 kB is 1,000 bytes)", rows: rows.flat() };
}

async function weigh({ name, entry, minifiedBar, gzipBar }: Bundle): Promise<BenchRow[]> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(entry)],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    conditions: ["@plugboard/source"],
    write: false,
    logLevel: "warning",
  });
  const [file] = outputFiles;
  if (file === undefined) throw new TypeError(`${entry.href} produced no bundle`);
  return [
    {
      name: `${name}, minified`,
      value: file.contents.length / kilobyte,
      unit: "kB",
      ...(minifiedBar !== undefined && { bar: minifiedBar }),
    },
    {
      name: `${name}, minified + gzip`,
      value: gzipSync(file.contents).length / kilobyte,
      unit: "kB",
      ...(gzipBar !== undefined && { bar: gzipBar }),
    },
  ];
}
