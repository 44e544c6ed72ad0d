import { createOAuthWorld } from "./oauth-world.fixture.ts";

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
  const { host, provider, tokens, connect, advance } = createOAuthWorld();
  await connect();
  await host.emit("site_view");
  advance(3600);
  await Promise.all(Array.from({ length: 5 }, () => host.emit("site_view")));
  const last = tokens.at(-1) ?? "";
  const isActive = provider.isActive(last);
  await host.emit("installation_deleted");
  return {
    refreshes: provider.tokenRequests() - 1,
    tokens: new Set(tokens).size,
    isActive,
    isActiveAfterUninstall: provider.isActive(last),
  };
}
