import { readJson } from "../common/json.ts";

const maxRefusalLength = 500;

/**
 * Returns the message of an `IntegrationError`, which the integration's author wrote for callers; `undefined` for a failure
 * whose message the runtime hides.
 */
export function readRefusal(body: Uint8Array): string | undefined {
  const { error }: { readonly error?: unknown } = Object(readJson(body));
  if (typeof error !== "string" || error === "" || error === "Internal server error") return undefined;
  return error.slice(0, maxRefusalLength);
}
