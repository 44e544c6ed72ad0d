import { createRequire } from "node:module";
import { Command, type OutputConfiguration } from "@commander-js/extra-typings";
import type { CommandContext } from "../commands/command-context.ts";
import { examples } from "./command-group.ts";
import { addInstallationCommands } from "./installation-commands.ts";
import { addProjectCommands } from "./project-commands.ts";
import { addPublishCommands } from "./publish-commands.ts";
import { addServerCommands } from "./server-commands.ts";

/** The options of every command. */
export interface GlobalOptions {
  readonly json?: true | undefined;
  readonly server?: string | undefined;
  readonly token?: string | undefined;
}

const { version }: { readonly version: string } = createRequire(import.meta.url)("../../package.json");

/**
 * The tree of commands. Each loads its own code when it is run, so that none waits for the others.
 *
 * @param contextFor - makes the context of a command, once its options are known
 */
export function createProgram(
  contextFor: (options: GlobalOptions) => CommandContext,
  output: OutputConfiguration,
): Pick<Command, "parseAsync" | "commands"> {
  const program = new Command("plugboard")
    .description("Create, run, publish and watch integrations.")
    .version(version, "--version", "print the version of plugboard")
    .option("--json", "print results as JSON, one value a line")
    .option(
      "--server <url>",
      "the server to talk to; otherwise PLUGBOARD_SERVER, a running dev, or the last login",
    )
    .option("--token <token>", "the token for it; otherwise PLUGBOARD_TOKEN, or that of the last login")
    .configureOutput(output)
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .showSuggestionAfterError()
    .helpCommand("help [command]", "show the help of a command")
    .addHelpText(
      "after",
      `
Examples:
  $ plugboard create my-integration
  $ plugboard dev
  $ plugboard trigger page_feedback --rating bad

Exit codes:
  0 done, 1 a fault of plugboard itself, 2 wrong usage, 3 wrong manifest or code, 4 not signed in or not allowed,
  5 not found, 6 refused by the server, 7 server not reached, 130 interrupted`,
    );
  const context = (): CommandContext => contextFor(program.opts());
  addProjectCommands(program, context);
  addPublishCommands(program, context);
  addInstallationCommands(program, context);
  addServerCommands(program, context);
  program
    .command("completion")
    .description("print what makes a shell complete commands and options")
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
