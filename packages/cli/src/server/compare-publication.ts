import type { IntegrationResource, IntegrationVersionResource } from "@plugboard/api/client";
import type { Manifest } from "@plugboard/manifest";

/** A change made by a publication. */
export interface Change {
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

/** The published state before a publication. */
export interface PublishedBefore {
  readonly integration: IntegrationResource;
  readonly version: IntegrationVersionResource | undefined;
}

/** Returns the changes of a publication. In the first one, everything is a change. */
export function comparePublication(
  before: PublishedBefore | undefined,
  manifest: Manifest,
  code: { readonly hash: string; readonly bytes: number } | { readonly url: string },
): readonly Change[] {
  const published = before?.integration;
  const list = (words: readonly string[] | undefined): string =>
    (words ?? []).toSorted().join(", ") || "none";
  const rows: readonly Change[] = [
    row("title", published?.title, manifest.title),
    row("description", published?.description, manifest.description),
    row("visibility", published?.visibility, manifest.visibility),
    row("target", published?.target, manifest.target ?? "all"),
    row("scopes", published && list(published.scopes), list(manifest.scopes)),
    row("categories", published && list(published.categories), list(manifest.categories)),
    row(
      "code",
      codeOf(before?.version),
      "url" in code ? code.url : `${code.hash.slice(0, 12)} (${code.bytes} bytes)`,
    ),
  ];
  return rows.filter((change) => change.before !== change.after);
}

function row(what: string, before: string | undefined, after: string): Change {
  return { what, before: before ?? "", after };
}

function codeOf(version: IntegrationVersionResource | undefined): string | undefined {
  if (version?.bundle === undefined) return version?.url;
  return `${version.bundle.hash.slice(0, 12)} (${version.bundle.bytes} bytes)`;
}
