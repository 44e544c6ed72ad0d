import { OAuthError } from "../common/oauth-error.ts";
import { addressOf, isResponseParameter } from "./authorization-response.ts";
import { privateHeaders } from "./completion-page.ts";

/**
 * Handles a redirect sent as a form (OAuth 2.0 Form Post Response Mode, used by Apple). It redirects the
 * browser to the same URL with the parameters in the query. The flow's cookie is `SameSite=Lax`: a browser
 * omits it from a cross-site form, but adds it to the following request.
 *
 * @throws OAuthError `request_invalid` if the form contains no redirect parameters and would start another
 * flow
 */
export async function passFormOn(request: Request): Promise<Response> {
  const form = new URLSearchParams(await request.text());
  const parameters = [...form].filter(([name]) => isResponseParameter(name));
  if (parameters.length === 0) {
    throw new OAuthError("request_invalid", "The form contains no response of a provider.");
  }
  const location = `${addressOf(new URL(request.url))}?${new URLSearchParams(parameters).toString()}`;
  return new Response(null, { status: 303, headers: { location, ...privateHeaders } });
}
