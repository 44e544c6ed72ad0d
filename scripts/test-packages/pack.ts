import { resolve } from "node:path";
import { readPnpm } from "../shared/run.ts";
import { readPackages, root } from "../shared/workspace.ts";

/** A published package, packed as for the registry. */
export interface Tarball {
  readonly name: string;
  readonly file: string;
  /** Import specifiers, such as `@plugboard/api/client`. */
  readonly entries: readonly string[];
}

/** Packs all published packages. Build them first. */
export async function packAll(folder: string): Promise<Tarball[]> {
  const published = (await readPackages("packages/*")).filter(({ manifest }) => manifest.private !== true);
  const tarballs: Tarball[] = [];
  for (const { name, folder: source, manifest } of published) {
    const packed = await readPnpm(["pack", "--json", "--pack-destination", folder], resolve(root, source));
    const { filename }: { filename: string } = JSON.parse(packed.slice(packed.indexOf("{")));
    const entries = Object.entries(manifest.exports ?? {}).flatMap(([path, target]) =>
      typeof target === "string" || target["default"]?.endsWith(".js") !== true ? [] : [name + path.slice(1)],
    );
    tarballs.push({ name, file: resolve(folder, filename), entries });
  }
  return tarballs;
}
