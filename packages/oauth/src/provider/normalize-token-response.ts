import { isRecord } from "../common/is-record.ts";
import { OAuthError } from "../common/oauth-error.ts";
import type { ResolvedQuirks } from "../settings/provider-quirks.ts";
import type { ProviderResponse } from "./request-provider.ts";
import type { TokenFailure, TokenResponse, TokenSuccess } from "../settings/token-response.ts";

type Parameters = Readonly<Record<string, unknown>>;

/**
 * Normalizes a provider's response to RFC 6749: errors with status 200, form-encoded bodies, nested tokens,
 * lifetimes as strings, and a missing type (`bearer`).
 *
 * @param now - the current time (Unix time, ms)
 * @throws OAuthError `response_invalid` if the response contains neither tokens nor an error
 */
export function normalizeTokenResponse(
  response: ProviderResponse,
  quirks: ResolvedQuirks,
  now: number,
): TokenResponse {
  const body = parseParameters(response.body);
  if (body === undefined) throw invalid("is neither a JSON object nor a form");
  if (response.status >= 400 || body.ok === false || Boolean(body.error)) return toFailure(body);
  const parameters = findTokens(body, quirks.nestedTokens);
  const {
    access_token,
    token_type,
    refresh_token,
    expires_in,
    expires_at: _own,
    scope,
    ...rest
  } = parameters;
  if (!isToken(access_token)) throw invalid("has no access_token");
  return {
    ...rest,
    ok: true,
    access_token,
    token_type: toTokenType(token_type, quirks.bearerTypes),
    ...(isToken(refresh_token) && { refresh_token }),
    ...toLifetime(expires_in, now),
    ...toScope(scope),
  };
}

/** Returns the provider's error name from a response in any format. */
export function readProviderError(body: string): string {
  return toFailure(parseParameters(body) ?? {}).error;
}

/** Returns a valid error name. Other values aren't quoted, because they might be secrets. */
export function toProviderError(value: unknown): string {
  return typeof value === "string" && /^[a-z][a-z_]{0,39}$/.test(value) ? value : "unknown_error";
}

function parseParameters(body: string): Parameters | undefined {
  const parsed = parseJson(body);
  if (isRecord(parsed)) return parsed;
  const form = new URLSearchParams(body.trim());
  return form.has("access_token") || form.has("error") ? Object.fromEntries(form) : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toFailure(body: Parameters): TokenFailure {
  const { error, error_description } = body;
  const name = isRecord(error) ? (error.type ?? error.code) : error;
  return {
    ok: false,
    error: toProviderError(name),
    ...(typeof error_description === "string" && { error_description }),
  };
}

/** Finds tokens at the top level or under one of the names. Surrounding fields are kept. */
function findTokens(body: Parameters, names: readonly string[]): Parameters {
  if (typeof body.access_token === "string") return body;
  for (const name of names) {
    const nested = body[name];
    if (isRecord(nested) && typeof nested.access_token === "string") return { ...body, ...nested };
  }
  return body;
}

function toTokenType(value: unknown, bearerTypes: readonly string[]): string {
  if (typeof value !== "string" || value === "") return "bearer";
  const name = value.toLowerCase();
  return bearerTypes.includes(name) ? "bearer" : name;
}

function isToken(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** An invalid lifetime is omitted, which RFC 6749 allows: the token is then used until it is rejected. */
function toLifetime(value: unknown, now: number): Pick<TokenSuccess, "expires_in" | "expires_at"> {
  const seconds = Math.trunc(typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN);
  const expires_in = typeof value === "number" ? Math.trunc(value) : seconds;
  if (!Number.isSafeInteger(expires_in) || expires_in < 0) return {};
  return { expires_in, expires_at: Math.floor(now / 1000) + expires_in };
}

function toScope(value: unknown): Pick<TokenSuccess, "scope"> {
  if (Array.isArray(value)) return { scope: value.filter((scope) => typeof scope === "string").join(" ") };
  return typeof value === "string" ? { scope: value } : {};
}

function invalid(problem: string): OAuthError {
  return new OAuthError(
    "response_invalid",
    `The response to the token request ${problem}. Check accessTokenURL. If the provider uses its own format, set quirks.`,
  );
}
