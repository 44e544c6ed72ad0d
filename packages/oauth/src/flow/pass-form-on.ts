import { OAuthError } from "../common/oauth-error.ts";
import { addressOf, isResponseParameter } from "./authorization-response.ts";
import { privateHeaders } from "./completion-page.ts";

/**
 * Responds to a redirect that arrives as a form (OAuth 2.0 Form Post Response Mode), as Apple sends it: the browser is sent
 * on to the same address with the parameters in its query. The cookie of the flow is `SameSite=Lax`, so a browser leaves
 * it out of a form that comes from the provider's site, and adds it to the request that follows.
 *
 * @throws OAuthError `request_invalid` when the form holds nothing of a redirect, and would start another flow
 */
export async function passFormOn(request: Request): Promise<Response> {
  const form = new URLSearchParams(await request.text());
  const parameters = [...form].filter(([name]) => isResponseParameter(name));
  if (parameters.length === 0) {
    throw new OAuthError("request_invalid", "A form was sent that carries no response of a provider.");
  }
  const location = `${addressOf(new URL(request.url))}?${new URLSearchParams(parameters).toString()}`;
  return new Response(null, { status: 303, headers: { location, ...privateHeaders } });
}
