import type { Flow } from "./flow.ts";
import { OAuthError } from "../common/oauth-error.ts";
import { toProviderError } from "../provider/normalize-token-response.ts";

/** Any of these parameters marks a request as the provider's redirect (RFC 6749 section 4.1.2, RFC 9207). */
const responseParameters: readonly string[] = ["state", "code", "error", "iss"];

/** Returns whether a parameter belongs to the provider's redirect. */
export function isResponseParameter(name: string): boolean {
  return responseParameters.includes(name);
}

/** Returns whether a request is the provider's redirect rather than the start of a flow. */
export function isAuthorizationResponse(parameters: URLSearchParams): boolean {
  return responseParameters.some((name) => parameters.has(name));
}

/**
 * Returns the state of a redirect.
 *
 * @throws OAuthError `state_missing` if there isn't exactly one
 */
export function readState(parameters: URLSearchParams): string {
  const [state, ...others] = parameters.getAll("state");
  if (state === undefined || state === "" || others.length > 0) {
    throw new OAuthError("state_missing", "The redirect from the provider must have exactly one state.");
  }
  return state;
}

/** Returns a URL without its query, normalized for the exact match that RFC 9700 section 2.1 requires. */
export function addressOf(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

/** The destination of a redirect. */
export interface Arrival {
  readonly state: string;
  /** The URL of the redirect, normalized by {@link addressOf}. */
  readonly address: string;
  readonly integration: string;
  readonly clientId: string;
  /** The installation at that URL; `undefined` at the integration's own endpoint. */
  readonly installation: string | undefined;
}

/**
 * Checks that a redirect belongs to its flow.
 *
 * @throws OAuthError `state_mismatch`
 */
export function checkArrival(flow: Flow, arrival: Arrival): void {
  const differences = {
    state: flow.state !== arrival.state,
    "redirect URL": addressOf(new URL(flow.arrivalUrl)) !== arrival.address,
    integration: flow.integration !== arrival.integration,
    client: flow.clientId !== arrival.clientId,
    installation: arrival.installation !== undefined && flow.owner.installation !== arrival.installation,
  };
  const difference = Object.entries(differences).find(([, differs]) => differs);
  if (difference === undefined) return;
  throw new OAuthError(
    "state_mismatch",
    `The redirect does not belong to its flow: its ${difference[0]} is different.`,
  );
}

/**
 * Checks that a redirect comes from the expected authorization server (RFC 9207).
 *
 * @throws OAuthError `issuer_missing`, `issuer_mismatch`
 */
export function checkIssuer(
  { issuer, authorizeURL }: Pick<Flow, "issuer" | "authorizeURL">,
  parameters: URLSearchParams,
): void {
  const [iss, ...others] = parameters.getAll("iss");
  if (iss === undefined) {
    if (issuer === undefined) return;
    throw new OAuthError(
      "issuer_missing",
      "The redirect has no issuer (RFC 9207), but this handler requires one.",
    );
  }
  const matches =
    issuer === undefined ? URL.parse(iss)?.origin === new URL(authorizeURL).origin : iss === issuer;
  if (matches && others.length === 0) return;
  throw new OAuthError("issuer_mismatch", "The redirect comes from a different issuer than the flow.");
}

/**
 * Returns the code of a redirect without an error.
 *
 * @throws OAuthError `provider_denied`, `request_invalid`
 */
export function readCode(parameters: URLSearchParams): string {
  const error = parameters.get("error");
  if (error !== null) {
    const providerError = toProviderError(error);
    const message = `The provider ended the flow with the error ${providerError}.`;
    throw new OAuthError("provider_denied", message, { providerError });
  }
  const [code, ...others] = parameters.getAll("code");
  if (code === undefined || code === "" || others.length > 0) {
    throw new OAuthError("request_invalid", "The redirect from the provider must have exactly one code.");
  }
  return code;
}
