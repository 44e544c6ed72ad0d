import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The administrator's token of this playground: generated at the first start and kept beside the data. */
export async function loadAdminToken(dataDir: string): Promise<string> {
  const file = join(dataDir, "admin-token");
  const known = await readFile(file, "utf8").catch(() => "");
  if (known !== "") return known.trim();
  const token = `admin_${randomBytes(18).toString("base64url")}`;
  try {
    // Only the folder itself: Node never returns from creating parents where the system allows none, as below /proc.
    await mkdir(dataDir, { mode: 0o700 }).catch(ignoreExisting);
    await writeFile(file, token, { mode: 0o600 });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `PLUGBOARD_DATA_DIR ${dataDir} cannot be written: ${why}. Name a folder this user may write.`,
      {
        cause: error,
      },
    );
  }
  return token;
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}
