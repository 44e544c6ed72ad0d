/** The tracker's port, key and storage. */
export interface Settings {
  readonly port: number;
  /** Encrypts stored secrets. */
  readonly key: Uint8Array;
  readonly databaseUrl: string | undefined;
  readonly dataDir: string | undefined;
}

/** Reads the tracker's settings from environment variables. Returns a message if one is invalid. */
export function readSettings({
  PORT = "4700",
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  TRACKER_KEY,
}: Readonly<Record<string, string | undefined>>): Settings | string {
  const port = Number(PORT);
  if (!/^\d+$/.test(PORT) || port > 65_535) return "PORT must be a number from 0 to 65535.";
  // Persistent data needs a key that persists too.
  const isPersistent = (databaseUrl ?? dataDir) !== undefined;
  const key =
    TRACKER_KEY === undefined && !isPersistent
      ? crypto.getRandomValues(new Uint8Array(32))
      : Buffer.from(TRACKER_KEY ?? "", "base64");
  if (key.length !== 32)
    return "Set TRACKER_KEY to 32 bytes in base64, and keep it as long as the data: openssl rand -base64 32";
  return { port, key, databaseUrl, dataDir };
}
