import { randomText, toBase64Url } from "./random-text.ts";

/** The user's consent. */
export interface GrantRequest {
  readonly clientId: string;
  readonly redirectURL: string;
  readonly scope: string;
  /** The PKCE S256 challenge. */
  readonly challenge: string;
}

/** The tokens of a grant. */
export interface GrantTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly scope: string;
}

/**
 * The codes and tokens issued by a provider. Codes and refresh tokens work once; reusing one ends its grant.
 */
export interface Grants {
  issueCode(request: GrantRequest): string;
  /**
   * Returns tokens for a code. `undefined` if the code is unknown, used or another client's, or the verifier
   * does not match.
   */
  exchangeCode(
    code: string,
    proof: { readonly clientId: string; readonly redirectURL: string; readonly verifier: string },
  ): Promise<GrantTokens | undefined>;
  /** Returns tokens for a refresh token. `undefined` if it is unknown, used or revoked. */
  refresh(refreshToken: string): GrantTokens | undefined;
  /** Ends the grant of a token. */
  revoke(token: string): void;
  isActive(token: string): boolean;
  /** Returns all codes and tokens, valid or not. */
  issued(): readonly string[];
}

interface Grant {
  readonly request: GrantRequest;
  /** Empty for ended grants. */
  readonly live: Set<string>;
}

/** Creates the grant store of a provider. */
export function createGrants(): Grants {
  const grants = new Map<string, Grant>();

  function issueTokens(grant: Grant): GrantTokens {
    const tokens = { accessToken: `at_${randomText()}`, refreshToken: `rt_${randomText()}` };
    for (const token of Object.values(tokens)) {
      grants.set(token, grant);
      grant.live.add(token);
    }
    return { ...tokens, scope: grant.request.scope };
  }

  /** Returns the grant of a single-use value and marks it as used. */
  function useUp(value: string): Grant | undefined {
    const grant = grants.get(value);
    if (grant === undefined) return undefined;
    if (grant.live.delete(value)) return grant;
    grant.live.clear();
    return undefined;
  }

  return {
    issueCode: (request) => {
      const code = `code_${randomText()}`;
      grants.set(code, { request, live: new Set([code]) });
      return code;
    },
    exchangeCode: async (code, proof) => {
      const grant = isCode(code) ? useUp(code) : undefined;
      if (grant === undefined) return undefined;
      const { clientId, redirectURL, challenge } = grant.request;
      const fits = clientId === proof.clientId && redirectURL === proof.redirectURL;
      return fits && challenge === (await toChallenge(proof.verifier)) ? issueTokens(grant) : undefined;
    },
    refresh: (refreshToken) => {
      const grant = isRefreshToken(refreshToken) ? useUp(refreshToken) : undefined;
      return grant && issueTokens(grant);
    },
    revoke: (token) => grants.get(token)?.live.clear(),
    isActive: (token) => grants.get(token)?.live.has(token) ?? false,
    issued: () => [...grants.keys()],
  };
}

const isCode = (value: string) => value.startsWith("code_");
const isRefreshToken = (value: string) => value.startsWith("rt_");

async function toChallenge(verifier: string): Promise<string> {
  return toBase64Url(
    new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))),
  );
}
