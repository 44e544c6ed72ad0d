import { styleText } from "node:util";

/** A stream that a command writes to; `process.stdout` fits. */
export interface Output {
  readonly isTTY?: boolean | undefined;
  readonly write: (text: string) => unknown;
}

/** How a piece of text looks; without colours it stays as it is. */
export type Paint = (style: "bold" | "dim" | "red" | "green" | "yellow" | "cyan", text: string) => string;

/** Where a command shows what it does: results on stdout, everything else on stderr. */
export interface Terminal {
  /** Whether results are JSON, one value a line, for another program. */
  readonly json: boolean;
  /** Whether a person can be asked. */
  readonly interactive: boolean;
  readonly colors: boolean;
  readonly paint: Paint;
  /** A result, or one line of a stream: the value as JSON with `--json`, otherwise the text. */
  readonly show: (value: unknown, text: string) => void;
  /** Something beside the result, for a person; nothing with `--json`. */
  readonly note: (text: string) => void;
  /** Shows on a terminal what is waited for, for as long as it takes. */
  readonly progress: <Result>(label: string, work: () => Promise<Result>) => Promise<Result>;
}

/** What a terminal is made of. */
export interface TerminalOptions {
  readonly stdin: { readonly isTTY?: boolean | undefined };
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly json: boolean;
}

/** Makes the terminal of one command. Colours are for terminals only, and `NO_COLOR` turns them off there. */
export function createTerminal({ stdin, stdout, stderr, env, json }: TerminalOptions): Terminal {
  const isTerminal = stdout.isTTY === true;
  const isDumb = env["TERM"] === "dumb";
  const colors = isTerminal && !json && !env["NO_COLOR"] && !isDumb;
  const note = (text: string): void => {
    if (!json) stderr.write(`${text}\n`);
  };
  return {
    json,
    colors,
    interactive: isTerminal && stdin.isTTY === true && !json && !env["CI"],
    paint: (style, text) => (colors ? styleText(style, text, { validateStream: false }) : text),
    show: (value, text) => {
      if (json) stdout.write(`${JSON.stringify(value)}\n`);
      else if (text !== "") stdout.write(`${text}\n`);
    },
    note,
    progress: async (label, work) => {
      if (stderr.isTTY !== true || json || isDumb) return await work();
      stderr.write(`${label} …`);
      try {
        return await work();
      } finally {
        stderr.write("\r\u001b[2K");
      }
    },
  };
}

/** Rows with their columns aligned. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows)
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
