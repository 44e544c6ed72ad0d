import { errors, type JWTPayload, jwtVerify } from "jose";

/** A site visitor's identity, signed by an integration. */
export interface VisitorIdentity {
  /** The token's claims, without those reserved by the standard. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** Unix time in milliseconds. */
  readonly expiresAt: number;
}

/** The reason a visitor's token is rejected. */
export type VisitorTokenRefusal = "expired" | "foreign" | "no_expiry" | "too_large";

/** In characters. The token is sent in a URL, and its claims in a cookie. */
export const maxVisitorTokenLength = 4096;
const maxClaimsLength = 2048;
const maxLifetimeSeconds = 30 * 24 * 3600;
const reserved: ReadonlySet<string> = new Set(["iss", "sub", "aud", "exp", "nbf", "iat", "jti"]);

/**
 * Verifies a visitor token signed by an integration (RFC 7519, HS256) with one of the site's secrets. It must
 * have an expiry, and is valid for at most 30 days.
 *
 * @example
 * import { SignJWT } from "jose";
 * import { readVisitorToken } from "@plugboard/content";
 *
 * const secret = "sit_k3y-of-32-random-bytes";
 * const token = await new SignJWT({ plan: "pro" })
 *   .setProtectedHeader({ alg: "HS256" })
 *   .setExpirationTime("1h")
 *   .sign(new TextEncoder().encode(secret));
 * console.log(await readVisitorToken(token, [secret], Date.now())); // { claims: { plan: "pro" }, expiresAt: … }
 */
export async function readVisitorToken(
  token: string,
  secrets: readonly string[],
  now: number,
): Promise<VisitorIdentity | VisitorTokenRefusal> {
  if (token.length > maxVisitorTokenLength) return "too_large";
  let refusal: VisitorTokenRefusal = "foreign";
  for (const secret of secrets) {
    try {
      const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
        algorithms: ["HS256"],
        currentDate: new Date(now),
        clockTolerance: 5,
      });
      return toIdentity(payload, now);
    } catch (error) {
      if (error instanceof errors.JWTExpired) refusal = "expired";
    }
  }
  return refusal;
}

function toIdentity(payload: JWTPayload, now: number): VisitorIdentity | VisitorTokenRefusal {
  if (payload.exp === undefined) return "no_expiry";
  const claims = Object.fromEntries(Object.entries(payload).filter(([name]) => !reserved.has(name)));
  if (JSON.stringify(claims).length > maxClaimsLength) return "too_large";
  return { claims, expiresAt: Math.min(payload.exp * 1000, now + maxLifetimeSeconds * 1000) };
}
