import { callAccounts } from "./call-accounts.ts";
import { isCanceled, toResponse } from "./passkeys.ts";

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
