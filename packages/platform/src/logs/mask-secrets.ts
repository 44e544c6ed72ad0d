const mask = "***";

/** Masking shorter secrets would mangle ordinary words. */
const minSecretLength = 6;

// Matches the platform's own tokens (invitations, API keys, sessions), signing secrets, and text after
// "Bearer".
const tokenPattern =
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]+|\bwhsec_[\w+/=-]{8,}|\bpb[ikps]_[\w.-]{8,}|(?<=\bbearer\s)[\w.~+/=-]{8,}/gi;

/** Returns a copy of a JSON value with secrets and token-like strings masked. */
export function maskSecrets<Value>(value: Value, secrets: readonly string[]): Value {
  let text = JSON.stringify(value);
  // Longest first: a secret can contain another.
  for (const secret of secrets.toSorted((a, b) => b.length - a.length)) {
    // Escaped as in JSON.
    if (secret.length >= minSecretLength) text = text.replaceAll(JSON.stringify(secret).slice(1, -1), mask);
  }
  return JSON.parse(text.replaceAll(tokenPattern, mask));
}
