import { randomText, toBase64Url } from "./random-text.ts";

/** What a user allowed. */
export interface GrantRequest {
  readonly clientId: string;
  readonly redirectURL: string;
  readonly scope: string;
  /** PKCE S256 challenge. */
  readonly challenge: string;
}

/** Tokens of one grant. */
export interface GrantTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly scope: string;
}

/** Everything a provider ever issued. Codes and refresh tokens work once; a second use ends the grant they belong to. */
export interface Grants {
  issueCode(request: GrantRequest): string;
  /** Tokens for a code; `undefined` when it is unknown, used, another client's, or its verifier does not fit. */
  exchangeCode(
    code: string,
    proof: { readonly clientId: string; readonly redirectURL: string; readonly verifier: string },
  ): Promise<GrantTokens | undefined>;
  /** Tokens for a refresh token; `undefined` when it is unknown, used or ended. */
  refresh(refreshToken: string): GrantTokens | undefined;
  /** Ends the grant a token belongs to. */
  revoke(token: string): void;
  isActive(token: string): boolean;
  /** Codes and tokens, live or not. */
  issued(): readonly string[];
}

interface Grant {
  readonly request: GrantRequest;
  /** Ended grants have none. */
  readonly live: Set<string>;
}

/** Makes the memory of a provider. */
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

  /** The grant behind something that works once, now used up. */
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
