/**
 * Creates a source of generated pages. The platform never calls it.
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
