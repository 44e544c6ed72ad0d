import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** A user's project outside of this repository. */
export interface Consumer {
  readonly folder: string;
  /** Runs a program in the project. @throws Error with the output if it fails */
  readonly run: (
    program: string,
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ) => Promise<string>;
}

/** Creates a project with these files; objects are written as JSON. */
export async function createConsumer(
  folder: string,
  files: Readonly<Record<string, string | object>>,
): Promise<Consumer> {
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    const text = typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`;
    await writeFile(join(folder, name), text);
  }
  return { folder, run: (program, args, env = {}) => runIn(folder, program, args, env) };
}

async function runIn(
  cwd: string,
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  try {
    const { stdout } = await execute(program, [...args], {
      cwd,
      // Variables of the pnpm that runs this script would be mistaken for the project's own.
      env: { ...withoutPnpm(process.env), ...env },
      maxBuffer: 2 ** 26,
      // Windows runs command files only in a shell.
      shell: program.endsWith(".cmd"),
    });
    return stdout;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string }; // As rejected by `execFile`.
    throw new Error(`${program} ${args.join(" ")} failed in ${cwd}\n${stdout}${stderr}`, { cause: error });
  }
}

function withoutPnpm(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(
    ([name]) => !/^(npm|pnpm)_/i.test(name) || /^npm_config_registry$/i.test(name),
  );
  return Object.fromEntries(kept);
}
