import { type AnyOperation, operationsOf } from "@plugboard/api/contract";
import { contentContract } from "@plugboard/content/contract";

/** All operations of the platform and the documentation product. */
export const table: readonly AnyOperation[] = operationsOf(contentContract);

/** Returns the URL of an operation with a value for each path parameter. */
export function urlOf(
  base: string,
  { path }: Pick<AnyOperation, "path">,
  values: Readonly<Record<string, string>>,
): string {
  return `${base}/v1${path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => values[name] ?? "unknown_1")}`;
}

/** Returns an operation's example body, without URLs outside of this machine. */
export function harmlessBody({ example }: AnyOperation): unknown {
  if (example.body === undefined) return undefined;
  return JSON.parse(JSON.stringify(example.body).replaceAll(/https?:\/\/[^"\\\s]*/g, "http://127.0.0.1:1/"));
}
