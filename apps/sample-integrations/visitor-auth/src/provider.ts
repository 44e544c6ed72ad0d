import { base64url, createRemoteJWKSet, jwtVerify } from "jose";
import * as z from "zod";
import type { SignIn } from "./sign-in.ts";

const providerSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  end_session_endpoint: z.url().optional(),
});
const tokensSchema = z.object({ id_token: z.string() });
const visitorSchema = z.object({
  sub: z.string(),
  email: z.string().optional(),
  name: z.string().optional(),
  groups: z.array(z.string()).optional(),
});

/** The metadata of an OpenID provider. */
export type Provider = z.infer<typeof providerSchema>;

/** The visitor claims passed to the site, which can decide which pages they see. */
export type Visitor = z.infer<typeof visitorSchema>;

const timeoutMilliseconds = 5000;

/** Fetches a provider's metadata (OpenID Connect Discovery). */
export async function discover(issuer: string): Promise<Provider> {
  const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMilliseconds) });
  if (!response.ok) throw new Error(`The OpenID provider responded with ${response.status} at ${url}`);
  const provider = providerSchema.parse(await response.json());
  if (provider.issuer !== issuer) throw new Error(`${url} belongs to another issuer, ${provider.issuer}`);
  return provider;
}

/** Returns the URL of the provider's sign-in page. */
export async function authorizationUrl(
  provider: Provider,
  { clientId, redirectUrl, signIn }: { clientId: string; redirectUrl: string; signIn: SignIn },
): Promise<string> {
  const challenge = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(signIn.verifier));
  const url = new URL(provider.authorization_endpoint);
  const parameters = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUrl,
    scope: "openid email profile",
    state: signIn.state,
    nonce: signIn.nonce,
    code_challenge: base64url.encode(new Uint8Array(challenge)),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** Redeems an authorization code and returns the visitor from the verified ID token. */
export async function redeemCode(
  provider: Provider,
  {
    client: { clientId, clientSecret },
    redirectUrl,
    code,
    signIn,
  }: {
    readonly client: { readonly clientId: string; readonly clientSecret: string };
    readonly redirectUrl: string;
    readonly code: string;
    readonly signIn: SignIn;
  },
): Promise<Visitor> {
  const credentials = [clientId, clientSecret].map(encodeURIComponent).join(":");
  const response = await fetch(provider.token_endpoint, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(credentials)}` },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code,
      redirect_uri: redirectUrl,
      code_verifier: signIn.verifier,
    }),
    signal: AbortSignal.timeout(timeoutMilliseconds),
  });
  if (!response.ok) throw new Error(`The OpenID provider responded to the code with ${response.status}`);
  const { id_token } = tokensSchema.parse(await response.json());
  const keys = createRemoteJWKSet(new URL(provider.jwks_uri), { timeoutDuration: timeoutMilliseconds });
  const { payload } = await jwtVerify(id_token, keys, { issuer: provider.issuer, audience: clientId });
  if (payload["nonce"] !== signIn.nonce) throw new Error("The ID token belongs to another sign-in");
  return visitorSchema.parse(payload);
}
