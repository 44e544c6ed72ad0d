import { AccountError, callAccounts } from "./call-accounts.ts";

/** Signs in with a passkey that the user chooses. */
export async function signInWithPasskey(): Promise<void> {
  const options = await callAccounts<PublicKeyCredentialRequestOptionsJSON>(
    "/passkey/generate-authenticate-options",
  );
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await navigator.credentials.get({ publicKey });
  await callAccounts("/passkey/verify-authentication", { response: toResponse(credential) }).catch(
    (error: unknown) => {
      if (error instanceof AccountError && error.code === "PASSKEY_NOT_FOUND")
        throw new Error("This passkey was removed from its account. Sign in another way.");
      throw error;
    },
  );
}

/** Returns whether the user closed the browser's dialog, or didn't use it in time. */
export function isCanceled(error: unknown): boolean {
  return error instanceof DOMException && error.name === "NotAllowedError";
}

/** Returns a credential as JSON for the server. */
export function toResponse(credential: Credential | null): unknown {
  if (credential instanceof PublicKeyCredential) return credential.toJSON();
  throw new Error("The browser didn’t create a passkey.");
}
