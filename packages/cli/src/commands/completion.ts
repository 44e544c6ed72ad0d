import { CliError } from "../terminal/cli-error.ts";
import { didYouMean } from "../terminal/did-you-mean.ts";
import type { CommandContext } from "./command-context.ts";

/** A command with its completable options. */
export interface CompletedCommand {
  readonly name: string;
  readonly description: string;
  /** Long options, such as `--json`. */
  readonly options: readonly string[];
}

const shells: Readonly<Record<string, (commands: readonly CompletedCommand[]) => string>> = {
  bash: completeBash,
  zsh: (commands) =>
    `#compdef plugboard\nautoload -U +X bashcompinit && bashcompinit\n${completeBash(commands)}`,
  fish: completeFish,
};

/** Prints the completion script for a shell. */
export function completion(
  { terminal }: CommandContext,
  shell: string,
  commands: readonly CompletedCommand[],
): void {
  const complete = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
  if (complete === undefined)
    throw new CliError("usage", `Completion is not available for ${shell}.`, {
      next: didYouMean(shell, Object.keys(shells)),
    });
  const script = complete(commands);
  terminal.show({ shell, script }, script);
}

function completeBash(commands: readonly CompletedCommand[]): string {
  const cases = commands.map(({ name, options }) => `    ${name}) words="${options.join(" ")}" ;;`);
  return `_plugboard() {
  local words
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="${commands.map(({ name }) => name).join(" ")}"
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _plugboard plugboard`;
}

function completeFish(commands: readonly CompletedCommand[]): string {
  const quote = (text: string): string => `'${text.replaceAll(/['\\]/g, "\\$&")}'`;
  return commands
    .flatMap(({ name, description, options }) => [
      `complete -c plugboard -n __fish_use_subcommand -f -a ${name} -d ${quote(description)}`,
      ...options.map(
        (option) =>
          `complete -c plugboard -n '__fish_seen_subcommand_from ${name}' -l ${option.replace(/^--/, "")}`,
      ),
    ])
    .join("\n");
}
