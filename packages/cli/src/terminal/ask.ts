import type * as prompts from "@clack/prompts";
import { CliError } from "./cli-error.ts";
import type { Terminal } from "./terminal.ts";

type Prompts = typeof prompts;

/** Prompts for text. @throws CliError `usage` in a non-interactive terminal, with the equivalent command */
export async function askText(terminal: Terminal, message: string, instead: string): Promise<string> {
  const { text, ...library } = await openPrompts(terminal, message, instead);
  return required(library, await text({ message, validate: refuseEmpty }));
}

/** Prompts for hidden text. @throws CliError `usage` in a non-interactive terminal */
export async function askSecret(terminal: Terminal, message: string, instead: string): Promise<string> {
  const { password, ...library } = await openPrompts(terminal, message, instead);
  return required(library, await password({ message, validate: refuseEmpty }));
}

/** An option of {@link askChoice}. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}

/** Prompts for a choice. @throws CliError `usage` in a non-interactive terminal */
export async function askChoice(
  terminal: Terminal,
  message: string,
  choices: readonly Choice[],
  instead: string,
): Promise<string> {
  const { select, ...library } = await openPrompts(terminal, message, instead);
  return required(library, await select({ message, options: [...choices] }));
}

// The prompt library is loaded only if needed.
async function openPrompts(terminal: Terminal, message: string, instead: string): Promise<Prompts> {
  if (terminal.interactive) return await import("@clack/prompts");
  throw new CliError("usage", `Can't prompt without a terminal: ${message}.`, {
    next: `Run \`${instead}\`.`,
  });
}

function required(
  { isCancel, cancel }: Pick<Prompts, "isCancel" | "cancel">,
  response: string | symbol,
): string {
  if (typeof response === "string" && !isCancel(response)) return response;
  cancel("Nothing was changed.");
  throw new CliError("interrupted", "Interrupted.");
}

function refuseEmpty(value: string | undefined): string | undefined {
  return value ? undefined : "Enter a value, or press Ctrl-C.";
}
