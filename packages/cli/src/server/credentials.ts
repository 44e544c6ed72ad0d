import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CliError } from "../terminal/cli-error.ts";

/** Who is signed in where, as it is kept in `credentials.json`. */
export interface Credentials {
  /** Origin of the server that commands are for. */
  readonly current?: string | undefined;
  /** Tokens by the origin of their server. */
  readonly tokens: Readonly<Record<string, string>>;
}

/** Reads who is signed in where; nobody is when there is no file. @throws CliError `failed` when it cannot be read */
export async function readCredentials(folder: string): Promise<Credentials> {
  const file = fileIn(folder);
  try {
    return toCredentials(JSON.parse(await readFile(file, "utf8")));
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return { tokens: {} };
    throw new CliError("failed", `${file} cannot be read.`, { next: `Remove it, and sign in again.`, cause });
  }
}

/** Keeps who is signed in where, readable by this user alone. */
export async function writeCredentials(folder: string, credentials: Credentials): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = fileIn(folder);
  const draft = `${file}.${process.pid}`;
  // A mode counts for new files only, so the file is always a new one.
  await writeFile(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  await rename(draft, file);
}

/** Signs in at a server, which commands are for from now on. */
export function signedIn(credentials: Credentials, origin: string, token: string): Credentials {
  return { current: origin, tokens: { ...credentials.tokens, [origin]: token } };
}

/** Signs out at a server. */
export function signedOut({ current, tokens }: Credentials, origin: string): Credentials {
  const rest = Object.fromEntries(Object.entries(tokens).filter(([known]) => known !== origin));
  return { current: current === origin ? Object.keys(rest)[0] : current, tokens: rest };
}

// Read by nearly every command: a schema library would take longer to load than all else.
function toCredentials(value: unknown): Credentials {
  const { current, tokens }: { readonly current?: unknown; readonly tokens?: unknown } = Object(value);
  const kept = Object.entries(Object(tokens)).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return {
    current: typeof current === "string" ? current : undefined,
    tokens: Object.fromEntries(kept),
  };
}

function fileIn(folder: string): string {
  return join(folder, "credentials.json");
}
