import type { CallToolResult } from "@modelcontextprotocol/server";
import { toPlainText } from "../sites/plain-line.ts";

/**
 * Returns the result of a tool as structured content and as text. Removes characters that could hide instructions
 * to a model from people, in keys and in strings.
 */
export function toToolResult(result: object): CallToolResult {
  const structuredContent = JSON.parse(toPlainText(JSON.stringify(result)), (_key, value: unknown) =>
    typeof value === "string" ? toPlainText(value) : value,
  );
  return { structuredContent, content: [{ type: "text", text: JSON.stringify(structuredContent) }] };
}

/** Returns the result of a failed call. */
export function toToolFailure(text: string): CallToolResult {
  return { isError: true, content: [{ type: "text", text: toPlainText(text) }] };
}
