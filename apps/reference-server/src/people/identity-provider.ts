import * as z from "zod";

/** An identity provider of the operator's, by OpenID Connect. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What its button says. */
  readonly name: string;
}

const timeoutMilliseconds = 10_000;
const metadataSchema = z.object({ issuer: z.string() });

/** Where a provider describes itself. Source: OpenID Connect Discovery 1.0, section 4.1. */
export function discoveryUrlOf({ issuer }: Pick<IdentityProvider, "issuer">): string {
  return `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
}

/**
 * Asks a provider whether it is there, so that an operator learns of a wrong address before anybody tries to sign in.
 *
 * @throws Error saying what is wrong with the setting
 */
export async function checkIdentityProvider({ issuer }: Pick<IdentityProvider, "issuer">): Promise<void> {
  const url = discoveryUrlOf({ issuer });
  const found = await readJson(url).catch((error: unknown) => {
    // What `fetch` fails with says little; its cause says why.
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new Error(
      `PLUGBOARD_OIDC_ISSUER: ${url} does not respond: ${String(reason)}. Nobody signs in there until it does.`,
    );
  });
  const metadata = metadataSchema.safeParse(found).data;
  if (metadata === undefined)
    throw new Error(`PLUGBOARD_OIDC_ISSUER: ${url} does not describe an OpenID provider.`);
  if (metadata.issuer !== issuer)
    throw new Error(`PLUGBOARD_OIDC_ISSUER: the provider calls itself ${metadata.issuer}. Set it to that.`);
}

async function readJson(url: string): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMilliseconds) });
  return response.ok ? await response.json() : undefined;
}
