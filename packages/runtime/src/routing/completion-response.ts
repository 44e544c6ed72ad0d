/** One choice of a dropdown in the configuration screen. */
export interface CompletionOption {
  readonly label: string;
  readonly value: string;
}

/**
 * Responds to a request to a property's `completion_url` with its choices, which nobody may cache.
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
