import { type Scope, scopes } from "@plugboard/api";
import {
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWK,
  jwtVerify,
  SignJWT,
} from "jose";
import * as z from "zod";
import { PlatformError } from "../platform/platform-error.ts";
import type { Settings } from "../storage/settings.ts";
import type { Principal } from "./principal.ts";

/** Issues and checks the bearer tokens that integrations call the HTTP API with. */
export interface TokenAuthority {
  /** A token for the integration itself, or for one of its installations. Lives one hour; made again well before. */
  readonly issue: (holder: TokenHolder) => Promise<string>;
  /** @throws PlatformError `unauthorized` when the token is not ours, has expired, or was altered. */
  readonly verify: (token: string) => Promise<Principal>;
  /** The public keys, for anyone who checks a token. */
  readonly keys: () => JSONWebKeySet;
}

/** Whom a token speaks for. */
export interface TokenHolder {
  readonly integration: string;
  readonly installation?: string;
  readonly scopes: readonly Scope[];
}

const lifetimeSeconds = 3600;
const reuseMilliseconds = (lifetimeSeconds / 2) * 1000;
const maximumReused = 10_000;
const algorithm = "EdDSA";
const keysSetting = "token-keys";

const claimsSchema = z.object({
  sub: z.string(),
  installation: z.string().optional(),
  scope: z.string(),
});

/** Opens the authority with the keys kept in the settings; the first start makes one. */
export async function openTokenAuthority(
  settings: Settings,
  audience: string,
  now: () => number,
): Promise<TokenAuthority> {
  const privateKeys = await loadKeys(settings);
  const [current] = privateKeys;
  if (current === undefined) throw new Error("the token key list is empty");
  const signingKey = await importJWK(current, algorithm);
  const publicKeys = { keys: privateKeys.map(toPublicKey) };
  const findKey = createLocalJWKSet(publicKeys);
  const reused = new Map<string, { token: string; until: number }>();

  const sign = (holder: TokenHolder, issuedAt: number): Promise<string> =>
    new SignJWT({
      scope: holder.scopes.join(" "),
      ...(holder.installation !== undefined && { installation: holder.installation }),
    })
      .setProtectedHeader({ alg: algorithm, ...(current.kid !== undefined && { kid: current.kid }) })
      .setSubject(holder.integration)
      .setIssuer(audience)
      .setAudience(audience)
      .setIssuedAt(Math.floor(issuedAt / 1000))
      .setExpirationTime(Math.floor(issuedAt / 1000) + lifetimeSeconds)
      .sign(signingKey);

  return {
    issue: async (holder) => {
      const key = JSON.stringify([holder.integration, holder.installation, holder.scopes]);
      const time = now();
      const known = reused.get(key);
      if (known !== undefined && known.until > time) return known.token;
      const token = await sign(holder, time);
      if (reused.size >= maximumReused) reused.clear();
      reused.set(key, { token, until: time + reuseMilliseconds });
      return token;
    },
    verify: async (token) => {
      const checked = await jwtVerify(token, findKey, {
        audience,
        issuer: audience,
        algorithms: [algorithm],
        requiredClaims: ["exp"],
        currentDate: new Date(now()),
      }).catch(() => undefined);
      const claims = claimsSchema.safeParse(checked?.payload);
      if (!claims.success) {
        throw new PlatformError("unauthorized", "The bearer token is not valid here, or has expired.");
      }
      return toPrincipal(claims.data);
    },
    keys: () => publicKeys,
  };
}

function toPrincipal(claims: z.infer<typeof claimsSchema>): Principal {
  const held = claims.scope.split(" ");
  const granted = scopes.filter((scope) => held.includes(scope));
  const integration = claims.sub;
  return claims.installation === undefined
    ? { type: "integration", integration, scopes: granted }
    : { type: "installation", integration, installation: claims.installation, scopes: granted };
}

function toPublicKey({ d: _private, ...key }: JWK): JWK {
  return key;
}

async function loadKeys(settings: Settings): Promise<JWK[]> {
  const text = await settings.getOrCreate(keysSetting, async () => {
    const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
    const key: JWK = {
      ...(await exportJWK(privateKey)),
      kid: crypto.randomUUID(),
      alg: algorithm,
      use: "sig",
    };
    return JSON.stringify([key]);
  });
  return z.array(z.looseObject({ kty: z.string() })).parse(JSON.parse(text));
}
