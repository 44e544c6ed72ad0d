import { createRequire } from "node:module";
import { Command, type OutputConfiguration } from "@commander-js/extra-typings";
import type { CommandContext } from "../commands/command-context.ts";
import { examples } from "./command-group.ts";
import { addInstallationCommands } from "./installation-commands.ts";
import { addProjectCommands } from "./project-commands.ts";
import { addPublishCommands } from "./publish-commands.ts";
import { addServerCommands } from "./server-commands.ts";

/** The global options. */
export interface GlobalOptions {
  readonly json?: true | undefined;
  readonly server?: string | undefined;
  readonly token?: string | undefined;
}

const { version }: { readonly version: string } = createRequire(import.meta.url)("../../package.json");

/**
 * Creates the command tree. Each command loads its code when it runs, which keeps startup fast.
 *
 * @param contextFor - creates a command's context from its options
 */
export function createProgram(
  contextFor: (options: GlobalOptions) => CommandContext,
  output: OutputConfiguration,
): Pick<Command, "parseAsync" | "commands"> {
  const program = new Command("plugboard")
    .description("Create, run, publish and watch integrations.")
    .version(version, "--version", "print the version of plugboard")
    .option("--json", "print results as JSON, one value per line")
    .option(
      "--server <url>",
      "the server to use; defaults to PLUGBOARD_SERVER, a running `plugboard dev`, or the last login",
    )
    .option("--token <token>", "its token; defaults to PLUGBOARD_TOKEN or the token of the last login")
    .configureOutput(output)
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .showSuggestionAfterError()
    .helpCommand("help [command]", "show help for a command")
    .addHelpText(
      "after",
      `
Examples:
  $ plugboard create my-integration
  $ plugboard dev
  $ plugboard trigger page_feedback --rating bad

Exit codes:
  0 success, 1 internal error, 2 wrong usage, 3 invalid manifest or code, 4 not signed in or not allowed,
  5 not found, 6 rejected by the server, 7 server unreachable, 130 interrupted`,
    );
  const context = (): CommandContext => contextFor(program.opts());
  addProjectCommands(program, context);
  addPublishCommands(program, context);
  addInstallationCommands(program, context);
  addServerCommands(program, context);
  program
    .command("completion")
    .description("print a shell completion script")
    .argument("<shell>", "bash, zsh or fish")
    .addHelpText(
      "after",
      examples('eval "$(plugboard completion bash)"', "plugboard completion fish | source"),
    )
    .action(async (shell) => {
      const { completion } = await import("../commands/completion.ts");
      const longOf = (options: readonly { readonly long?: string | undefined }[]): string[] =>
        options.flatMap(({ long }) => long ?? []);
      const commands = program.commands.map((command) => ({
        name: command.name(),
        description: command.description(),
        options: [...longOf(command.options), ...longOf(program.options), "--help"],
      }));
      completion(context(), shell, commands);
    });
  return program;
}
