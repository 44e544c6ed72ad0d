import type * as prompts from "@clack/prompts";
import { CliError } from "./cli-error.ts";
import type { Terminal } from "./terminal.ts";

type Prompts = typeof prompts;

/** Asks for a text. @throws CliError `usage` where nobody can be asked, with the command that says it at once */
export async function askText(terminal: Terminal, message: string, instead: string): Promise<string> {
  const { text, ...library } = await openPrompts(terminal, message, instead);
  return required(library, await text({ message, validate: refuseEmpty }));
}

/** Asks for a text that is not shown. @throws CliError `usage` where nobody can be asked */
export async function askSecret(terminal: Terminal, message: string, instead: string): Promise<string> {
  const { password, ...library } = await openPrompts(terminal, message, instead);
  return required(library, await password({ message, validate: refuseEmpty }));
}

/** One of the things that can be chosen. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}

/** Lets a person choose one. @throws CliError `usage` where nobody can be asked */
export async function askChoice(
  terminal: Terminal,
  message: string,
  choices: readonly Choice[],
  instead: string,
): Promise<string> {
  const { select, ...library } = await openPrompts(terminal, message, instead);
  return required(library, await select({ message, options: [...choices] }));
}

// The library is loaded for those who are asked something.
async function openPrompts(terminal: Terminal, message: string, instead: string): Promise<Prompts> {
  if (terminal.interactive) return await import("@clack/prompts");
  throw new CliError("usage", `Nobody can be asked here: ${message}.`, {
    next: `Run \`${instead}\`.`,
  });
}

function required(
  { isCancel, cancel }: Pick<Prompts, "isCancel" | "cancel">,
  given: string | symbol,
): string {
  if (typeof given === "string" && !isCancel(given)) return given;
  cancel("Nothing was changed.");
  throw new CliError("interrupted", "Interrupted.");
}

function refuseEmpty(value: string | undefined): string | undefined {
  return value ? undefined : "Type something, or press Ctrl-C.";
}
