import { expect, test } from "vitest";
import { findPnpm } from "./find-pnpm.mjs";

const pnpm = "pnpm@12.18.0";
const agent = "pnpm/12.18.0 npm/? node/? linux x64";

test.each([
  ["linux", agent, "/npx/pnpm", { program: "/npx/pnpm", parameters: [], shell: false }],
  ["linux", agent, "/npx/pnpm.cjs", { program: "/bin/node", parameters: ["/npx/pnpm.cjs"], shell: false }],
  ["win32", agent, "C:\\npx\\pnpm.exe", { program: "C:\\npx\\pnpm.exe", parameters: [], shell: false }],
  [
    "win32",
    agent,
    "C:\\npx\\pnpm.mjs",
    { program: "/bin/node", parameters: ["C:\\npx\\pnpm.mjs"], shell: false },
  ],
  ["win32", agent, "C:\\npx\\pnpm.cmd", { program: "C:\\npx\\pnpm.cmd", parameters: [], shell: true }],
  ["linux", "npm/11.0.0 node/v24", "/npm-cli.js", { program: "npx", parameters: ["-y", pnpm], shell: false }],
  [
    "win32",
    "npm/11.0.0 node/v24",
    "C:\\npm-cli.js",
    { program: "npx", parameters: ["-y", pnpm], shell: true },
  ],
  ["darwin", undefined, undefined, { program: "npx", parameters: ["-y", pnpm], shell: false }],
] as const)("on %s, with %s at %s", (platform, npm_config_user_agent, npm_execpath, command) => {
  const env = { npm_config_user_agent, npm_execpath };
  expect(findPnpm(pnpm, { env, execPath: "/bin/node", platform })).toEqual(command);
});
