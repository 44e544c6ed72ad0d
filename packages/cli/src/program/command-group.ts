import type { Command } from "@commander-js/extra-typings";
import type { CommandContext } from "../commands/command-context.ts";

/** Adds commands to the program; their context is made when one of them is run. */
export type CommandGroup = (program: Pick<Command, "command">, context: () => CommandContext) => void;

/** Help by example: command lines, each with what it does. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join("\n")}`;
}

/** Gathers the values of an option that may be repeated. */
export function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}
