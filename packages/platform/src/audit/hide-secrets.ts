const secretNames = /token|secret|password|credential|ticket|authorization|cookie|signedurl/i;
/** What a header or a setting holds may be a secret, whatever its name is. */
const mapsOfSecrets: ReadonlySet<string> = new Set(["configuration", "headers"]);
const hidden = "[hidden]";
const maxTextLength = 500;
const maxItems = 50;

/**
 * A value as it may be kept in a log: what its name says is a secret reads `[hidden]`, texts and lists are cut, and of a configuration
 * and of headers only the names are kept.
 */
export function hideSecrets(value: unknown, name = ""): unknown {
  if (secretNames.test(name) && value !== true && value !== null && value !== undefined) return hidden;
  if (typeof value === "string")
    return value.length > maxTextLength ? `${value.slice(0, maxTextLength)}…` : value;
  if (Array.isArray(value)) return value.slice(0, maxItems).map((item: unknown) => hideSecrets(item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      mapsOfSecrets.has(name) ? (part === null ? null : hidden) : hideSecrets(part, key),
    ]),
  );
}
