import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { root } from "../shared/workspace.ts";
import type { Consumer } from "./consumer.ts";

/** The configuration and the install command of a package manager. */
export interface PackageManager {
  readonly name: string;
  /** Packages to skip. */
  readonly without?: readonly string[];
  /** Files and `package.json` fields that make packages find each other as tarballs. */
  readonly files: (overrides: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
  readonly fields: (overrides: Readonly<Record<string, string>>) => object;
  readonly install: (consumer: Consumer) => Promise<unknown>;
  /** Flags of Node.js without which it doesn't find the installed packages. */
  readonly flags?: readonly string[];
}

const bun = join(
  dirname(createRequire(join(root, "tests/runtimes/package.json")).resolve("bun/package.json")),
  "bin/bun.exe",
);
const npm = process.platform === "win32" ? "npm.cmd" : "npm";
const npx = process.platform === "win32" ? "npx.cmd" : "npx";
// The pnpm that runs this script.
const pnpm = process.env["npm_execpath"] ?? "pnpm";

async function installWithYarn({ run }: Consumer): Promise<void> {
  // yarn ignores npm's settings.
  const registry = (await run(npm, ["config", "get", "registry"])).trim();
  await run(npx, ["-y", "@yarnpkg/cli-dist@4", "install"], {
    YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
    YARN_NPM_REGISTRY_SERVER: registry.replace(/\/$/, ""),
    YARN_UNSAFE_HTTP_WHITELIST: new URL(registry).hostname,
  });
}

/** The tested package managers. */
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
    // yarn resolves workerd for all systems, but a registry mirror may have it only for its own.
    without: ["@plugboard/script-runner"],
    files: () => ({ ".yarnrc.yml": "nodeLinker: node-modules\nenableTelemetry: false\n", "yarn.lock": "" }),
    fields: (overrides) => ({ resolutions: overrides }),
    install: installWithYarn,
  },
  {
    name: "yarn with Plug'n'Play",
    without: ["@plugboard/script-runner"],
    files: () => ({ ".yarnrc.yml": "nodeLinker: pnp\nenableTelemetry: false\n", "yarn.lock": "" }),
    fields: (overrides) => ({ resolutions: overrides }),
    install: installWithYarn,
    flags: ["--require=./.pnp.cjs", "--experimental-loader=./.pnp.loader.mjs"],
  },
  {
    name: "bun",
    files: () => ({}),
    fields: (overrides) => ({ overrides }),
    install: ({ run }) => run(bun, ["install", "--silent"]),
  },
];
