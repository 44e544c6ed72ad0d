import type { Manifest } from "../manifest.ts";
import type { ManifestPath } from "../manifest-issue.ts";

/** A place in a manifest that names a file. */
export interface FileReference {
  /** Relative to the manifest's folder, with slashes. */
  readonly file: string;
  readonly path: ManifestPath;
  readonly kind: "script" | "icon" | "preview";
}

/** Every place of a manifest that names a file. */
export function fileReferencesOf(manifest: Manifest): readonly FileReference[] {
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
