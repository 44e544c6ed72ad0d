import * as z from "zod";

/** The operator's OpenID Connect provider. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The label of its sign-in button. */
  readonly name: string;
}

const timeoutMilliseconds = 10_000;
const metadataSchema = z.object({ issuer: z.string() });

/** Returns the URL of a provider's metadata. Source: OpenID Connect Discovery 1.0, section 4.1. */
export function discoveryUrlOf({ issuer }: Pick<IdentityProvider, "issuer">): string {
  return `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
}

/**
 * Requests the provider's metadata, so that the operator notices a wrong issuer before the first sign-in.
 *
 * @throws Error that explains the problem with the setting
 */
export async function checkIdentityProvider({ issuer }: Pick<IdentityProvider, "issuer">): Promise<void> {
  const url = discoveryUrlOf({ issuer });
  const response = await readJson(url).catch((error: unknown) => {
    // The message of a failed `fetch` is generic; its cause has the details.
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new Error(
      `PLUGBOARD_OIDC_ISSUER: ${url} does not respond: ${String(reason)}. Users cannot sign in with this provider until it does.`,
    );
  });
  const metadata = metadataSchema.safeParse(response).data;
  if (metadata === undefined)
    throw new Error(
      `PLUGBOARD_OIDC_ISSUER: ${url} does not return OpenID provider metadata. Check the address.`,
    );
  if (metadata.issuer !== issuer)
    throw new Error(
      `PLUGBOARD_OIDC_ISSUER: the provider's issuer is ${metadata.issuer}. Set the variable to this value.`,
    );
}

async function readJson(url: string): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMilliseconds) });
  return response.ok ? await response.json() : undefined;
}
