import type { OAuthErrorCode } from "@plugboard/oauth";
import type { ProviderMode } from "../../../src/oauth-provider/provider-mode.ts";
import type { Browser } from "../../../src/platform/browser.ts";
import { createOAuthWorld, type OAuthWorld, type OAuthWorldOptions } from "../oauth-world.fixture.ts";
import { findLeaks } from "./leaks.fixture.ts";

/** An attack on a flow, or a deviation from the standard, with its expected outcome. */
export interface Attack extends OAuthWorldOptions {
  readonly name: string;
  /** The provider's mode. Defaults to `honest`. */
  readonly mode?: ProviderMode;
  /** Runs the attack. Defaults to a person who connects in one browser. */
  readonly act?: (world: OAuthWorld) => Promise<Response>;
  /** The status of the last page. */
  readonly status: number;
  /** The error code on the last page. */
  readonly code?: OAuthErrorCode;
  /** Whether credentials are stored at the end. Defaults to true without `code`. */
  readonly connects?: boolean;
  /** The expected number of token requests. */
  readonly tokenRequests: number;
}

/** The outcome of an attack. */
export interface AttackOutcome {
  readonly status: number;
  readonly code: string | undefined;
  readonly tokenRequests: number;
  /** The fields of the stored credentials. */
  readonly stored: readonly string[];
  /** Whether the stored credentials are valid for an hour. */
  readonly isUsable: boolean;
  /** Secrets that appear in a page, its headers or a log. */
  readonly leaks: readonly string[];
  readonly strangerRequests: number;
}

/** Returns the expected outcome of an attack. */
export function expectedOutcome(attack: Attack): AttackOutcome {
  const { status, code, tokenRequests, connects = code === undefined } = attack;
  return {
    status,
    code,
    tokenRequests,
    stored: connects ? ["access_token", "expires_at", "refresh_token", "scope", "token_type"] : [],
    isUsable: connects,
    leaks: [],
    strangerRequests: 0,
  };
}

/** Runs an attack in a new world. */
export async function runAttack({ mode = "honest", act, ...options }: Attack): Promise<AttackOutcome> {
  const world = createOAuthWorld(options);
  world.provider.behave(mode);
  const page = await (act?.(world) ?? world.connect());
  const html = await page.text();
  return {
    status: page.status,
    code: html.match(/<code>(\w+)<\/code>/)?.[1],
    tokenRequests: world.provider.tokenRequests(),
    stored: Object.keys(await world.stored()).sort(),
    isUsable: await isUsable(world),
    leaks: findLeaks(world, [html, ...[...page.headers].flat()].join("\n")),
    strangerRequests: world.strangerRequests.length,
  };
}

/** Starts a flow in a browser. Returns the URL that the provider redirects back to, without opening it. */
export async function redirectOf({ startUrl }: OAuthWorld, browser: Browser): Promise<URL> {
  const isBack = (url: URL) => url.href.startsWith(`${startUrl}?`);
  return (await browser.open(startUrl, isBack)).url;
}

async function isUsable({ provider, now, stored }: OAuthWorld): Promise<boolean> {
  const { access_token, expires_at, token_type } = await stored();
  const lifetime = Number(expires_at) - Math.floor(now() / 1000);
  return (
    typeof access_token === "string" &&
    provider.isActive(access_token) &&
    lifetime === 3600 &&
    token_type === "bearer"
  );
}
