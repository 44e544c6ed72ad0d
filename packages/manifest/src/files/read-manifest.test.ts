import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { docsContract } from "../../test/fixtures/docs-contract.ts";
import { pngImage, svgImage } from "../../test/fixtures/images.ts";
import { manifestPlus, manifestWith } from "../../test/fixtures/manifest-text.ts";
import type { CheckedManifest } from "../checking/check-manifest.ts";
import { readManifest } from "./read-manifest.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;

/** Creates a folder with a manifest and other files. */
async function createFolder(manifest: string, files: Files = {}): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "plugboard-manifest-"));
  onTestFinished(() => rm(root, { recursive: true }));
  const folder = join(root, "integration");
  await mkdir(join(folder, "assets"), { recursive: true });
  await writeFile(join(root, "outside.png"), pngImage(2, 1));
  const all: Files = { "service-manifest.yaml": manifest, ...files };
  await Promise.all(Object.entries(all).map(([name, content]) => writeFile(join(folder, name), content)));
  return folder;
}

function marks({ errors, warnings }: CheckedManifest): readonly string[] {
  return [...errors, ...warnings].map(({ line, column, code }) => `${line}:${column} ${code}`);
}

describe("readManifest", () => {
  const complete = manifestPlus(
    "script: ./index.ts",
    "icon: assets/icon.svg",
    "previewImages:",
    "  - assets/preview.png",
    "blocks:",
    "  - { id: a, title: b, description: c, icon: assets/icon.svg }",
  );
  const files = {
    "index.ts": "export {};",
    "assets/icon.svg": svgImage(10, 10),
    "assets/preview.png": pngImage(1600, 800),
  };

  test("reads the manifest of a folder with its files", async () => {
    const folder = await createFolder(complete, files);
    const checked = await readManifest(folder);
    expect(marks(checked)).toEqual([]);
    expect(checked.manifest?.name).toBe("page-digest");
    expect(checked.source.file).toBe("service-manifest.yaml");
  });

  test("reads a manifest by its path", async () => {
    const folder = await createFolder("", { ...files, "other.yaml": complete });
    const checked = await readManifest(join(folder, "other.yaml"));
    expect(marks(checked)).toEqual([]);
    expect(checked.source.file).toBe("other.yaml");
  });

  test("returns the manifest with an error if only its script is missing", async () => {
    const folder = await createFolder(manifestPlus("script: ./src/index.ts"));
    const checked = await readManifest(folder);
    expect(checked.manifest?.script).toBe("./src/index.ts");
    expect(marks(checked)).toEqual(["7:9 missing_file"]);
  });

  test("passes on the options of a check", async () => {
    const folder = await createFolder(manifestWith({ scopes: "scopes: [site:script:inject]" }));
    expect(marks(await readManifest(folder, { contract: docsContract }))).toEqual(["6:10 internal_scope"]);
    expect(marks(await readManifest(folder, { contract: docsContract, allowInternalScopes: true }))).toEqual(
      [],
    );
  });

  test("reports all missing files", async () => {
    const checked = await readManifest(await createFolder(complete));
    expect(marks(checked)).toEqual([
      "7:9 missing_file",
      "8:7 missing_file",
      "10:5 missing_file",
      "12:46 missing_file",
    ]);
    expect(checked.manifest).toBeUndefined();
  });

  test("does not check the files of a manifest with errors", async () => {
    const folder = await createFolder(manifestPlus("icon: a.png", "target: moon"));
    expect(marks(await readManifest(folder, { contract: docsContract }))).toEqual(["8:9 unknown_value"]);
  });

  test.each([
    [
      "3:2",
      1200,
      800,
      "8:5 image_ratio",
      "1200 by 800 pixels; a preview image must be twice as wide as high",
    ],
    ["1:2", 800, 1600, "8:5 image_ratio", "800 by 1600 pixels"],
    ["small", 800, 400, "8:5 image_size", "800 by 400 pixels; 1600 by 800 is best."],
    ["large", 3200, 1600, "8:5 image_size", "3200 by 1600 pixels"],
  ])("warns about a preview image that is %s", async (_, width, height, mark, says) => {
    const yaml = manifestPlus("previewImages:", "  - a.png");
    const checked = await readManifest(await createFolder(yaml, { "a.png": pngImage(width, height) }));
    expect(checked.warnings.map(({ line, column, code }) => `${line}:${column} ${code}`)).toEqual([mark]);
    expect(checked.warnings[0]?.message).toContain(says);
    expect(checked.manifest).toBeDefined();
  });

  test("does not check the size of an icon", async () => {
    const folder = await createFolder(manifestPlus("icon: a.png"), { "a.png": pngImage(3, 7) });
    expect(marks(await readManifest(folder))).toEqual([]);
  });

  test("rejects a file that is not an image, whatever its name", async () => {
    const yaml = manifestPlus(
      "icon: a.png",
      "previewImages: [b.png]",
      "contentSources: [{ id: a, title: b, icon: c.svg }]",
    );
    const page = "<html><svg width='2' height='1'></svg></html>";
    const folder = await createFolder(yaml, { "a.png": page, "b.png": "", "c.svg": page });
    expect(marks(await readManifest(folder))).toEqual([
      "7:7 not_an_image",
      "8:17 not_an_image",
      "9:43 not_an_image",
    ]);
  });

  test("rejects a link that leads out of the folder", async () => {
    const folder = await createFolder(manifestPlus("icon: a.png", "previewImages: [out/outside.png]"));
    await symlink("../outside.png", join(folder, "a.png"));
    await symlink("..", join(folder, "out"));
    expect(marks(await readManifest(folder))).toEqual(["7:7 outside_folder", "8:17 outside_folder"]);
  });

  test("follows a link that stays inside, and a link to the folder itself", async () => {
    const folder = await createFolder(manifestPlus("icon: a.png"), { "assets/icon.png": pngImage(1, 1) });
    await symlink("assets/icon.png", join(folder, "a.png"));
    await symlink(folder, `${folder}-link`);
    expect(marks(await readManifest(folder))).toEqual([]);
    expect(marks(await readManifest(`${folder}-link`))).toEqual([]);
  });

  test("detects circular links", async () => {
    const folder = await createFolder(manifestPlus("icon: a.png"));
    await symlink("a.png", join(folder, "a.png"));
    const checked = await readManifest(folder);
    expect(checked.errors.map(({ message }) => message)).toEqual(["This file cannot be read (ELOOP)."]);
  });

  test("rejects a folder and a pipe", async () => {
    const folder = await createFolder(manifestPlus("icon: assets", "script: pipe"));
    await promisify(execFile)("mkfifo", [join(folder, "pipe")]);
    expect(marks(await readManifest(folder))).toEqual(["8:9 not_a_file", "7:7 not_a_file"]);
  });

  test("rejects a huge file without reading it", async () => {
    const folder = await createFolder(manifestPlus("icon: a.png"), { "a.png": pngImage(1, 1) });
    await truncate(join(folder, "a.png"), 10 * 1024 * 1024 + 1);
    expect(marks(await readManifest(folder))).toEqual(["7:7 file_too_large"]);
  });

  test("reads no more of a manifest than the size limit", async () => {
    const folder = await createFolder("");
    await truncate(join(folder, "service-manifest.yaml"), 1024 ** 3);
    expect(marks(await readManifest(folder))).toEqual(["1:1 too_large"]);
  });

  test("throws if there is no manifest", async () => {
    const folder = await createFolder("");
    await rm(join(folder, "service-manifest.yaml"));
    await expect(readManifest(folder)).rejects.toMatchObject({
      name: "ManifestError",
      code: "unreadable_file",
      message: expect.stringContaining("ENOENT"),
    });
    await expect(readManifest(join(folder, "nowhere"))).rejects.toMatchObject({ code: "unreadable_file" });
  });
});
