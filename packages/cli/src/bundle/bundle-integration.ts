import { readdir } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { compatAliases, compatDefinitions, theirManifestNames } from "@plugboard/compat";
import { type BuildOptions, context, formatMessages, type Message } from "esbuild";
import { CliError } from "../terminal/cli-error.ts";
import { nodeModules } from "./node-modules.ts";
import { fileLoaders, rawText } from "./raw-text.ts";
import { sandboxDefinitions, sandboxGlobals, sandboxGlobalsModule } from "./sandbox-globals.ts";

/** The script to bundle. */
export interface BundleSource {
  readonly folder: string;
  /** The manifest's `script`, relative to `folder`. */
  readonly script: string;
}

/** An integration bundled into one module. */
export interface Bundle {
  /** An ES module without imports whose default export is the integration. */
  readonly module: string;
  /** The source map, with source paths relative to the integration's folder. */
  readonly sourceMap: string;
  /** The author's own source files, relative to the integration's folder. */
  readonly files: readonly string[];
  /** Imports that only fail once the script is published, each with its location. */
  readonly warnings: readonly string[];
}

/** Bundles one integration incrementally: later builds are faster than the first. */
export interface Bundler {
  /** @throws CliError `invalid_project` that lists every mistake with its location */
  readonly bundle: () => Promise<Bundle>;
  readonly close: () => Promise<void>;
}

/** The file name of a bundle in stack traces. */
export const bundleName = "bundle.mjs";

/** Opens an incremental bundler. */
export async function openBundler({ folder, script }: BundleSource): Promise<Bundler> {
  const jsxImportSource = (await isImported(folder)) ? "@gitbook/runtime" : "@plugboard/components";
  const building = await context({ ...optionsFor(folder, script), jsxImportSource });
  return {
    bundle: async () => {
      const { outputFiles, metafile, warnings } = await building.rebuild().catch(async (error: unknown) => {
        throw hasMessages(error) ? await toProjectError(error.errors) : error;
      });
      const textOf = (ending: string): string =>
        outputFiles?.find(({ path }) => path.endsWith(ending))?.text ?? "";
      const inputs = Object.keys(metafile?.inputs ?? {});
      return {
        module: textOf(bundleName),
        sourceMap: textOf(`${bundleName}.map`),
        files: inputs.filter((file) => file !== entryName && !/(^|\/)node_modules\//.test(file)),
        warnings: warnings
          .filter(({ pluginName }) => pluginName === nodeModules.name)
          .map((warning) => `${locationOf(warning)}: ${warning.text}`),
      };
    },
    close: () => building.dispose(),
  };
}

/**
 * Bundles an integration once.
 *
 * @throws CliError `invalid_project` that lists every mistake with its location
 */
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
      // Samples use a named export, other integrations a default export.
      contents: `import * as script from ${JSON.stringify(`./${script.replace(/^\.\//, "")}`)};
const { default: byDefault, integration = byDefault } = script;
if (typeof integration?.fetch !== "function") throw new TypeError(${JSON.stringify(
        `${basename(script)} exports no integration: export the result of createIntegration as \`integration\` or as the default export.`,
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
    // Published scripts run in a worker sandbox. This platform also reads the `browser` field and condition.
    platform: "browser",
    // The first condition resolves to the sources in Plugboard's own repository. Installed packages don't
    // define it.
    conditions: ["@plugboard/source", "workerd", "worker"],
    plugins: [sandboxGlobals, rawText, nodeModules],
    inject: [sandboxGlobalsModule],
    loader: fileLoaders,
    // Integrations written for GitBook import GitBook's modules.
    alias: resolveAliases(),
    define: { ...sandboxDefinitions, ...compatDefinitions },
    jsx: "automatic",
    sourcemap: "external",
    // A script has only one of the two exports; the other is undefined on purpose.
    logOverride: { "import-is-undefined": "silent" },
    logLevel: "silent",
  };
}

/**
 * Returns whether an integration was written for GitBook. Its tsconfig then extends a private package with the JSX
 * settings.
 */
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

function locationOf({ location }: Message): string {
  return location === null ? "bundle" : `${location.file}:${location.line}:${location.column + 1}`;
}

async function toProjectError(errors: readonly Message[]): Promise<CliError> {
  const problems = errors.map((error) => ({ path: locationOf(error), message: error.text }));
  // esbuild's notes are about its own options.
  const [shown = ""] = await formatMessages(
    errors.slice(0, 1).map((error) => ({ ...error, notes: [] })),
    { kind: "error", color: false },
  );
  const excerpt = shown.split("\n").slice(2).join("\n").trimEnd();
  const missing = errors.flatMap(({ text }) => /^Could not resolve "([^"./][^"]*)"/.exec(text)?.[1] ?? []);
  return new CliError("invalid_project", `The code cannot be bundled.\n${excerpt}`, {
    problems,
    next: missing[0] && `Run \`npm install\`. package.json must list the package of ${missing[0]}.`,
  });
}
