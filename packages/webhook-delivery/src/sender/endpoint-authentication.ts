import type { EndpointAuthentication } from "../model/endpoint.ts";
import { AttemptError } from "./attempt-error.ts";
import { listen, unlisten } from "./exchange.ts";
import type { GuardedClient, GuardedRequestOptions } from "./guarded-client.ts";

/** Creates the `Authorization` header of requests. */
export interface Authenticator {
  /** @throws {AttemptError} `authentication_failed` if the authorization server issues no token */
  authorize(authentication: EndpointAuthentication, options?: GuardedRequestOptions): Promise<string>;
  /**
   * Reports that the endpoint rejected the header. Returns whether the next `authorize` returns a different
   * one.
   */
  refused(authentication: EndpointAuthentication, authorization: string | undefined): boolean;
}

type ClientCredentials = Extract<EndpointAuthentication, { readonly type: "oauth2" }>;

interface Token {
  readonly authorization: string;
  /** Unix time (ms). */
  readonly expiresAt: number;
}

const maxTokens = 1_000;
/** Tokens are renewed this long before they expire, so that they don't expire in transit. */
const marginMilliseconds = 30_000;
/** The assumed lifetime of a token without `expires_in`. */
const defaultLifeSeconds = 300;

/**
 * Creates an authenticator that caches tokens until they expire. Concurrent requests share one token request,
 * which has the client's timeout; each waits at most its own timeout.
 */
export function createAuthenticator(client: Pick<GuardedClient, "post">, now: () => number): Authenticator {
  const tokens = new Map<string, Promise<Token>>();
  const refusedTokens = new Set<string>();

  function isGood({ authorization, expiresAt }: Token): boolean {
    return expiresAt > now() && !refusedTokens.has(authorization);
  }

  async function tokenOf(credentials: ClientCredentials): Promise<Token> {
    const key = keyOf(credentials);
    const known = tokens.get(key);
    if (known !== undefined && isGood(await known)) return known;
    // If several requests find the token expired, only the first requests a new one.
    const newest = tokens.get(key);
    if (newest !== known && newest !== undefined) return newest;
    if (tokens.size >= maxTokens) tokens.clear();
    const asked = askForToken(client, credentials, now);
    tokens.set(key, asked);
    asked.catch(() => {
      if (tokens.get(key) === asked) tokens.delete(key);
    });
    return asked;
  }

  return {
    async authorize(authentication, options) {
      if (authentication.type === "oauth2") {
        return (await waitNoLonger(tokenOf(authentication), options)).authorization;
      }
      return basic(authentication.username, authentication.password);
    },
    refused({ type }, authorization) {
      if (type !== "oauth2" || authorization === undefined) return false;
      if (refusedTokens.size >= maxTokens) refusedTokens.clear();
      refusedTokens.add(authorization);
      return true;
    },
  };
}

/** Waits for a token at most as long as the attempt can. */
async function waitNoLonger(
  token: Promise<Token>,
  { timeoutMilliseconds, signal }: GuardedRequestOptions = {},
): Promise<Token> {
  const end = Promise.withResolvers<never>();
  const onAbort = (): void => end.reject(new AttemptError("aborted", "The attempt was aborted."));
  const timer =
    timeoutMilliseconds === undefined
      ? undefined
      : setTimeout(
          () => end.reject(failed("The authorization server issued no token (timeout).")),
          timeoutMilliseconds,
        );
  if (signal?.aborted === true) onAbort();
  if (signal !== undefined) listen(signal, onAbort);
  try {
    return await Promise.race([token, end.promise]);
  } finally {
    clearTimeout(timer);
    if (signal !== undefined) unlisten(signal, onAbort);
  }
}

function keyOf({ tokenUrl, clientId, clientSecret, scope, audience }: ClientCredentials): string {
  return JSON.stringify([tokenUrl, clientId, clientSecret, scope, audience]);
}

function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
}

/** Requests a token with the client credentials grant (RFC 6749, section 4.4). */
async function askForToken(
  client: Pick<GuardedClient, "post">,
  { tokenUrl, clientId, clientSecret, scope, audience }: ClientCredentials,
  now: () => number,
): Promise<Token> {
  const form = new URLSearchParams({ grant_type: "client_credentials" });
  if (scope !== undefined) form.set("scope", scope);
  if (audience !== undefined) form.set("audience", audience);
  const headers = {
    accept: "application/json",
    "content-type": "application/x-www-form-urlencoded",
    // RFC 6749, section 2.3.1: both are form-encoded first.
    authorization: basic(encodeForm(clientId), encodeForm(clientSecret)),
  };
  const { result, response } = await client.post({ url: tokenUrl, body: form.toString(), headers });
  if (result.errorCode === "aborted") throw new AttemptError("aborted", "The attempt was aborted.");
  const status = result.status ?? result.errorCode;
  if (response?.status !== 200 || !response.isComplete) {
    throw failed(`The authorization server issued no token (${status}).`);
  }
  const token = parseToken(Buffer.from(response.body).toString());
  const life = (token.expiresIn ?? defaultLifeSeconds) * 1_000;
  return { authorization: `Bearer ${token.accessToken}`, expiresAt: now() + life - marginMilliseconds };
}

function encodeForm(text: string): string {
  return new URLSearchParams({ "": text }).toString().slice(1);
}

function parseToken(body: string): { readonly accessToken: string; readonly expiresIn: number | undefined } {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw failed("The authorization server's response is not JSON.");
  }
  const accessToken: unknown = Reflect.get(Object(value), "access_token");
  const type: unknown = Reflect.get(Object(value), "token_type");
  const expiresIn = Number(Reflect.get(Object(value), "expires_in"));
  // The characters allowed by RFC 6750, section 2.1: others could break the header.
  if (typeof accessToken !== "string" || !/^[A-Za-z0-9\-._~+/]+=*$/.test(accessToken)) {
    throw failed("The authorization server's response has no valid access_token.");
  }
  if (typeof type === "string" && type.toLowerCase() !== "bearer") {
    throw failed("The authorization server issued a token of another type than Bearer.");
  }
  return { accessToken, expiresIn: expiresIn > 0 ? expiresIn : undefined };
}

function failed(message: string): AttemptError {
  return new AttemptError("authentication_failed", message);
}
