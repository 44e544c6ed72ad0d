import type { OAuthErrorCode } from "@plugboard/oauth";
import type { Browser } from "../platform/browser.ts";
import type { ProviderMode } from "../oauth-provider/provider-mode.ts";
import { type AttackWorld, type AttackWorldOptions, createAttackWorld } from "./attack-world.fixture.ts";

/** Something that goes wrong or is done to a flow, and how it must end. */
export interface Attack extends AttackWorldOptions {
  readonly name: string;
  /** How the provider behaves. */
  readonly mode?: ProviderMode;
  /** What is done; a person connecting in one browser when left out. */
  readonly act?: (world: AttackWorld) => Promise<Response>;
  /** Status of the last page. */
  readonly status: number;
  /** The error the last page names; the flow connects when left out. */
  readonly code?: OAuthErrorCode;
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
export function expectedOutcome({ status, code, tokenRequests }: Attack): AttackOutcome {
  const connects = code === undefined;
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
export async function runAttack({
  mode = "honest",
  act = connect,
  ...options
}: Attack): Promise<AttackOutcome> {
  const world = createAttackWorld(options);
  const { platform, provider } = world;
  provider.behave(mode);
  const page = await act(world);
  const html = await page.text();
  const { oauth_credentials: stored } = platform.installation().configuration;
  const visible = [html, ...[...page.headers].flat(), ...platform.logs.map(describe)].join("\n");
  return {
    status: page.status,
    code: html.match(/<code>(\w+)<\/code>/)?.[1],
    tokenRequests: provider.tokenRequests(),
    stored: isObject(stored) ? Object.keys(stored).sort() : [],
    isUsable: isObject(stored) && isUsable(world, stored),
    leaks: [...provider.secrets(), ...world.otherProvider.secrets()].filter((secret) =>
      visible.includes(secret),
    ),
    strangerRequests: world.strangerRequests.length,
  };
}

/** A person who opens the popup and goes where it leads. */
export async function connect(
  { platform, startURL }: AttackWorld,
  browser: Browser = platform.createBrowser(),
): Promise<Response> {
  return (await browser.open(startURL)).response;
}

/** Begins a flow in a browser and gives the address the provider sends it back to, not yet opened. */
export async function redirectOf(startURL: string, browser: Browser): Promise<URL> {
  const isBack = (url: URL) => url.href.startsWith(`${startURL}?`);
  return (await browser.open(startURL, isBack)).url;
}

function isUsable({ provider, platform }: AttackWorld, stored: Readonly<Record<string, unknown>>): boolean {
  const { access_token, expires_at, token_type } = stored;
  const lifetime = Number(expires_at) - Math.floor(platform.now() / 1000);
  return (
    typeof access_token === "string" &&
    provider.isActive(access_token) &&
    lifetime === 3600 &&
    token_type === "bearer"
  );
}

/** Everything a log line holds, errors with their causes and own fields. */
function describe(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) => (inner instanceof Error ? fieldsOf(inner) : inner));
}

function fieldsOf(error: Error): Readonly<Record<string, unknown>> {
  const { message, stack, cause } = error;
  return { ...Object.fromEntries(Object.entries(error)), message, stack, cause };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
