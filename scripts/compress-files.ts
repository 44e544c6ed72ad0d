import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const minBytes = 256;
// The best quality takes 15 times as long as the fast one, for a tenth of the bytes.
const largeBytes = 256 * 1024;
const { BROTLI_MAX_QUALITY: bestQuality, BROTLI_PARAM_QUALITY: quality } = constants;
const fastQuality = 7;

/** Compresses a file as published builds do. Files too small to compress are returned as they are. */
export function compressToPublish(source: Buffer, encoding: "br" | "gz"): Buffer {
  if (source.length < minBytes) return source;
  return encoding === "br"
    ? compress(source, source.length > largeBytes ? fastQuality : bestQuality)
    : gzipSync(source, { level: constants.Z_BEST_COMPRESSION });
}

const compress = (source: Buffer, level: number): Buffer =>
  brotliCompressSync(source, { params: { [quality]: level } });

/** The hooks of the Vite plugin. */
interface CompressFiles {
  readonly name: string;
  readonly configResolved: (config: { readonly mode: string }) => void;
  readonly writeBundle: (options: { readonly dir?: string }, bundle: object) => Promise<void>;
}

/**
 * A Vite plugin that stores a compressed copy next to each file, so that the server doesn't compress per
 * request. Builds in the mode `development` compress fast: the best quality takes half of a build's time.
 */
export function compressFiles(): CompressFiles {
  let isFast = false;
  return {
    name: "compress-files",
    configResolved({ mode }) {
      isFast = mode === "development";
    },
    // The files are final once the bundle is written.
    async writeBundle({ dir = "dist" }, bundle) {
      for (const name of Object.keys(bundle).filter((file) => /\.(js|css|svg)$/.test(file))) {
        const source = await readFile(join(dir, name));
        if (source.length < minBytes) continue;
        const brotli = isFast ? compress(source, fastQuality) : compressToPublish(source, "br");
        await writeFile(join(dir, `${name}.br`), brotli);
        await writeFile(join(dir, `${name}.gz`), compressToPublish(source, "gz"));
      }
    },
  };
}
