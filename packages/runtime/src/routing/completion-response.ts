/** An option of a dropdown in the settings. */
export interface CompletionOption {
  readonly label: string;
  readonly value: string;
}

/**
 * Returns the options of a property with a `completion_url`, as a response that can't be cached.
 *
 * @example
 * ```ts
 * import { completionResponse, createIntegration, createRouter } from "@plugboard/runtime";
 *
 * export default createIntegration({
 *   fetch: createRouter({
 *     "/channels": { GET: () => completionResponse([{ label: "Docs", value: "C1" }]) },
 *   }),
 * });
 * ```
 */
export function completionResponse(options: readonly CompletionOption[]): Response {
  return Response.json(options, { headers: { "cache-control": "no-store" } });
}
