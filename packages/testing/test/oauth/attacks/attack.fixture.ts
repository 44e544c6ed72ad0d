import type { OAuthErrorCode } from "@plugboard/oauth";
import type { ProviderMode } from "../../../src/oauth-provider/provider-mode.ts";
import type { Browser } from "../../../src/platform/browser.ts";
import { createOAuthWorld, type OAuthWorld, type OAuthWorldOptions } from "../oauth-world.fixture.ts";
import { findLeaks } from "./leaks.fixture.ts";

/** Something that goes wrong or is done to a flow, and how it must end. */
export interface Attack extends OAuthWorldOptions {
  readonly name: string;
  /** How the provider behaves. */
  readonly mode?: ProviderMode;
  /** What is done; a person connecting in one browser when left out. */
  readonly act?: (world: OAuthWorld) => Promise<Response>;
  /** Status of the last page. */
  readonly status: number;
  /** The error the last page names. */
  readonly code?: OAuthErrorCode;
  /** Whether there are credentials at the end. It is so where no error is named, when left out. */
  readonly connects?: boolean;
  /** How many requests the provider's token endpoint may get. */
  readonly tokenRequests: number;
}

/** How an attack ended. */
export interface AttackOutcome {
  readonly status: number;
  readonly code: string | undefined;
  readonly tokenRequests: number;
  /** Fields of what is stored after it. */
  readonly stored: readonly string[];
  /** Whether the stored credentials are real ones, with a lifetime of an hour. */
  readonly isUsable: boolean;
  /** Secrets that showed up in a page, its headers, or a log. */
  readonly leaks: readonly string[];
  readonly strangerRequests: number;
}

/** What the outcome of an attack must be. */
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

/** Runs an attack in a world of its own. */
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

/** Begins a flow in a browser and gives the address the provider sends it back to, not yet opened. */
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
