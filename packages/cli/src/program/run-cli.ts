import { CommanderError } from "@commander-js/extra-typings";
import type { CommandContext } from "../commands/command-context.ts";
import { settingsFolder } from "../server/settings-folder.ts";
import { CliError, exitCodes } from "../terminal/cli-error.ts";
import { createTerminal, type Output, type Terminal } from "../terminal/terminal.ts";
import { createProgram, type GlobalOptions } from "./create-program.ts";

/** The process environment of the command line. */
export interface CliHost {
  /** The arguments after the program's name. */
  readonly arguments: readonly string[];
  /** The working directory. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's home folder. */
  readonly home: string;
  readonly platform: NodeJS.Platform;
  readonly stdin: { readonly isTTY?: boolean | undefined };
  readonly stdout: Output;
  readonly stderr: Output;
  /** Aborts the command. */
  readonly signal: AbortSignal;
}

/**
 * Runs one command.
 *
 * @returns the exit code
 * @example
 * import { homedir } from "node:os";
 * import { runCli } from "@plugboard/cli";
 *
 * process.exitCode = await runCli({
 *   arguments: ["check", "--json"],
 *   cwd: process.cwd(),
 *   env: process.env,
 *   home: homedir(),
 *   platform: process.platform,
 *   stdin: process.stdin,
 *   stdout: process.stdout,
 *   stderr: process.stderr,
 *   signal: new AbortController().signal,
 * });
 */
export async function runCli(host: CliHost): Promise<number> {
  const { cwd, env, home, platform, signal, stdout, stderr } = host;
  const createContext = ({ json, server, token }: GlobalOptions): CommandContext => ({
    terminal: createTerminal({ ...host, json: json === true }),
    cwd,
    env,
    settingsFolder: settingsFolder({ platform, folder: home, env }),
    server: { server, token },
    signal,
  });
  // Usage errors can occur before the options are parsed.
  const terminal = createTerminal({ ...host, json: host.arguments.includes("--json") });
  const program = createProgram(createContext, {
    writeOut: (text) => void stdout.write(text),
    writeErr: () => {},
  });
  try {
    const words = host.arguments.length === 0 ? ["help"] : host.arguments;
    await program.parseAsync(words, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    if (signal.aborted) return exitCodes.interrupted;
    if (error instanceof CommanderError) {
      const commandNames = program.commands.map((command) => command.name());
      return print(toUsageError(error, host.arguments, commandNames), terminal, stderr);
    }
    return await report(error, terminal, stderr);
  }
}

/** Returns a usage error that points to the right help page. */
function toUsageError({ code, message }: CommanderError, words: readonly string[], named: readonly string[]) {
  const text = code === "commander.help" ? "No command given." : message.replace(/^error: /, "");
  const command = words.find((word) => named.includes(word));
  const next = `See \`plugboard help${command === undefined ? "" : ` ${command}`}\`.`;
  return new CliError("usage", text.replaceAll("\n", " "), { next });
}

async function report(error: unknown, terminal: Terminal, stderr: Output): Promise<number> {
  // Loaded only after a failure.
  const { explainError } = await import("./explain-error.ts");
  const explained = explainError(error);
  if (explained !== undefined) return print(explained, terminal, stderr);
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return print(
    new CliError("failed", text, { next: "This is a bug in plugboard. Please report it." }),
    terminal,
    stderr,
  );
}

function print(error: CliError, { json, paint }: Terminal, stderr: Output): number {
  const { code, message, problems, next } = error;
  if (json) stderr.write(`${JSON.stringify({ error: { code, message, problems, next } })}\n`);
  else {
    stderr.write(`${paint("red", "error")}: ${message}\n`);
    // The message of an error with one problem often contains it.
    const others = problems.filter((problem) => !message.includes(problem.message));
    for (const problem of others) stderr.write(`  ${problem.path}: ${problem.message}\n`);
    if (next !== undefined) stderr.write(`${paint("cyan", "next")}: ${next}\n`);
  }
  return exitCodes[code];
}
