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

/**
 * Creates a passkey for the signed-in user. Does nothing if the user closes the browser's dialog.
 * @param userName - the name shown in the browser's passkey list
 */
export async function addPasskey(userName: string, name: string): Promise<void> {
  const query = new URLSearchParams({ name: userName });
  const options = await callAccounts<PublicKeyCredentialCreationOptionsJSON>(
    `/passkey/generate-register-options?${query.toString()}`,
  );
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await navigator.credentials.create({ publicKey }).catch((error: unknown) => {
    if (!(error instanceof DOMException)) throw error;
    if (isCanceled(error)) return undefined;
    if (error.name === "InvalidStateError")
      throw new Error("This device already has a passkey for your account.");
    throw error;
  });
  if (credential === undefined) return;
  await callAccounts("/passkey/verify-registration", { response: toResponse(credential), name });
}

/** Returns whether the user closed the browser's dialog, or didn't use it in time. */
export function isCanceled(error: unknown): boolean {
  return error instanceof DOMException && error.name === "NotAllowedError";
}

function toResponse(credential: Credential | null): unknown {
  if (credential instanceof PublicKeyCredential) return credential.toJSON();
  throw new Error("The browser didn’t create a passkey.");
}
