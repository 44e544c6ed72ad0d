import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CliError } from "../terminal/cli-error.ts";

/** The stored sign-ins in `credentials.json`. */
export interface Credentials {
  /** The origin of the current server. */
  readonly current?: string | undefined;
  /** Tokens by server origin. */
  readonly tokens: Readonly<Record<string, string>>;
}

/**
 * Reads the stored sign-ins. Returns none if the file doesn't exist. @throws CliError `failed` if the file can't be
 * read
 */
export async function readCredentials(folder: string): Promise<Credentials> {
  const file = fileIn(folder);
  try {
    return toCredentials(JSON.parse(await readFile(file, "utf8")));
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return { tokens: {} };
    throw new CliError("failed", `${file} cannot be read.`, { next: `Remove it and sign in again.`, cause });
  }
}

/** Stores the sign-ins, readable only by the current user. */
export async function writeCredentials(folder: string, credentials: Credentials): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = fileIn(folder);
  const draft = `${file}.${process.pid}`;
  // The mode applies only to new files, so this always creates one.
  await writeFile(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  await rename(draft, file);
}

/** Adds a sign-in and makes its server the current one. */
export function signedIn(credentials: Credentials, origin: string, token: string): Credentials {
  return { current: origin, tokens: { ...credentials.tokens, [origin]: token } };
}

/** Removes a server's sign-in. */
export function signedOut({ current, tokens }: Credentials, origin: string): Credentials {
  const rest = Object.fromEntries(Object.entries(tokens).filter(([server]) => server !== origin));
  return { current: current === origin ? Object.keys(rest)[0] : current, tokens: rest };
}

// Parsed by hand: nearly every command reads this, and loading a schema library would dominate its startup.
function toCredentials(value: unknown): Credentials {
  const { current, tokens }: { readonly current?: unknown; readonly tokens?: unknown } = Object(value);
  const valid = Object.entries(Object(tokens)).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return {
    current: typeof current === "string" ? current : undefined,
    tokens: Object.fromEntries(valid),
  };
}

function fileIn(folder: string): string {
  return join(folder, "credentials.json");
}
