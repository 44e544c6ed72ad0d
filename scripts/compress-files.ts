import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

const minBytes = 256;

/** A plugin for Vite that puts each file beside itself compressed, so that the server need not do it for every request. */
export const compressFiles = {
  name: "compress-files",
  // Once the files are written they are as they will be sent.
  async writeBundle({ dir = "dist" }: { dir?: string }, bundle: object): Promise<void> {
    for (const name of Object.keys(bundle).filter((file) => /\.(js|css|svg)$/.test(file))) {
      const source = await readFile(join(dir, name));
      if (source.length < minBytes) continue;
      await writeFile(join(dir, `${name}.br`), brotliCompressSync(source));
      await writeFile(join(dir, `${name}.gz`), gzipSync(source, { level: 9 }));
    }
  },
};
