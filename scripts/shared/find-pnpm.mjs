// @ts-check
// Plain JavaScript, because it runs on any Node before anything is installed.

/**
 * @typedef {object} Machine
 * @property {NodeJS.ProcessEnv} env
 * @property {string} execPath the program of Node.js
 * @property {NodeJS.Platform} platform
 */

/**
 * @typedef {object} Command
 * @property {string} program
 * @property {readonly string[]} parameters the parameters before pnpm's own
 * @property {boolean} shell whether it requires a shell, like Windows's command files
 */

/**
 * Finds pnpm: the instance that runs this script, which may not be on the PATH, or else the version in the
 * repository.
 *
 * @param {string} packageManager the value in `package.json`
 * @param {Machine} [machine]
 * @returns {Command}
 */
export function findPnpm(packageManager, { env, execPath, platform } = process) {
  const program = env["npm_execpath"] ?? "";
  const isWindows = platform === "win32";
  if (env["npm_config_user_agent"]?.startsWith("pnpm/") !== true || program === "")
    return { program: "npx", parameters: ["-y", packageManager], shell: isWindows };
  if (/\.[cm]?js$/.test(program)) return { program: execPath, parameters: [program], shell: false };
  return { program, parameters: [], shell: isWindows && !/\.exe$/i.test(program) };
}
