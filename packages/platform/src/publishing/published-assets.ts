import { createHash } from "node:crypto";
import { PlatformError, type PlatformProblem } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";

/** A file of a publication. */
export interface PublishedAsset {
  /** Relative to the manifest, without `./`. */
  readonly path: string;
  readonly content: Uint8Array;
  readonly hash: string;
}

/**
 * Returns the files of a publication with their hashes. @throws PlatformError `invalid_request` for a path
 * outside the folder
 */
export function readAssets(files: Readonly<Record<string, Uint8Array>>): readonly PublishedAsset[] {
  const problems: PlatformProblem[] = [];
  const assets = Object.entries(files).map(([name, content]) => {
    const path = assetPath(name);
    if (!isPlain(path))
      problems.push({ path: `assets.${name}`, message: "must be a path below the manifest's folder" });
    return { path, content, hash: createHash("sha256").update(content).digest("hex") };
  });
  if (problems.length === 0) return assets;
  throw new PlatformError("invalid_request", "Files of the integration have invalid paths.", problems);
}

/** Normalizes a path from a manifest to the form in which it is stored and served. */
function assetPath(written: string): string {
  return written.replace(/^\.\//, "");
}

function isPlain(path: string): boolean {
  return path
    .split("/")
    .every((part) => part !== "" && part !== "." && part !== ".." && !/[\\\p{Cc}]/u.test(part));
}

/** Loads the assets of a stored version. */
export async function loadAssets(
  { db }: Pick<PlatformContext, "db">,
  integration: string,
  version: number,
): Promise<readonly PublishedAsset[]> {
  return await db
    .selectFrom("integration_assets")
    .innerJoin("assets", "assets.hash", "integration_assets.asset_hash")
    .select(["path", "content", "hash"])
    .where("integration", "=", integration)
    .where("version", "=", version)
    .execute();
}
