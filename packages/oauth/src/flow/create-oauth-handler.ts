import type { DefaultIntegrationTypes, IntegrationTypes } from "@plugboard/api";
import { isAuthorizationResponse } from "./authorization-response.ts";
import { completionPage } from "./completion-page.ts";
import { finishFlow } from "./finish-flow.ts";
import { withoutFlowCookie } from "./flow-cookie.ts";
import { passFormOn } from "./pass-form-on.ts";
import type { OAuthConfigSource } from "../settings/oauth-config.ts";
import type { OAuthContext } from "../settings/oauth-context.ts";
import { OAuthError } from "../common/oauth-error.ts";
import { type OAuthPorts, resolvePorts } from "../ports/oauth-ports.ts";
import { resolveConfig } from "../settings/resolve-config.ts";
import { startFlow } from "./start-flow.ts";

/** Handles the requests of an OAuth flow. */
export type OAuthHandler<T extends IntegrationTypes = DefaultIntegrationTypes> = (
  request: Request,
  context: OAuthContext<T>,
) => Promise<Response>;

/**
 * Creates the handler of `{public_endpoint}/oauth`. Opened in a popup, it redirects the user to the provider.
 * When the user comes back, it exchanges the code and stores the credentials in the installation that started
 * the flow.
 *
 * The flow is the authorization code flow with PKCE S256 (RFC 6749, RFC 7636) according to RFC 9700. A failed
 * flow stores nothing. It shows a page with its {@link OAuthError} code and logs the error to `context.log`.
 *
 * @example
 * ```ts
 * import { createOAuthHandler } from "@plugboard/oauth";
 *
 * export const connect = createOAuthHandler(({ secrets }) => ({
 *   clientId: secrets["CLIENT_ID"] ?? "",
 *   clientSecret: secrets["CLIENT_SECRET"] ?? "",
 *   authorizeURL: "https://chat.example/authorize",
 *   accessTokenURL: "https://chat.example/token",
 *   scopes: ["messages:write"],
 * }));
 * ```
 */
export function createOAuthHandler<T extends IntegrationTypes = DefaultIntegrationTypes>(
  source: OAuthConfigSource<T>,
  ports: Partial<OAuthPorts> = {},
): OAuthHandler<T> {
  return async (request, context) => {
    if (request.method === "POST") return explainFailure(context, () => passFormOn(request));
    if (request.method !== "GET") {
      return new Response("Method not allowed", { status: 405, headers: { allow: "GET, POST" } });
    }
    const url = new URL(request.url);
    const isRedirect = isAuthorizationResponse(url.searchParams);
    const page = await explainFailure(context, async () => {
      const config = resolveConfig(source, context.environment);
      const setting = { config, context, ports: resolvePorts(context, ports) };
      if (!isRedirect) return startFlow(setting, url);
      await finishFlow(setting, url, request.headers.get("cookie"));
      return completionPage();
    });
    return isRedirect ? withoutFlowCookie(page, url) : page;
  };
}

async function explainFailure<T extends IntegrationTypes>(
  context: OAuthContext<T>,
  step: () => Promise<Response>,
): Promise<Response> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const { code, message, providerError } = error;
    context.log.warn("The OAuth flow failed", { code, reason: message, providerError });
    return completionPage(code);
  }
}
