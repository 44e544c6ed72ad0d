import type { Configuration, Environment } from "@plugboard/api";
import { OAuthError } from "../common/oauth-error.ts";
import { getOAuthToken } from "../credentials/get-oauth-token.ts";
import { revokeOAuthToken } from "../credentials/revoke-oauth-token.ts";
import { type ConnectionStore, toCredentialStore } from "./connection-store.ts";
import { type OAuthPorts, resolvePorts } from "../ports/oauth-ports.ts";
import type { OAuthConfig } from "../settings/oauth-config.ts";
import type { OAuthContext } from "../settings/oauth-context.ts";
import { resolveConfig } from "../settings/resolve-config.ts";
import { completionPage } from "./completion-page.ts";
import { finishFlow } from "./finish-flow.ts";
import { withoutFlowCookie } from "./flow-cookie.ts";
import { passFormOn } from "./pass-form-on.ts";
import { startFlow } from "./start-flow.ts";

type UrlSetting = "authorizeURL" | "accessTokenURL" | "redirectURL" | "revokeURL" | "issuer";

/** Settings of an OAuth flow outside Plugboard. */
export interface OAuthFlowOptions extends Omit<OAuthConfig, UrlSetting | "stateKey"> {
  /** https, or http on localhost. */
  readonly authorizeURL: string;
  /** https, or http on localhost. */
  readonly accessTokenURL: string;
  /** The URL of your callback, exactly as registered at the provider. Open `start` on the same host. */
  readonly redirectURL: string;
  /** The URL for revoking tokens (RFC 7009). */
  readonly revokeURL?: string;
  /** The provider's issuer identifier. If set, redirects need a matching `iss` (RFC 9207). */
  readonly issuer?: string;
  /** Encrypts flows in flight: at least 32 random characters, the same in all processes. */
  readonly secret: string;
  readonly store: ConnectionStore;
  /** Returns the response after a completed flow. Defaults to a page that closes its popup. */
  readonly onConnected?: (connection: string) => Response | Promise<Response>;
  /** Returns the response after a failed flow. Defaults to a page with the error's code. */
  readonly onFailed?: (error: OAuthError) => Response | Promise<Response>;
}

/** An OAuth flow, and the tokens of its connections. */
export interface OAuthFlow {
  /**
   * Redirects the browser to the provider, to connect an account.
   *
   * @param connection - your own id of the connection, such as a user's id. Check first that the caller may
   * change it
   */
  readonly start: (request: Request, connection: string) => Promise<Response>;
  /** Handles requests to `redirectURL`: exchanges the code and stores the credentials. */
  readonly callback: (request: Request) => Promise<Response>;
  /**
   * Returns a valid access token: the stored one, or a new one if that expires within a minute.
   *
   * @throws OAuthError `not_connected`; `needs_reauth` if the user has to connect again; other codes, with
   * `retryable`, if the provider can't be reached
   */
  readonly token: (connection: string) => Promise<string>;
  /**
   * Revokes the tokens at the provider. Delete the stored credentials afterwards.
   *
   * @returns false if there was nothing to revoke: no connection, or no `revokeURL`
   */
  readonly revoke: (connection: string) => Promise<boolean>;
}

/**
 * Creates an OAuth flow for any server: authorization code with PKCE S256, with state bound to the browser,
 * and tokens that are refreshed by one process at a time.
 *
 * @throws OAuthError `configuration_invalid`
 *
 * @example
 * ```ts
 * import { createOAuthFlow, type ConnectionStore } from "@plugboard/oauth";
 *
 * declare const store: ConnectionStore;
 * const chat = createOAuthFlow({
 *   clientId: "acme",
 *   clientSecret: "the provider's secret",
 *   authorizeURL: "https://chat.example/authorize",
 *   accessTokenURL: "https://chat.example/token",
 *   redirectURL: "https://app.example/chat/callback",
 *   secret: "32 random characters or more, kept by you",
 *   store,
 * });
 *
 * export function handle(request: Request, userId: string): Promise<Response> {
 *   const { pathname } = new URL(request.url);
 *   return pathname === "/chat/callback" ? chat.callback(request) : chat.start(request, userId);
 * }
 * ```
 */
export function createOAuthFlow(
  options: OAuthFlowOptions,
  ports: Partial<Omit<OAuthPorts, "credentialStore">> = {},
): OAuthFlow {
  const { secret, store, onConnected, onFailed, ...settings } = checkOptions(options);
  const credentialStore = toCredentialStore(store);
  const own = { ...ports, credentialStore };
  const contextOf = (connection?: string, configuration: Configuration = {}) =>
    createContext(settings, connection, configuration);
  const config = resolveConfig({ ...settings, stateKey: secret }, contextOf().environment);
  const failed = async (step: () => Promise<Response>): Promise<Response> => {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      return await (onFailed?.(error) ?? completionPage(error.code));
    }
  };
  const settingOf = (connection?: string) => {
    const context = contextOf(connection);
    return { config, context, ports: resolvePorts(context, own) };
  };
  const connected = async (connection: string): Promise<OAuthContext> =>
    contextOf(connection, (await credentialStore.read({ installation: connection }))?.configuration);
  return {
    start: (request, connection) => failed(() => startFlow(settingOf(connection), new URL(request.url))),
    callback: async (request) => {
      if (request.method === "POST") return await failed(() => passFormOn(request));
      const url = new URL(request.url);
      const response = await failed(async () => {
        const owner = await finishFlow(settingOf(), url, request.headers.get("cookie"));
        return await (onConnected?.(owner.installation) ?? completionPage());
      });
      return await withoutFlowCookie(response, url);
    },
    token: async (connection) => await getOAuthToken(await connected(connection), config, own),
    revoke: async (connection) => await revokeOAuthToken(await connected(connection), config, own),
  };
}

const requiredTexts = ["clientId", "clientSecret", "authorizeURL", "accessTokenURL", "redirectURL", "secret"];

/** Rejects options that callers without types leave out: without `secret`, another key would encrypt flows. */
function checkOptions(options: OAuthFlowOptions): OAuthFlowOptions {
  const settings: Readonly<Record<string, unknown>> = { ...options };
  const missing = requiredTexts.find((name) => typeof settings[name] !== "string");
  if (missing !== undefined)
    throw invalid(`The flow's ${missing} is missing or not a string. Pass it to createOAuthFlow.`);
  if (typeof settings["store"] !== "object" || settings["store"] === null)
    throw invalid("The flow has no store. Pass `store`, an object with the methods `read` and `write`.");
  return options;
}

function invalid(message: string): OAuthError {
  return new OAuthError("configuration_invalid", message);
}

/** Describes a connection as an installation, as the flow expects. */
function createContext(
  { clientId, redirectURL }: Pick<OAuthFlowOptions, "clientId" | "redirectURL">,
  connection: string | undefined,
  configuration: Configuration,
): OAuthContext {
  const urls = { publicEndpoint: redirectURL };
  const environment: Environment = {
    apiEndpoint: redirectURL,
    apiTokens: { integration: "" },
    integration: { name: clientId, title: clientId, version: 1, urls },
    ...(connection !== undefined && {
      installation: {
        id: connection,
        status: "active",
        space_selection: { type: "all" },
        configuration,
        urls,
        externalIds: [],
        target: "all",
      },
    }),
    secrets: {},
  };
  // The credentials are in the caller's store, so the platform's API is never called.
  const call = () =>
    Promise.reject(new OAuthError("storage_failed", "A flow outside Plugboard has no platform to call."));
  return { environment, api: { call }, integration: { api: { call } }, log: { warn: () => {} } };
}
