// A GitBook integration that stores credentials under undeclared keys, with expiry times in milliseconds.
import {
  createIntegration,
  createOAuthHandler,
  defaultOAuthExtractCredentials,
  getOAuthToken,
  type OAuthResponse,
  type RuntimeContext,
  type RuntimeEnvironment,
} from "@gitbook/runtime";

interface ShopConfiguration {
  shop_id?: string;
  api_key?: string;
  oauth_credentials?: { access_token: string; refresh_token?: string; expires_at?: string };
}
type ShopContext = RuntimeContext<RuntimeEnvironment<ShopConfiguration>>;

const config = ({ environment }: ShopContext) => ({
  clientId: environment.secrets.CLIENT_ID,
  clientSecret: environment.secrets.CLIENT_SECRET,
  authorizeURL: "https://provider.test/authorize",
  accessTokenURL: "https://provider.test/token",
});

export default createIntegration<ShopContext>({
  fetch: async (request, context) => {
    const { environment, api } = context;
    const { pathname } = new URL(request.url);
    const installation = environment.installation;
    const redirectURL = `${environment.integration.urls.publicEndpoint}${pathname.slice(pathname.lastIndexOf("/"))}`;
    if (pathname.endsWith("/oauth"))
      return createOAuthHandler<OAuthResponse>({
        ...config(context),
        redirectURL,
        extractCredentials: (response) => {
          const { configuration } = defaultOAuthExtractCredentials(response);
          return { externalIds: ["shop-7"], configuration: { ...configuration, shop_id: "shop-7" } };
        },
      })(request, context);
    if (pathname.endsWith("/key"))
      return createOAuthHandler<OAuthResponse>({
        ...config(context),
        redirectURL,
        extractCredentials: async ({ access_token }) => ({ configuration: { api_key: access_token } }),
      })(request, context);
    const credentials = installation!.configuration.oauth_credentials!;
    if (pathname.endsWith("/expire"))
      await api.integrations.updateIntegrationInstallation(environment.integration.name, installation!.id, {
        configuration: {
          ...installation!.configuration,
          oauth_credentials: { ...credentials, expires_at: new Date(Date.now() - 60_000).toISOString() },
        },
      });
    return new Response(await getOAuthToken(credentials, config(context), context));
  },
});
