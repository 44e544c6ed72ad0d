import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { createConsoleRoutes } from "../../reference-server/src/console/console-routes.ts";
import { buildConsole } from "../../playground/src/build-pages.ts";
import { compressToPublish } from "../../../scripts/compress-files.ts";

const dist = new URL("../dist/", import.meta.url);
const chunkSchema = z.object({
  name: z.string().optional(),
  file: z.string(),
  imports: z.array(z.string()).optional(),
  css: z.array(z.string()).optional(),
});
type Manifest = Record<string, z.infer<typeof chunkSchema>>;

/** Returns a file's transfer size in bytes, compressed as the published package has it. */
const sentBytes = async (file: string, encoding: "gz" | "br"): Promise<number> =>
  compressToPublish(await readFile(new URL(file, dist)), encoding).length;

/** Returns the scripts and styles of chunks, by module or by the chunk's name, with everything that they import. */
function listFiles(manifest: Manifest, entries: readonly string[]): readonly string[] {
  const files = new Set<string>();
  const visit = (name: string): void => {
    const chunk =
      manifest[name] ?? Object.values(manifest).find((one) => one.name === name && one.file.endsWith(".js"));
    if (chunk === undefined) throw new Error(`The build has no ${name}`);
    if (files.has(chunk.file)) return;
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    chunk.imports?.forEach(visit);
  };
  entries.forEach(visit);
  return [...files];
}

/** Returns the transfer size of the console's initial scripts and styles, compressed with gzip unless told otherwise. */
async function weigh(
  manifest: Manifest,
  entries: readonly string[],
  encoding: "gz" | "br" = "gz",
): Promise<number> {
  const sizes = await Promise.all(
    listFiles(manifest, entries).map(async (file) => await sentBytes(file, encoding)),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

describe("the console's initial load", () => {
  let manifest: Manifest;
  beforeAll(async () => {
    await buildConsole();
    const text = await readFile(new URL("assets/manifest.json", dist), "utf8");
    manifest = z.record(z.string(), chunkSchema).parse(JSON.parse(text));
  });

  // React alone accounts for 66 kB, and the paths of the API and the chunk names grow with the console's screens.
  // Forms explain wrong input themselves, which takes 0.6 kB, and the scripts take over from the first page in 0.4 kB. The
  // first script requests the data of Deliveries, which takes 0.9 kB.
  // Failed requests and removed passkeys are explained in 0.2 kB. The stream of the audit log and the names of later chunks
  // take 0.2 kB.
  it("is at most 86.8 kB for the sign-in page", async () => {
    expect(await weigh(manifest, ["index.html", "main", "src/people/sign-in-page.tsx"])).toBeLessThan(86_800);
  });

  // React accounts for 58 kB of these, the router and the query client for 32 kB. Browsers open six connections,
  // so that each seventh file waits. The sections of each role take 0.1 kB, and the routes
  // of new screens 0.7 kB. An organization that is no longer listed takes 0.2 kB. The hashes in the names of chunks change
  // the compressed size by up to 0.2 kB.
  it("is at most 133.2 kB in 18 files for the filters of Deliveries", async () => {
    const filters = ["index.html", "main", "shell", "content", "deliveries"];
    expect(await weigh(manifest, filters, "br")).toBeLessThan(133_200);
    expect(listFiles(manifest, filters).length).toBeLessThan(19);
  });

  it("begins with at most 4 kB of HTML and 12 kB of styles for the filters of Deliveries", async () => {
    const page = await readFile(new URL("pages/deliveries.html", dist));
    expect(gzipSync(page).length).toBeLessThan(4000);
    const styles = listFiles(manifest, ["index.html", "shell", "deliveries"]).filter((file) =>
      file.endsWith(".css"),
    );
    const sizes = await Promise.all(styles.map(async (file) => await sentBytes(file, "br")));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(12_000);
  });

  it("is cached by browsers, and sent compressed", async () => {
    const served = createConsoleRoutes(fileURLToPath(dist), { readFrame: async () => [] });
    const file = manifest["index.html"]?.file ?? "";
    for (const encoding of ["br", "gzip"]) {
      const response = await served.request(`/${file}`, { headers: { "accept-encoding": encoding } });
      expect(response.headers.get("content-encoding")).toBe(encoding);
      expect(response.headers.get("content-type")).toMatch(/javascript/);
      expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    }
  });

  it("is at most 180 kB for any other page", async () => {
    const pages = Object.keys(manifest).filter((name) => /^src\/(?!people).*-page\.tsx$/.test(name));
    expect(pages.length).toBeGreaterThan(12);
    const weights = await Promise.all(
      pages.map(
        async (page) =>
          [page, await weigh(manifest, ["index.html", "main", "shell", "content", page])] as const,
      ),
    );
    expect(weights.filter(([, bytes]) => bytes > 180_000)).toEqual([]);
  });
});
