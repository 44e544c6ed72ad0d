import { createOAuthHandler, getOAuthToken, type OAuthConfig, revokeOAuthToken } from "@plugboard/oauth";
import { createIntegration } from "@plugboard/runtime";
import { connectedManifest } from "../connected-manifest.fixture.ts";
import { createTestPlatform } from "../create-test-platform.ts";
import { createOAuthProvider } from "../oauth-provider/create-oauth-provider.ts";

/** How a token lived. */
export interface TokenLife {
  readonly refreshes: number;
  /** How many tokens the integration was given. */
  readonly tokens: number;
  readonly isActive: boolean;
  readonly isActiveAfterUninstall: boolean;
}

/** Connects, lets the token expire while five events ask for it at once, and uninstalls. */
export async function runTokenLife(): Promise<TokenLife> {
  const provider = createOAuthProvider();
  const tokens = new Set<string>();
  let time = Date.now();
  const now = () => time;
  const { clientId, clientSecret, authorizeURL, accessTokenURL, revokeURL } = provider;
  const config: OAuthConfig = { clientId, clientSecret, authorizeURL, accessTokenURL, revokeURL };
  const integration = createIntegration({
    fetch: createOAuthHandler(config, { now }),
    events: {
      site_view: async (_event, context) => void tokens.add(await getOAuthToken(context, config, { now })),
      installation_deleted: async (_event, context) => void (await revokeOAuthToken(context, config)),
    },
  });
  const services = { [provider.issuer]: provider.fetch };
  const platform = createTestPlatform(integration, { manifest: connectedManifest, now, services });
  await platform.createBrowser().open(`${platform.publicEndpoint}/oauth`);
  await platform.emit("site_view");
  time += 3600 * 1000;
  await Promise.all(Array.from({ length: 5 }, () => platform.emit("site_view")));
  const last = [...tokens].at(-1) ?? "";
  const isActive = provider.isActive(last);
  await platform.uninstall();
  return {
    refreshes: provider.tokenRequests() - 1,
    tokens: tokens.size,
    isActive,
    isActiveAfterUninstall: provider.isActive(last),
  };
}
