import type { Flow } from "./flow.ts";
import { OAuthError } from "../common/oauth-error.ts";
import { toProviderError } from "../provider/normalise-token-response.ts";

/** Parameters of which any one marks a request as the provider's redirect (RFC 6749 section 4.1.2, RFC 9207). */
const responseParameters: readonly string[] = ["state", "code", "error", "iss"];

/** Whether a parameter of this name is of the provider's redirect. */
export function isResponseParameter(name: string): boolean {
  return responseParameters.includes(name);
}

/** Whether a request to the handler is the provider's redirect, and not the start of a flow. */
export function isAuthorizationResponse(parameters: URLSearchParams): boolean {
  return responseParameters.some((name) => parameters.has(name));
}

/**
 * The state a redirect carries.
 *
 * @throws OAuthError `state_missing` when there is none, or more than one
 */
export function readState(parameters: URLSearchParams): string {
  const [state, ...others] = parameters.getAll("state");
  if (state === undefined || state === "" || others.length > 0) {
    throw new OAuthError("state_missing", "The redirect from the provider carries no state, or several.");
  }
  return state;
}

/** An address without its query, in the one form that can be compared: RFC 9700 section 2.1 wants an exact match. */
export function addressOf(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

/** Where a redirect arrived. */
export interface Arrival {
  readonly state: string;
  /** The address the redirect came to, as {@link addressOf} gives it. */
  readonly address: string;
  readonly integration: string;
  readonly clientId: string;
  /** The installation at that address; none when it belongs to the integration as a whole. */
  readonly installation: string | undefined;
}

/**
 * Checks that a redirect ends the flow it claims to end.
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
  const found = Object.entries(differences).find(([, differs]) => differs);
  if (found === undefined) return;
  throw new OAuthError(
    "state_mismatch",
    `The redirect does not end the flow it names: its ${found[0]} is another.`,
  );
}

/**
 * Checks which authorization server a redirect comes from (RFC 9207).
 *
 * @throws OAuthError `issuer_missing`, `issuer_mismatch`
 */
export function checkIssuer(
  { issuer, authorizeURL }: Pick<Flow, "issuer" | "authorizeURL">,
  parameters: URLSearchParams,
): void {
  const [given, ...others] = parameters.getAll("iss");
  if (given === undefined) {
    if (issuer === undefined) return;
    throw new OAuthError(
      "issuer_missing",
      "The redirect names no issuer (RFC 9207), and this handler expects one.",
    );
  }
  const matches =
    issuer === undefined ? URL.parse(given)?.origin === new URL(authorizeURL).origin : given === issuer;
  if (matches && others.length === 0) return;
  throw new OAuthError(
    "issuer_mismatch",
    "The redirect comes from another issuer than the flow was started with.",
  );
}

/**
 * The code the provider sent, and no error beside it.
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
    throw new OAuthError("request_invalid", "The redirect from the provider carries no code, or several.");
  }
  return code;
}
