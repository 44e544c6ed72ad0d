/**
 * A source of generated pages. This platform has none: it is kept with the integration and never asked.
 *
 * @example
 * import { createContentSource, createIntegration } from "@plugboard/compat/runtime";
 *
 * export default createIntegration({ contentSources: [createContentSource({ sourceId: "changelog" })] });
 */
export function createContentSource(source: { readonly sourceId: string }): {
  readonly sourceId: string;
  readonly compute: () => Promise<Response>;
} {
  const message = `Content source ${source.sourceId}: this platform has no generated pages.`;
  return {
    sourceId: source.sourceId,
    compute: async () => Response.json({ error: message }, { status: 501 }),
  };
}
