import { base64url, EncryptJWT, jwtDecrypt } from "jose";
import * as z from "zod";

const signInSchema = z.object({
  /** The page that was asked for. */
  location: z.string(),
  /** Comes back from the provider, and shows that this browser was sent there. */
  state: z.string(),
  /** Comes back in the ID token, and shows that it was made for this sign-in. */
  nonce: z.string(),
  /** Redeems the code (PKCE). */
  verifier: z.string(),
});

/** A sign-in that has begun. */
export type SignIn = z.infer<typeof signInSchema>;

/** Begins a sign-in. */
export function createSignIn(location: string): SignIn {
  const random = () => base64url.encode(crypto.getRandomValues(new Uint8Array(32)));
  return { location, state: random(), nonce: random(), verifier: random() };
}

/** Writes a sign-in as text that only the same secret can open, for ten minutes. It waits in the browser that began it. */
export async function sealSignIn(signIn: SignIn, secret: string): Promise<string> {
  return await new EncryptJWT(signIn)
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .setExpirationTime("10m")
    .encrypt(await keyOf(secret));
}

/** Reads what `sealSignIn` wrote; `undefined` for anything else, and when it is too old. */
export async function openSignIn(sealed: string, secret: string): Promise<SignIn | undefined> {
  const opened = await jwtDecrypt(sealed, await keyOf(secret)).catch(() => undefined);
  return signInSchema.safeParse(opened?.payload).data;
}

async function keyOf(secret: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret)));
}
