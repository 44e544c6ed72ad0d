import { callAccounts } from "./call-accounts.ts";

/** Signs in with a passkey that the person chooses. */
export async function signInWithPasskey(): Promise<void> {
  const options = await callAccounts<PublicKeyCredentialRequestOptionsJSON>(
    "/passkey/generate-authenticate-options",
  );
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await navigator.credentials.get({ publicKey });
  await callAccounts("/passkey/verify-authentication", { response: toResponse(credential) });
}

/** Makes a passkey for whoever is signed in. @param userName - what the browser lists it as */
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
  throw new Error("The browser gave no passkey.");
}
