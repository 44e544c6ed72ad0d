import { type Attack, connect, redirectOf } from "./attack.fixture.ts";

const connected = { status: 200, tokenRequests: 1 } as const;
const stale = { status: 400, tokenRequests: 0 } as const;
const refused = { status: 403, tokenRequests: 1 } as const;
const unsound = { status: 502, tokenRequests: 1 } as const;

/** Attacks on the redirect, and providers that send a wrong one. None reaches the token endpoint. */
const redirectAttacks: readonly Attack[] = [
  { name: "a state that is another", mode: "wrong_state", ...stale, code: "state_unknown" },
  { name: "no state", mode: "missing_state", ...stale, code: "state_missing" },
  { name: "two states", mode: "two_states", ...stale, code: "state_missing" },
  { name: "an error with another state", mode: "error_with_wrong_state", ...stale, code: "state_unknown" },
  { name: "no iss where one is expected", mode: "missing_iss", ...stale, code: "issuer_missing" },
  { name: "the iss of another provider", mode: "wrong_iss", ...stale, code: "issuer_mismatch" },
  {
    name: "the iss of another host, with no issuer set",
    mode: "wrong_iss",
    withoutIssuer: true,
    ...stale,
    code: "issuer_mismatch",
  },
  { name: "no code", mode: "missing_code", ...stale, code: "request_invalid" },
  { name: "a user who says no", mode: "denied", status: 403, tokenRequests: 0, code: "provider_denied" },
  {
    name: "a script in the error",
    mode: "script_in_error",
    status: 403,
    tokenRequests: 0,
    code: "provider_denied",
  },
  {
    name: "a redirect opened in another browser",
    act: async ({ platform, startURL }) => {
      const back = await redirectOf(startURL, platform.createBrowser());
      return (await platform.createBrowser().open(back.href)).response;
    },
    ...stale,
    code: "state_unknown",
  },
  {
    name: "a flow that took eleven minutes",
    act: async ({ platform, startURL, advance }) => {
      const browser = platform.createBrowser();
      const back = await redirectOf(startURL, browser);
      advance(11 * 60_000);
      return (await browser.open(back.href)).response;
    },
    ...stale,
    code: "state_expired",
  },
  {
    name: "a cookie with one character changed",
    act: async ({ platform, startURL }) => {
      const browser = platform.createBrowser();
      const back = await redirectOf(startURL, browser);
      const cookie = browser.cookieHeader(back.href);
      const changed = `${cookie.slice(0, -3)}${cookie.at(-3) === "A" ? "B" : "A"}${cookie.slice(-2)}`;
      return platform.fetch(`/oauth${back.search}`, { headers: { cookie: changed } });
    },
    ...stale,
    code: "state_unknown",
  },
  {
    name: "a mix-up: the provider hands the user on to another one",
    act: async ({ platform, startURL, otherProvider }) => {
      const browser = platform.createBrowser();
      const sent = (await browser.open(startURL, ({ pathname }) => pathname === "/authorize")).url;
      const onward = new URL(otherProvider.authorizeURL);
      onward.search = sent.search;
      onward.searchParams.set("client_id", otherProvider.clientId);
      return (await browser.open(onward.href)).response;
    },
    ...stale,
    code: "issuer_mismatch",
  },
  {
    name: "a redirect sent to another address of the same handler",
    act: async ({ platform, startURL }) => {
      const browser = platform.createBrowser();
      const back = await redirectOf(startURL, browser);
      const cookie = browser.cookieHeader(back.href);
      return platform.fetch(`/oauth/again${back.search}`, { headers: { cookie } });
    },
    ...stale,
    code: "state_mismatch",
  },
  {
    name: "a redirect sent to the handler of another provider",
    act: async ({ platform, startURL }) => {
      const browser = platform.createBrowser();
      const back = await redirectOf(startURL, browser);
      const cookie = browser.cookieHeader(back.href);
      return platform.fetch(`/other${back.search}`, { headers: { cookie } });
    },
    ...stale,
    code: "state_unknown",
  },
];

