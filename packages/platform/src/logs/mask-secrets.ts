const mask = "***";

/** Shorter ones would tear holes into ordinary words. */
const minSecretLength = 6;

// What looks like one of the platform's own tokens (invitations, API keys, portal and other sessions) or signing secrets, or like
// the text after "Bearer".
const tokenPattern =
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]+|\bwhsec_[\w+/=-]{8,}|\bpb[ikps]_[\w.-]{8,}|(?<=\bbearer\s)[\w.~+/=-]{8,}/gi;

/** A copy of a JSON value in which secrets, and whatever looks like a token, are replaced. */
export function maskSecrets<Value>(value: Value, secrets: readonly string[]): Value {
  let text = JSON.stringify(value);
  // The longest first: one may hold another.
  for (const secret of secrets.toSorted((a, b) => b.length - a.length)) {
    // As it is written within JSON.
    if (secret.length >= minSecretLength) text = text.replaceAll(JSON.stringify(secret).slice(1, -1), mask);
  }
  return JSON.parse(text.replaceAll(tokenPattern, mask));
}
