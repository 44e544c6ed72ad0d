import { createOAuthWorld } from "./oauth-world.fixture.ts";

/** The life of a token. */
export interface TokenLife {
  readonly refreshes: number;
  /** The number of different tokens that the integration received. */
  readonly tokens: number;
  readonly isActive: boolean;
  readonly isActiveAfterUninstall: boolean;
}

/** Connects, lets the token expire, emits five concurrent events that need it, and uninstalls. */
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
