/** One choice of a dropdown in the configuration screen. */
export interface CompletionOption {
  readonly label: string;
  readonly value: string;
}

/** Answers a request to a property's `completion_url` with its choices, which nobody may cache. */
export function completionResponse(options: readonly CompletionOption[]): Response {
  return Response.json(options, { headers: { "cache-control": "no-store" } });
}
