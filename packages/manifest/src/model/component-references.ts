import { configurationLevels, type Manifest } from "./manifest.ts";
import type { ManifestPath } from "./manifest-issue.ts";

/** A place in a manifest that names a component. */
export interface ComponentReference {
  readonly componentId: string;
  readonly path: ManifestPath;
}

/** Every place of a manifest that names a component the code must have. */
export function componentReferencesOf(manifest: Manifest): readonly ComponentReference[] {
  const blocks = (manifest.blocks ?? []).map(({ id }, index) => ({
    componentId: id,
    path: ["blocks", index, "id"],
  }));
  const sources = (manifest.contentSources ?? []).flatMap(({ configuration }, index) =>
    configuration
      ? [{ ...configuration, path: ["contentSources", index, "configuration", "componentId"] }]
      : [],
  );
  const configurations = configurationLevels.flatMap((level) => {
    const configuration = manifest.configurations?.[level];
    if (!configuration || !("componentId" in configuration)) return [];
    return [{ componentId: configuration.componentId, path: ["configurations", level, "componentId"] }];
  });
  return [...blocks, ...sources, ...configurations];
}
