import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";

const blockBytes = 512;

/** Returns the registry metadata of a package with this single tarball. */
export function describePackage(tarball: Uint8Array, url: string): object {
  const manifest: { readonly name: string; readonly version: string } = JSON.parse(
    readEntry(gunzipSync(tarball), "package/package.json"),
  );
  const { name, version } = manifest;
  const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
  const shasum = createHash("sha1").update(tarball).digest("hex");
  return {
    name,
    "dist-tags": { latest: version },
    versions: { [version]: { ...manifest, dist: { tarball: url, integrity, shasum } } },
  };
}

/**
 * Reads a file from a tar archive. Each file has a header block with its name and its size in octal digits,
 * followed by its bytes in whole blocks.
 */
function readEntry(archive: Buffer, wanted: string): string {
  for (let at = 0; at < archive.length; ) {
    const name = archive.toString("utf8", at, at + 100).replace(/\0.*$/s, "");
    const bytes = Number.parseInt(archive.toString("latin1", at + 124, at + 136), 8);
    const start = at + blockBytes;
    if (name === wanted) return archive.toString("utf8", start, start + bytes);
    if (Number.isNaN(bytes)) break;
    at = start + Math.ceil(bytes / blockBytes) * blockBytes;
  }
  throw new Error(`The tarball has no ${wanted}.`);
}
