import { base64url, EncryptJWT, jwtDecrypt } from "jose";
import * as z from "zod";

const signInSchema = z.object({
  /** The requested page. */
  location: z.string(),
  /** Returned by the provider; proves that this browser was sent there. */
  state: z.string(),
  /** Returned in the ID token; proves that it was issued for this sign-in. */
  nonce: z.string(),
  /** The PKCE code verifier. */
  verifier: z.string(),
});

/** A pending sign-in. */
export type SignIn = z.infer<typeof signInSchema>;

/** Begins a sign-in. */
export function createSignIn(location: string): SignIn {
  const random = () => base64url.encode(crypto.getRandomValues(new Uint8Array(32)));
  return { location, state: random(), nonce: random(), verifier: random() };
}

/** Encrypts a sign-in for ten minutes. It is stored in a cookie of the browser that began it. */
export async function encryptSignIn(signIn: SignIn, secret: string): Promise<string> {
  return await new EncryptJWT(signIn)
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .setExpirationTime("10m")
    .encrypt(await keyOf(secret));
}

/** Decrypts the result of `encryptSignIn`; `undefined` if it is invalid or expired. */
export async function decryptSignIn(encrypted: string, secret: string): Promise<SignIn | undefined> {
  const opened = await jwtDecrypt(encrypted, await keyOf(secret)).catch(() => undefined);
  return signInSchema.safeParse(opened?.payload).data;
}

async function keyOf(secret: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret)));
}
