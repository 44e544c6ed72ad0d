import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Returns the playground's admin token, generated on the first start and stored next to the data. */
export async function loadAdminToken(dataDir: string): Promise<string> {
  const file = join(dataDir, "admin-token");
  const known = await readFile(file, "utf8").catch(() => "");
  if (known !== "") return known.trim();
  const token = `admin_${randomBytes(18).toString("base64url")}`;
  try {
    // Not recursive: Node.js hangs when the system forbids creating a parent folder, such as below /proc.
    await mkdir(dataDir, { mode: 0o700 }).catch(ignoreExisting);
    await writeFile(file, token, { mode: 0o600 });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `PLUGBOARD_DATA_DIR ${dataDir} cannot be written: ${why}. Choose a folder that this user can write to.`,
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
