import { readdir } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { compatAliases, compatDefinitions, theirManifestNames } from "@plugboard/compat";
import { type BuildOptions, context, formatMessages, type Message } from "esbuild";
import { CliError } from "../terminal/cli-error.ts";
import { nodeModules } from "./node-modules.ts";
import { rawText } from "./raw-text.ts";

/** What is bundled. */
export interface BundleSource {
  /** The integration's folder. */
  readonly folder: string;
  /** The manifest's `script`, relative to the folder. */
  readonly script: string;
}

/** An integration in one module. */
export interface Bundle {
  /** An ES module without imports, whose default export is the integration. */
  readonly module: string;
  /** Its source map; the paths of the sources are relative to the integration's folder. */
  readonly sourceMap: string;
  /** The author's own files in it, relative to the integration's folder. */
  readonly files: readonly string[];
}

/** Bundles the same integration again and again, and faster than the first time. */
export interface Bundler {
  /** @throws CliError `invalid_project` that lists every mistake with its place */
  readonly bundle: () => Promise<Bundle>;
  readonly close: () => Promise<void>;
}

/** The name of a bundle in stack traces. */
export const bundleName = "bundle.mjs";

/** Opens a bundler. */
export async function openBundler({ folder, script }: BundleSource): Promise<Bundler> {
  const jsxImportSource = (await isImported(folder)) ? "@gitbook/runtime" : "@plugboard/components";
  const building = await context({ ...optionsFor(folder, script), jsxImportSource });
  return {
    bundle: async () => {
      const { outputFiles, metafile } = await building.rebuild().catch(async (error: unknown) => {
        throw hasMessages(error) ? await toProjectError(error.errors) : error;
      });
      const textOf = (ending: string): string =>
        outputFiles?.find(({ path }) => path.endsWith(ending))?.text ?? "";
      const inputs = Object.keys(metafile?.inputs ?? {});
      return {
        module: textOf(bundleName),
        sourceMap: textOf(`${bundleName}.map`),
        files: inputs.filter((file) => file !== entryName && !/(^|\/)node_modules\//.test(file)),
      };
    },
    close: () => building.dispose(),
  };
}

/** Bundles an integration once. @throws CliError `invalid_project` that lists every mistake with its place */
export async function bundleIntegration(source: BundleSource): Promise<Bundle> {
  const bundler = await openBundler(source);
  try {
    return await bundler.bundle();
  } finally {
    await bundler.close();
  }
}

const entryName = "plugboard-entry.js";

function optionsFor(folder: string, script: string): BuildOptions {
  return {
    absWorkingDir: folder,
    stdin: {
      // Samples name their export, others use the default one.
      contents: `import * as script from ${JSON.stringify(`./${script.replace(/^\.\//, "")}`)};
const { default: byDefault, integration = byDefault } = script;
if (typeof integration?.fetch !== "function") throw new TypeError(${JSON.stringify(
        `${basename(script)} exports no integration: export the result of createIntegration as \`integration\`, or by default.`,
      )});
export default integration;
`,
      resolveDir: folder,
      sourcefile: entryName,
    },
    outfile: bundleName,
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    target: "es2024",
    // The sandbox of a published script is a worker. This platform reads the `browser` field and condition, too.
    platform: "browser",
    // The first one finds sources in Plugboard's own repository. Installed packages have no such condition.
    conditions: ["@plugboard/source", "workerd", "worker"],
    plugins: [rawText, nodeModules],
    // An integration that was written for GitBook imports its modules.
    alias: resolveAliases(),
    define: { "process.env.NODE_ENV": '"production"', ...compatDefinitions },
    jsx: "automatic",
    sourcemap: "external",
    // The export that a script does not have is undefined, and meant to be.
    logOverride: { "import-is-undefined": "silent" },
    logLevel: "silent",
  };
}

/** Whether an integration was written for GitBook, whose settings for JSX are in a package that nobody else has. */
async function isImported(folder: string): Promise<boolean> {
  const files = await readdir(folder);
  return files.some((file) => theirManifestNames.includes(file));
}

function resolveAliases(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(compatAliases).map(([name, target]) => [name, fileURLToPath(import.meta.resolve(target))]),
  );
}

function hasMessages(error: unknown): error is { readonly errors: readonly Message[] } {
  return error instanceof Error && "errors" in error && Array.isArray(error.errors);
}

async function toProjectError(errors: readonly Message[]): Promise<CliError> {
  const problems = errors.map(({ text, location }) => ({
    path: location === null ? "bundle" : `${location.file}:${location.line}:${location.column + 1}`,
    message: text,
  }));
  const [shown = ""] = await formatMessages([...errors].slice(0, 1), { kind: "error", color: false });
  const excerpt = shown.split("\n").slice(2).join("\n").trimEnd();
  const missing = errors.flatMap(({ text }) => /^Could not resolve "([^"./][^"]*)"/.exec(text)?.[1] ?? []);
  return new CliError("invalid_project", `The code cannot be bundled.\n${excerpt}`, {
    problems,
    next: missing[0] && `Run \`npm install\`; package.json has to name the package of ${missing[0]}, too.`,
  });
}
