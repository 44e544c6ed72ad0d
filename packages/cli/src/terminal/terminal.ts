import { styleText } from "node:util";

/** An output stream; `process.stdout` fits. */
export interface Output {
  readonly isTTY?: boolean | undefined;
  readonly write: (text: string) => unknown;
}

/** Styles a piece of text; returns it unchanged if colors are off. */
export type Paint = (style: "bold" | "dim" | "red" | "green" | "yellow" | "cyan", text: string) => string;

/** The output of a command: results on stdout, everything else on stderr. */
export interface Terminal {
  /** Whether results are printed as JSON, one value per line. */
  readonly json: boolean;
  /** Whether the user can be prompted. */
  readonly interactive: boolean;
  readonly colors: boolean;
  readonly paint: Paint;
  /** Prints a result: the value as JSON with `--json`, otherwise the text. */
  readonly show: (value: unknown, text: string) => void;
  /** Prints a note in addition to the result, except with `--json`. */
  readonly note: (text: string) => void;
  /** Shows a progress label on a terminal while the work runs. */
  readonly progress: <Result>(label: string, work: () => Promise<Result>) => Promise<Result>;
}

/** Options for {@link createTerminal}. */
export interface TerminalOptions {
  readonly stdin: { readonly isTTY?: boolean | undefined };
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly json: boolean;
}

/** Creates a command's terminal. Colors are used only on a terminal without `NO_COLOR`. */
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

/** Formats rows as a table with aligned columns. */
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
