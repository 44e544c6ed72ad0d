import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const minBytes = 256;
// The best Brotli quality takes 15 times as long as this one, for a tenth of the bytes.
const largeBytes = 256 * 1024;
const largeQuality = 7;

/**
 * A Vite plugin that stores a compressed copy next to each file, so that the server doesn't compress per
 * request.
 */
export const compressFiles = {
  name: "compress-files",
  // The files are final once the bundle is written.
  async writeBundle({ dir = "dist" }: { dir?: string }, bundle: object): Promise<void> {
    for (const name of Object.keys(bundle).filter((file) => /\.(js|css|svg)$/.test(file))) {
      const source = await readFile(join(dir, name));
      if (source.length < minBytes) continue;
      await writeFile(join(dir, `${name}.br`), brotliCompressSync(source, { params: brotliParams(source) }));
      await writeFile(join(dir, `${name}.gz`), gzipSync(source, { level: 9 }));
    }
  },
};

function brotliParams({ length }: Buffer): Readonly<Record<number, number>> {
  return length > largeBytes ? { [constants.BROTLI_PARAM_QUALITY]: largeQuality } : {};
}
