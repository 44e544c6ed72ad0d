import type { ScopeName } from "@plugboard/api";
import { errors, type JSONWebKeySet, type JWTPayload, jwtVerify, SignJWT } from "jose";
import * as z from "zod";
import { PlatformError } from "../common/platform-error.ts";
import type { Settings } from "../database/settings.ts";
import type { TokenPrincipal } from "./principal.ts";
import {
  openTokenKeyRing,
  type TokenKey,
  type TokenKeySet,
  tokenAlgorithm,
  tokenLifetimeSeconds,
} from "./token-keys.ts";

/** Issues and verifies the bearer tokens that integrations use to call the HTTP API. */
export interface TokenAuthority {
  /**
   * Returns a token for an integration or one of its installations. It is valid for an hour and replaced
   * after half of that.
   */
  readonly issue: (holder: TokenHolder) => Promise<string>;
  /** @throws PlatformError `unauthorized` if the token is not ours, has expired or was altered */
  readonly verify: (token: string) => Promise<TokenPrincipal>;
  /** Returns the public keys for verifying tokens. */
  readonly keys: () => Promise<JSONWebKeySet>;
  /**
   * Adds a new signing key, used immediately here and within ten seconds in other processes. Earlier tokens stay
   * valid: the old keys are published until the last of those tokens expires.
   *
   * @returns the current keys, the signing key first
   */
  readonly rotate: () => Promise<readonly TokenKey[]>;
}

/** The integration or installation that a token is issued to. */
export interface TokenHolder {
  readonly integration: string;
  readonly installation?: string | undefined;
  readonly scopes: readonly ScopeName[];
}

/** How long an issued token is reused, in seconds. Its holder can use it for at least as long again. */
export const reuseSeconds: number = tokenLifetimeSeconds / 2;
const maxReused = 10_000;

const claimsSchema = z.object({
  sub: z.string(),
  installation: z.string().optional(),
  scope: z.string(),
});

/** Opens the authority with the keys stored in the settings, and creates one on the first start. */
export async function openTokenAuthority(
  settings: Settings,
  audience: string,
  now: () => number,
): Promise<TokenAuthority> {
  const ring = await openTokenKeyRing(settings, now);
  const reused = new Map<string, { token: string; kid: string; until: number }>();

  const check = async (token: string, { find }: TokenKeySet): Promise<JWTPayload> => {
    const { payload } = await jwtVerify(token, find, {
      audience,
      issuer: audience,
      algorithms: [tokenAlgorithm],
      requiredClaims: ["exp"],
      currentDate: new Date(now()),
    });
    return payload;
  };
  // Another server may have just rotated the keys.
  const checkAgain = async (token: string, error: unknown): Promise<JWTPayload | undefined> =>
    error instanceof errors.JWKSNoMatchingKey
      ? await check(token, await ring.read()).catch(() => undefined)
      : undefined;

  return {
    issue: async (holder) => {
      const key = JSON.stringify([holder.integration, holder.installation, holder.scopes]);
      const { signing } = await ring.recent();
      const time = now();
      const cached = reused.get(key);
      if (cached !== undefined && cached.until > time && cached.kid === signing.kid) return cached.token;
      const token = await sign(holder, signing, audience, time);
      if (reused.size >= maxReused) reused.clear();
      reused.set(key, { token, kid: signing.kid, until: time + reuseSeconds * 1000 });
      return token;
    },
    verify: async (token) => {
      const recent = await ring.recent();
      const payload = await check(token, recent).catch((error: unknown) => checkAgain(token, error));
      const claims = claimsSchema.safeParse(payload);
      if (!claims.success) {
        throw new PlatformError("unauthorized", "The bearer token is not valid here or has expired.");
      }
      return toPrincipal(claims.data);
    },
    keys: async () => (await ring.read()).published,
    rotate: ring.rotate,
  };
}

function sign(
  holder: TokenHolder,
  signing: TokenKeySet["signing"],
  audience: string,
  issuedAt: number,
): Promise<string> {
  // JSON omits an undefined installation.
  return new SignJWT({ scope: holder.scopes.join(" "), installation: holder.installation })
    .setProtectedHeader({ alg: tokenAlgorithm, kid: signing.kid })
    .setSubject(holder.integration)
    .setIssuer(audience)
    .setAudience(audience)
    .setIssuedAt(Math.floor(issuedAt / 1000))
    .setExpirationTime(Math.floor(issuedAt / 1000) + tokenLifetimeSeconds)
    .sign(signing.key);
}

function toPrincipal(claims: z.infer<typeof claimsSchema>): TokenPrincipal {
  const granted = claims.scope.split(" ").filter((scope) => scope !== "");
  const integration = claims.sub;
  return claims.installation === undefined
    ? { type: "integration", integration, scopes: granted }
    : { type: "installation", integration, installation: claims.installation, scopes: granted };
}
