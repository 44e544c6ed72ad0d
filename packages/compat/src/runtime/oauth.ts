import {
  createOAuthHandler as createPlugboardHandler,
  extractCredentials as extractDefault,
  type ExtractedCredentials,
  getOAuthToken as getPlugboardToken,
  type OAuthConfig,
  type TokenResponse,
} from "@plugboard/oauth";
import { type CompatContext, originalContext } from "./context.ts";
import { toCompatEnvironment } from "./environment.ts";
import { translateErrors } from "./errors.ts";

type InstallationUrl = string | ((installation: never) => string);

/** The settings of a provider. */
export interface CompatOAuthConfig<Response = TokenResponse> {
  readonly redirectURL?: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authorizeURL: InstallationUrl;
  readonly accessTokenURL: InstallationUrl;
  readonly scopes?: string[];
  readonly prompt?: string;
  readonly extractCredentials?: (response: Response) => object | Promise<object>;
}

/**
 * Makes the handler of an OAuth flow, under this platform's rules: PKCE, a state bound to the browser, and settings beside the
 * credentials that stay, whatever `replace` says.
 *
 * @example
 * import { createIntegration, createOAuthHandler } from "@plugboard/compat/runtime";
 *
 * const config = {
 *   clientId: "digest",
 *   clientSecret: "from the environment",
 *   authorizeURL: "https://chat.example/authorize",
 *   accessTokenURL: "https://chat.example/token",
 * };
 * export default createIntegration({ fetch: createOAuthHandler(config) });
 */
export function createOAuthHandler<Response = TokenResponse>(
  config: CompatOAuthConfig<Response>,
  _options: { readonly replace?: boolean } = {},
): (request: Request, context: CompatContext) => Promise<globalThis.Response> {
  return async (request, context) => {
    // Without a redirect URL it is the address that was opened.
    const { origin, pathname } = new URL(request.url);
    const settings = toOAuthConfig({ redirectURL: `${origin}${pathname}`, ...config }, context);
    return await translateErrors(() => createPlugboardHandler(settings)(request, originalContext(context)));
  };
}

/**
 * The access token of the installation's account, refreshed where it has expired.
 *
 * @throws OAuthError `not_connected` and others of `@plugboard/oauth`
 * @example
 * import { type CompatContext, getOAuthToken } from "@plugboard/compat/runtime";
 *
 * export async function tokenOf(context: CompatContext, credentials: object): Promise<string> {
 *   const accessTokenURL = "https://chat.example/token";
 *   const config = { clientId: "digest", clientSecret: "from the environment", accessTokenURL };
 *   return await getOAuthToken(credentials, config, context);
 * }
 */
export async function getOAuthToken<Response = TokenResponse>(
  _credentials: object,
  config: Omit<CompatOAuthConfig<Response>, "authorizeURL"> & { readonly authorizeURL?: InstallationUrl },
  context: CompatContext,
): Promise<string> {
  const settings = toOAuthConfig({ authorizeURL: config.accessTokenURL, ...config }, context);
  return await getPlugboardToken(originalContext(context), settings);
}

/**
 * Credentials as they are stored without an `extractCredentials` of one's own.
 *
 * @example
 * import { defaultOAuthExtractCredentials } from "@plugboard/compat/runtime";
 *
 * const response = { ok: true, access_token: "token", token_type: "bearer" } as const;
 * console.log((await defaultOAuthExtractCredentials(response)).configuration);
 */
export function defaultOAuthExtractCredentials(response: TokenResponse): Promise<ExtractedCredentials> {
  return Promise.resolve(extractDefault({ ...response, ok: response.ok ?? true } as TokenResponse));
}

function toOAuthConfig<Response>(config: CompatOAuthConfig<Response>, context: CompatContext): OAuthConfig {
  const { authorizeURL, accessTokenURL, extractCredentials, ...rest } = config;
  // An author's function reads the installation in GitBook's shape.
  const resolve = (url: InstallationUrl): string => {
    const { installation } = toCompatEnvironment(originalContext(context).environment);
    return typeof url === "string" ? url : url(installation as never);
  };
  return {
    ...rest,
    authorizeURL: () => resolve(authorizeURL),
    accessTokenURL: () => resolve(accessTokenURL),
    ...(extractCredentials !== undefined && {
      // What it makes is checked by the handler before anything is stored.
      extractCredentials: async (response: TokenResponse) =>
        (await extractCredentials(response as Response)) as ExtractedCredentials,
    }),
  };
}