/** Attacks that use a code again, or somebody else's. */
const codeAttacks: readonly Attack[] = [
  {
    name: "a stolen code put into one's own flow",
    act: async ({ platform, startURL }) => {
      const stolen = await redirectOf(startURL, platform.createBrowser());
      const browser = platform.createBrowser();
      const back = await redirectOf(startURL, browser);
      back.searchParams.set("code", stolen.searchParams.get("code") ?? "");
      return (await browser.open(back.href)).response;
    },
    ...refused,
    code: "token_refused",
  },
  {
    name: "a code that was used before",
    act: async ({ platform, startURL, provider }) => {
      const browser = platform.createBrowser();
      const back = await redirectOf(startURL, browser);
      const { clientId: client_id, clientSecret: client_secret } = provider;
      const code = back.searchParams.get("code") ?? "";
      const body = new URLSearchParams({ grant_type: "authorization_code", client_id, client_secret, code });
      await provider.fetch(new Request(provider.accessTokenURL, { method: "POST", body }));
      return (await browser.open(back.href)).response;
    },
    status: 403,
    tokenRequests: 2,
    code: "token_refused",
  },
];

/** Token endpoints that do harm, or answer what cannot be used. */
const tokenAttacks: readonly Attack[] = [
  { name: "an error with status 200", mode: "error_in_success", ...refused, code: "token_refused" },
  { name: "ok: false with status 200", mode: "ok_false", ...refused, code: "token_refused" },
  { name: "ok: false beside a token", mode: "ok_false_with_token", ...refused, code: "token_refused" },
  { name: "an error that repeats what was sent", mode: "echoing_secrets", ...refused, code: "token_refused" },
  { name: "an HTML page", mode: "html", ...unsound, code: "response_invalid" },
  { name: "an empty answer", mode: "empty", ...unsound, code: "response_invalid" },
  { name: "an endless answer", mode: "huge_body", ...unsound, code: "response_too_large" },
  { name: "no answer", mode: "hanging", ...unsound, code: "provider_timeout" },
  { name: "an answer that stops", mode: "hanging_body", ...unsound, code: "provider_timeout" },
  { name: "a redirect to a stranger", mode: "redirecting", ...unsound, code: "provider_redirected" },
  { name: "a connection that breaks", mode: "broken_connection", ...unsound, code: "provider_unreachable" },
  { name: "a server error", mode: "server_error", ...unsound, code: "response_invalid" },
  {
    name: "a token that is no bearer token",
    mode: "unknown_token_type",
    ...unsound,
    code: "response_invalid",
  },
  { name: "an identity of another issuer", mode: "wrong_id_token", ...unsound, code: "response_invalid" },
  {
    name: "an integration that does not look at ok",
    mode: "ok_false_with_token",
    config: {
      extractCredentials: () => ({ configuration: { oauth_credentials: { access_token: "made up" } } }),
    },
    ...refused,
    code: "token_refused",
  },
  {
    name: "an integration that fails and quotes the token",
    config: {
      extractCredentials: (response) => {
        throw new Error(JSON.stringify(response));
      },
    },
    ...unsound,
    code: "credentials_invalid",
  },
];

/** Providers that break the rules but mean well. */
const oddities: readonly Attack[] = [
  { name: "an honest provider", ...connected },
  { name: "client authentication in a header", config: { clientAuthentication: "basic" }, ...connected },
  { name: "no iss, with no issuer set", mode: "missing_iss", withoutIssuer: true, ...connected },
  { name: "a form-encoded answer", mode: "form_encoded", ...connected },
  { name: "a lifetime in a string", mode: "expires_in_string", ...connected },
  { name: "no token_type", mode: "missing_token_type", ...connected },
  { name: "nested tokens", mode: "nested_tokens", ...connected },
  {
    name: "an identity, with no issuer to check it for",
    mode: "wrong_id_token",
    withoutIssuer: true,
    ...connected,
  },
  {
    name: "two flows at once in one browser",
    act: async (world) => {
      const browser = world.platform.createBrowser();
      const first = await redirectOf(world.startURL, browser);
      await connect(world, browser);
      return (await browser.open(first.href)).response;
    },
    status: 200,
    tokenRequests: 2,
  },
];

/** Everything that can go wrong with a flow, and how it must end. */
export const attackTable: readonly Attack[] = [
  ...redirectAttacks,
  ...codeAttacks,
  ...tokenAttacks,
  ...oddities,
];
