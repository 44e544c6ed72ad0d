import { SignatureError } from "../src/index.ts";

/** The error a verification refuses with; anything else it does is a failure of the test. */
export async function refusalOf(verification: Promise<unknown>): Promise<SignatureError> {
  const outcome = await verification.catch((error: unknown) => error);
  if (outcome instanceof SignatureError) return outcome;
  throw new Error("the verification did not refuse with a SignatureError", { cause: outcome });
}
