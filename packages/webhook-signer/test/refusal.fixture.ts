import { SignatureError } from "../src/index.ts";

/** Returns the error of a failed verification. Any other result fails the test. */
export async function refusalOf(verification: Promise<unknown>): Promise<SignatureError> {
  const outcome = await verification.catch((error: unknown) => error);
  if (outcome instanceof SignatureError) return outcome;
  throw new Error("the verification did not throw a SignatureError", { cause: outcome });
}
