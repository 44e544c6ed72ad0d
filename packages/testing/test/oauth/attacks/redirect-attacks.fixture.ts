import { type Attack, redirectOf } from "./attack.fixture.ts";

const stale = { status: 400, tokenRequests: 0 } as const;
const denied = { status: 403, tokenRequests: 0, code: "provider_denied" } as const;

/** Wrong redirects of a provider. The flow never requests a token. */
const wrongRedirects: readonly Attack[] = [
  { name: "a wrong state", mode: "wrong_state", ...stale, code: "state_unknown" },
  { name: "no state", mode: "missing_state", ...stale, code: "state_missing" },
  { name: "two states", mode: "two_states", ...stale, code: "state_missing" },
  { name: "an error with a wrong state", mode: "error_with_wrong_state", ...stale, code: "state_unknown" },
  { name: "no iss although one is expected", mode: "missing_iss", ...stale, code: "issuer_missing" },
  { name: "the iss of another provider", mode: "wrong_iss", ...stale, code: "issuer_mismatch" },
  { name: "an error of another provider", mode: "error_with_wrong_iss", ...stale, code: "issuer_mismatch" },
  {
    name: "the iss of another host without a configured issuer",
    mode: "wrong_iss",
    withoutIssuer: true,
    ...stale,
    code: "issuer_mismatch",
  },
  { name: "no code", mode: "missing_code", ...stale, code: "request_invalid" },
  { name: "a user who declines", mode: "denied", ...denied },
  { name: "a script in the error", mode: "script_in_error", ...denied },
];

/** Misuse of stolen, forged, replayed and misdirected redirects. */
const misusedRedirects: readonly Attack[] = [
  {
    name: "a redirect opened in another browser",
    act: async (world) => {
      const back = await redirectOf(world, world.host.createBrowser());
      return (await world.host.createBrowser().open(back.href)).response;
    },
    ...stale,
    code: "state_unknown",
  },
  {
    name: "a redirect opened twice, with its cookie restored",
    act: async (world) => {
      const browser = world.host.createBrowser();
      const back = await redirectOf(world, browser);
      const cookie = browser.cookieHeader(back.href);
      await browser.open(back.href);
      return world.host.fetch(`/oauth${back.search}`, { headers: { cookie } });
    },
    status: 400,
    code: "state_reused",
    connects: true,
    tokenRequests: 1,
  },
  {
    name: "a flow that takes eleven minutes",
    act: async (world) => {
      const browser = world.host.createBrowser();
      const back = await redirectOf(world, browser);
      world.advance(11 * 60);
      return (await browser.open(back.href)).response;
    },
    ...stale,
    code: "state_expired",
  },
  {
    name: "a cookie with one character changed",
    act: async (world) => {
      const browser = world.host.createBrowser();
      const back = await redirectOf(world, browser);
      const cookie = browser.cookieHeader(back.href);
      const changed = `${cookie.slice(0, -3)}${cookie.at(-3) === "A" ? "B" : "A"}${cookie.slice(-2)}`;
      return world.host.fetch(`/oauth${back.search}`, { headers: { cookie: changed } });
    },
    ...stale,
    code: "state_unknown",
  },
  {
    name: "a mix-up, in which the provider redirects the user to another provider",
    act: async ({ host, startUrl, otherProvider }) => {
      const browser = host.createBrowser();
      const sent = (await browser.open(startUrl, ({ pathname }) => pathname === "/authorize")).url;
      const onward = new URL(otherProvider.authorizeURL);
      onward.search = sent.search;
      onward.searchParams.set("client_id", otherProvider.clientId);
      return (await browser.open(onward.href)).response;
    },
    ...stale,
    code: "issuer_mismatch",
  },
  {
    name: "a redirect to another URL of the same handler",
    act: async (world) => {
      const browser = world.host.createBrowser();
      const back = await redirectOf(world, browser);
      const cookie = browser.cookieHeader(back.href);
      return world.host.fetch(`/oauth/again${back.search}`, { headers: { cookie } });
    },
    ...stale,
    code: "state_mismatch",
  },
  {
    name: "a redirect to the handler of another provider",
    act: async (world) => {
      const browser = world.host.createBrowser();
      const back = await redirectOf(world, browser);
      const cookie = browser.cookieHeader(back.href);
      return world.host.fetch(`/other${back.search}`, { headers: { cookie } });
    },
    ...stale,
    code: "state_unknown",
  },
];

/** Attacks on the redirect. */
export const redirectAttacks: readonly Attack[] = [...wrongRedirects, ...misusedRedirects];
