import { callAccounts } from "./call-accounts.ts";

/** Signs in with a passkey that the user chooses. */
export async function signInWithPasskey(): Promise<void> {
  const options = await callAccounts<PublicKeyCredentialRequestOptionsJSON>(
    "/passkey/generate-authenticate-options",
  );
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await navigator.credentials.get({ publicKey });
  await callAccounts("/passkey/verify-authentication", { response: toResponse(credential) });
}

/**
 * Creates a passkey for the signed-in user.
 * @param userName - the name shown in the browser's passkey list
 */
export async function addPasskey(userName: string, name: string): Promise<void> {
  const query = new URLSearchParams({ name: userName });
  const options = await callAccounts<PublicKeyCredentialCreationOptionsJSON>(
    `/passkey/generate-register-options?${query.toString()}`,
  );
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await navigator.credentials.create({ publicKey });
  await callAccounts("/passkey/verify-registration", { response: toResponse(credential), name });
}

function toResponse(credential: Credential | null): unknown {
  if (credential instanceof PublicKeyCredential) return credential.toJSON();
  throw new Error("The browser didn’t create a passkey.");
}
