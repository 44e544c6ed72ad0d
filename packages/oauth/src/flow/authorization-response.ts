import type { Flow } from "./flow.ts";
import { OAuthError } from "../oauth-error.ts";
import { toProviderError } from "../provider/token-response.ts";

/** Parameters of which any one marks a request as the provider's redirect (RFC 6749 section 4.1.2, RFC 9207). */
const responseParameters = ["state", "code", "error", "iss"] as const;

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

/** Where a redirect arrived. */
export interface Arrival {
  readonly state: string;
  /** The address the redirect came to, without its query. */
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
    "redirect URL": flow.redirectURL !== arrival.address,
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
 * Checks which authorization server a redirect comes from (RFC 9207) and returns its issuer.
 *
 * @throws OAuthError `issuer_missing`, `issuer_mismatch`
 */
export function checkIssuer(
  flow: Pick<Flow, "issuer" | "authorizeURL">,
  parameters: URLSearchParams,
): string {
  const given = parameters.getAll("iss");
  const { origin } = new URL(flow.authorizeURL);
  if (given.length === 0) {
    if (flow.issuer === undefined) return origin;
    throw new OAuthError(
      "issuer_missing",
      "The redirect names no issuer (RFC 9207), and this handler expects one.",
    );
  }
  const [issuer] = given;
  const matches =
    flow.issuer === undefined ? URL.parse(issuer ?? "")?.origin === origin : issuer === flow.issuer;
  if (issuer === undefined || !matches || given.length > 1) {
    throw new OAuthError(
      "issuer_mismatch",
      "The redirect comes from another issuer than the flow was started with.",
    );
  }
  return issuer;
}

/**
 * Checks that the provider sent a code and no error.
 *
 * @throws OAuthError `provider_denied`, `request_invalid`
 */
export function checkGranted(parameters: URLSearchParams): void {
  const error = parameters.get("error");
  if (error !== null) {
    const providerError = toProviderError(error);
    const message = `The provider ended the flow with the error ${providerError}.`;
    throw new OAuthError("provider_denied", message, { providerError });
  }
  if (parameters.getAll("code").length !== 1 || parameters.get("code") === "") {
    throw new OAuthError("request_invalid", "The redirect from the provider carries no code, or several.");
  }
}
