import {
  createOAuthHandler as createPlugboardHandler,
  extractCredentials as extractDefault,
  type ExtractedCredentials,
  getOAuthToken as getPlugboardToken,
  type OAuthConfig,
  type OAuthCredentials,
  type TokenResponse,
  type TokenSuccess,
} from "@plugboard/oauth";
import { type CompatContext, originalContext } from "./context.ts";
import { createCompatCredentialStore, environmentInSeconds, inSeconds } from "./credential-times.ts";
import { toCompatEnvironment } from "./environment.ts";
import { translateErrors } from "./errors.ts";

type InstallationUrl = string | ((installation: never) => string);

/** The settings of an OAuth provider. */
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
 * Creates the handler of an OAuth flow under this platform's rules: PKCE, and a state bound to the browser.
 * Settings other than the credentials are always kept, regardless of `replace`.
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
    // Defaults to the opened URL.
    const { origin, pathname } = new URL(request.url);
    const settings = toOAuthConfig({ redirectURL: `${origin}${pathname}`, ...config }, context);
    const original = originalContext(context);
    const handle = createPlugboardHandler(settings, {
      credentialStore: createCompatCredentialStore(original),
    });
    return await translateErrors(() => handle(request, original));
  };
}

/**
 * Returns the access token of the installation's account, refreshed if it has expired.
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
  const original = originalContext(context);
  const converted = { ...original, environment: environmentInSeconds(original.environment) };
  return await getPlugboardToken(converted, settings, {
    credentialStore: createCompatCredentialStore(original),
  });
}

/**
 * Returns the credentials that are stored by default, without an `extractCredentials` of your own.
 *
 * @example
 * import { defaultOAuthExtractCredentials } from "@plugboard/compat/runtime";
 *
 * const response = { ok: true, access_token: "token", token_type: "bearer" } as const;
 * console.log(defaultOAuthExtractCredentials(response).configuration);
 */
export function defaultOAuthExtractCredentials(response: TokenResponse): ExtractedCredentials {
  const { access_token, refresh_token, expires_in } = response as TokenSuccess;
  return {
    configuration: {
      oauth_credentials: {
        access_token,
        ...(refresh_token !== undefined && { refresh_token }),
        ...(expires_in !== undefined && { expires_at: Date.now() + expires_in * 1000 }),
      },
    },
  };
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
    extractCredentials: async (response: TokenResponse) => {
      const defaults = await extractDefault(response);
      if (extractCredentials === undefined) return defaults;
      // The handler checks the credentials before it stores them.
      return withTokens(defaults, (await extractCredentials(response as Response)) as ExtractedCredentials);
    },
  };
}

/**
 * On GitBook, code can store its tokens under any name. A refresh needs them in `oauth_credentials`, so they
 * are stored there too.
 */
function withTokens(defaults: ExtractedCredentials, extracted: ExtractedCredentials): ExtractedCredentials {
  const configuration = inSeconds(Object(extracted.configuration));
  const own: Readonly<Record<string, unknown>> = Object(configuration["oauth_credentials"]);
  const tokens = typeof own["access_token"] === "string" ? {} : defaults.configuration.oauth_credentials;
  // A field without a value, such as a missing refresh token, is omitted.
  const fields = Object.entries({ ...own, ...tokens });
  const set = Object.fromEntries(fields.filter(([, value]) => value !== undefined && value !== null));
  // The handler checks the type.
  return { ...extracted, configuration: { ...configuration, oauth_credentials: set as OAuthCredentials } };
}
