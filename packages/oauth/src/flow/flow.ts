import { EncryptJWT, errors, jwtDecrypt } from "jose";
import type { CredentialOwner } from "../settings/credential-owner.ts";
import { isRecord } from "../common/is-record.ts";
import { OAuthError } from "../common/oauth-error.ts";

/** The maximum duration of a flow (s). */
export const flowLifetimeSeconds = 600;

/**
 * A flow in flight. It is only kept in an encrypted cookie, which binds the redirect to the browser and the
 * settings that started the flow.
 */
export interface Flow {
  /** The `state` parameter: 256 random bits. */
  readonly state: string;
  /** The PKCE code verifier (RFC 7636). */
  readonly verifier: string;
  readonly clientId: string;
  readonly authorizeURL: string;
  readonly accessTokenURL: string;
  readonly redirectURL: string;
  /**
   * The URL at which the redirect reaches this handler. Differs from the redirect URL if the platform
   * forwards it from the integration's own endpoint.
   */
  readonly arrivalUrl: string;
  readonly issuer?: string | undefined;
  /** The name of the integration. */
  readonly integration: string;
  readonly owner: CredentialOwner;
}

/** Encrypts a flow. It can only be decrypted with the same key, for ten minutes. */
export async function encryptFlow(flow: Flow, key: Uint8Array, now: number): Promise<string> {
  return new EncryptJWT({ flow })
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .setExpirationTime(Math.floor(now / 1000) + flowLifetimeSeconds)
    .encrypt(key);
}

/**
 * Decrypts a flow.
 *
 * @throws OAuthError `state_expired`, or `state_unknown` if it was encrypted with another key
 */
export async function decryptFlow(encrypted: string, key: Uint8Array, now: number): Promise<Flow> {
  const flow = await decrypt(encrypted, key, now);
  if (!isFlow(flow)) throw notOurs();
  return flow;
}

async function decrypt(encrypted: string, key: Uint8Array, now: number): Promise<unknown> {
  try {
    const { payload } = await jwtDecrypt(encrypted, key, {
      keyManagementAlgorithms: ["dir"],
      contentEncryptionAlgorithms: ["A256GCM"],
      requiredClaims: ["exp"],
      currentDate: new Date(now),
    });
    return payload.flow;
  } catch (error) {
    if (error instanceof errors.JWTExpired) {
      throw new OAuthError("state_expired", "The OAuth flow took longer than ten minutes. Start it again.");
    }
    throw notOurs();
  }
}

function notOurs(): OAuthError {
  return new OAuthError(
    "state_unknown",
    "The state of the OAuth flow was not encrypted with the key of this handler. Start the flow again.",
  );
}

const textFields = [
  "state",
  "verifier",
  "clientId",
  "authorizeURL",
  "accessTokenURL",
  "redirectURL",
  "arrivalUrl",
  "integration",
] as const;

function isFlow(value: unknown): value is Flow {
  return (
    isRecord(value) && textFields.every((field) => typeof value[field] === "string") && isRecord(value.owner)
  );
}
