import { type Attack, redirectOf } from "./attack.fixture.ts";

const refused = { status: 403, tokenRequests: 1, code: "token_refused" } as const;
const unsound = { status: 502, tokenRequests: 1 } as const;
const impatient = { config: { timeoutMilliseconds: 50 } };

/** Attacks with a reused or a stolen code. */
const codeAttacks: readonly Attack[] = [
  {
    name: "a stolen code inserted into another flow",
    act: async (world) => {
      const stolen = await redirectOf(world, world.host.createBrowser());
      const browser = world.host.createBrowser();
      const back = await redirectOf(world, browser);
      back.searchParams.set("code", stolen.searchParams.get("code") ?? "");
      return (await browser.open(back.href)).response;
    },
    ...refused,
  },
  {
    name: "a code that was already used",
    act: async (world) => {
      const browser = world.host.createBrowser();
      const back = await redirectOf(world, browser);
      const { clientId: client_id, clientSecret: client_secret, accessTokenURL } = world.provider;
      const code = back.searchParams.get("code") ?? "";
      const body = new URLSearchParams({ grant_type: "authorization_code", client_id, client_secret, code });
      await world.provider.fetch(new Request(accessTokenURL, { method: "POST", body }));
      return (await browser.open(back.href)).response;
    },
    ...refused,
    tokenRequests: 2,
  },
];

/** Harmful or unusable responses of a token endpoint. */
const responses: readonly Attack[] = [
  { name: "an error with status 200", mode: "error_in_success", ...refused },
  { name: "ok: false with status 200", mode: "ok_false", ...refused },
  { name: "ok: false next to a token", mode: "ok_false_with_token", ...refused },
  { name: "an error that echoes the request", mode: "echoing_secrets", ...refused },
  { name: "an HTML page", mode: "html", ...unsound, code: "response_invalid" },
  { name: "an empty response", mode: "empty", ...unsound, code: "response_invalid" },
  { name: "an endless response", mode: "huge_body", ...unsound, code: "response_too_large" },
  { name: "no response", mode: "hanging", ...impatient, ...unsound, code: "provider_timeout" },
  { name: "a response that stops", mode: "hanging_body", ...impatient, ...unsound, code: "provider_timeout" },
  { name: "a redirect to a third party", mode: "redirecting", ...unsound, code: "provider_redirected" },
  { name: "a connection that breaks", mode: "broken_connection", ...unsound, code: "provider_unreachable" },
  { name: "a server error", mode: "server_error", ...unsound, code: "provider_unreachable" },
  { name: "no bearer token", mode: "unknown_token_type", ...unsound, code: "response_invalid" },
  { name: "an identity of another issuer", mode: "wrong_id_token", ...unsound, code: "response_invalid" },
];

/** Integrations that mishandle the provider's response. */
const extractions: readonly Attack[] = [
  {
    name: "an integration that ignores ok",
    mode: "ok_false_with_token",
    config: {
      extractCredentials: () => ({ configuration: { oauth_credentials: { access_token: "made up" } } }),
    },
    ...refused,
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

/** Attacks on the exchange of a code for tokens. */
export const tokenAttacks: readonly Attack[] = [...codeAttacks, ...responses, ...extractions];
