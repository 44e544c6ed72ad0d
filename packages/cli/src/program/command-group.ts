import type { Command } from "@commander-js/extra-typings";
import type { CommandContext } from "../commands/command-context.ts";

/** Adds commands to the program. `context` is called when a command runs. */
export type CommandGroup = (program: Pick<Command, "command">, context: () => CommandContext) => void;

/** Formats the examples in a command's help. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join("\n")}`;
}

/** Collects the values of a repeatable option. */
export function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}
