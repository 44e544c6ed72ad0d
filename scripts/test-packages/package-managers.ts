import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { root } from "../shared/workspace.ts";
import type { Consumer } from "./consumer.ts";

/** What a project says to a package manager, and how it installs. */
export interface PackageManager {
  readonly name: string;
  /** Packages that it is not tried with. */
  readonly without?: readonly string[];
  /** Files beside `package.json`, and fields of it, that let packages find each other as tarballs. */
  readonly files: (overrides: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
  readonly fields: (overrides: Readonly<Record<string, string>>) => object;
  readonly install: (consumer: Consumer) => Promise<unknown>;
}

const bun = join(
  dirname(createRequire(join(root, "tests/runtimes/package.json")).resolve("bun/package.json")),
  "bin/bun.exe",
);
const npm = process.platform === "win32" ? "npm.cmd" : "npm";
const npx = process.platform === "win32" ? "npx.cmd" : "npx";
// The one that runs this script.
const pnpm = process.env["npm_execpath"] ?? "pnpm";

/** The package managers that people install packages with. */
export const packageManagers: readonly PackageManager[] = [
  {
    name: "npm",
    files: () => ({}),
    fields: () => ({}),
    install: ({ run }) => run(npm, ["install", "--no-audit", "--no-fund", "--loglevel=error"]),
  },
  {
    name: "pnpm",
    files: (overrides) => ({
      "pnpm-workspace.yaml": `strictDepBuilds: false\noverrides: ${JSON.stringify(overrides)}\n`,
    }),
    fields: () => ({}),
    install: ({ run }) => run(pnpm, ["install", "--reporter=silent"]),
  },
  {
    name: "yarn",
    // It resolves workerd for every system, and a mirror of the registry has it for its own.
    without: ["@plugboard/script-runner"],
    files: () => ({ ".yarnrc.yml": "nodeLinker: node-modules\nenableTelemetry: false\n", "yarn.lock": "" }),
    fields: (overrides) => ({ resolutions: overrides }),
    install: async ({ run }) => {
      // It does not read npm's settings.
      const registry = (await run(npm, ["config", "get", "registry"])).trim();
      await run(npx, ["-y", "@yarnpkg/cli-dist@4", "install"], {
        YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
        YARN_NPM_REGISTRY_SERVER: registry.replace(/\/$/, ""),
        YARN_UNSAFE_HTTP_WHITELIST: new URL(registry).hostname,
      });
    },
  },
  {
    name: "bun",
    files: () => ({}),
    fields: (overrides) => ({ overrides }),
    install: ({ run }) => run(bun, ["install", "--silent"]),
  },
];
