import type { CheckedManifest } from "../checking/check-manifest.ts";
import type { ManifestFindings, ManifestPath } from "../model/manifest-issue.ts";
import type { Manifest } from "../model/manifest.ts";
import { type Finding, toIssue } from "../reading/finding.ts";
import { imageFormatNames, type ImageSize, measureImage } from "./measure-image.ts";
import { type FileContent, readInside } from "./read-inside.ts";

const maxFileSize = 10 * 1024 * 1024;

/** The recommended size of a preview image (specification, "Limits"). */
const recommended: ImageSize = { width: 1600, height: 800 };

/** The findings for a file. */
interface FileFindings {
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
}

/**
 * Checks the files in a manifest: whether each exists, is inside the folder after resolving links, and is an
 * image if required. Warns about preview images that are not 1600 by 800 pixels, or not 2:1. A manifest with
 * errors has no files to check.
 *
 * @param files the manifest's folder, or the files published with it, by path relative to it (without the
 * script)
 *
 * @example
 * ```ts
 * import { readFile } from "node:fs/promises";
 * import { checkManifest } from "@plugboard/manifest";
 * import { checkFiles } from "@plugboard/manifest/node";
 *
 * const checked = checkManifest(await readFile("service-manifest.yaml"));
 * const { errors } = await checkFiles(checked, ".");
 * console.log(errors.length);
 * ```
 */
export async function checkFiles(
  { manifest, source }: CheckedManifest,
  files: string | Readonly<Record<string, Uint8Array>>,
): Promise<ManifestFindings> {
  if (!manifest) return { errors: [], warnings: [] };
  const checked: FileFindings[] = [];
  // In sequence, so that only one file is in memory.
  for (const reference of fileReferencesOf(manifest)) checked.push(await checkFile(reference, files));
  return {
    errors: checked.flatMap(({ errors }) => errors).map((finding) => toIssue(finding, source)),
    warnings: checked.flatMap(({ warnings }) => warnings).map((finding) => toIssue(finding, source)),
  };
}

async function checkFile(
  { file, path, kind }: FileReference,
  files: string | Readonly<Record<string, Uint8Array>>,
): Promise<FileFindings> {
  if (kind === "script" && typeof files !== "string") return { errors: [], warnings: [] };
  const content =
    typeof files === "string" ? await readInside(files, file, maxFileSize) : findFile(files, file);
  if (!("bytes" in content)) return { errors: [{ ...content, path, part: "value" }], warnings: [] };
  if (kind === "script") return { errors: [], warnings: [] };
  const size = measureImage(content.bytes);
  if (!size) {
    const message = `This file is not an image. Use ${imageFormatNames}.`;
    return { errors: [{ code: "not_an_image", path, message, part: "value" }], warnings: [] };
  }
  return { errors: [], warnings: kind === "preview" ? findPoorSize(size, path) : [] };
}

function findFile(files: Readonly<Record<string, Uint8Array>>, file: string): FileContent {
  const plain = (path: string): string => path.replace(/^\.\//, "");
  const [, bytes] = Object.entries(files).find(([path]) => plain(path) === plain(file)) ?? [];
  if (bytes !== undefined) return { bytes };
  return {
    code: "missing_file",
    message: "This file is not published with the manifest. Add it to the files.",
  };
}

function findPoorSize({ width, height }: ImageSize, path: Finding["path"]): readonly Finding[] {
  const measured = `This image is ${width} by ${height} pixels`;
  if (width * recommended.height !== height * recommended.width) {
    const message = `${measured}; a preview image must be twice as wide as high, ideally ${sizeName}.`;
    return [{ code: "image_ratio", path, message, part: "value" }];
  }
  if (width === recommended.width) return [];
  return [{ code: "image_size", path, message: `${measured}; ${sizeName} is best.`, part: "value" }];
}

const sizeName = `${recommended.width} by ${recommended.height}`;

/** A reference to a file in a manifest. */
interface FileReference {
  /** Relative to the manifest's folder, with slashes. */
  readonly file: string;
  readonly path: ManifestPath;
  readonly kind: "script" | "icon" | "preview";
}

/** Returns all references to files in a manifest. */
function fileReferencesOf(manifest: Manifest): readonly FileReference[] {
  const icons = (key: "blocks" | "contentSources"): readonly FileReference[] =>
    (manifest[key] ?? []).flatMap(({ icon }, index) => reference(icon, [key, index, "icon"], "icon"));
  return [
    ...reference(manifest.script, ["script"], "script"),
    ...reference(manifest.icon, ["icon"], "icon"),
    ...(manifest.previewImages ?? []).flatMap((file, index) =>
      reference(file, ["previewImages", index], "preview"),
    ),
    ...icons("blocks"),
    ...icons("contentSources"),
  ];
}

function reference(
  file: string | undefined,
  path: ManifestPath,
  kind: FileReference["kind"],
): readonly FileReference[] {
  return file === undefined ? [] : [{ file, path, kind }];
}
