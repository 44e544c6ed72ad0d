import { SignatureError } from "./signature-error.ts";

/** One secret, or during a rotation all that are live. */
export type Secrets = string | readonly string[];

/**
 * The secrets as a list.
 *
 * @throws {SignatureError} `secret_missing` when there is none or one is empty: anyone could sign with an empty key.
 */
export function toSecretList(secret: Secrets): readonly string[] {
  const secrets = typeof secret === "string" ? [secret] : secret;
  if (Array.isArray(secrets) && secrets.length > 0 && secrets.every(isFilledText)) return secrets;
  throw new SignatureError(
    "secret_missing",
    "A signing secret is undefined or empty, or the list of secrets is. If it comes from an environment variable, " +
      "check that the variable is set.",
  );
}

function isFilledText(secret: unknown): boolean {
  return typeof secret === "string" && secret.trim() !== "";
}
