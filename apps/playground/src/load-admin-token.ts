import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The administrator's token of this playground: made at the first start and kept beside the data. */
export async function loadAdminToken(dataDir: string): Promise<string> {
  const file = join(dataDir, "admin-token");
  const known = await readFile(file, "utf8").catch(() => "");
  if (known !== "") return known.trim();
  const token = `admin_${randomBytes(18).toString("base64url")}`;
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
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
