import { type Attack, redirectOf } from "./attack.fixture.ts";

const connected = { status: 200, tokenRequests: 1 } as const;

/** Harmless deviations of providers, which must not prevent a connection. */
export const oddities: readonly Attack[] = [
  { name: "a conforming provider", ...connected },
  { name: "client authentication in a header", config: { clientAuthentication: "basic" }, ...connected },
  { name: "no iss and no configured issuer", mode: "missing_iss", withoutIssuer: true, ...connected },
  { name: "a redirect with parameters of other flows", mode: "foreign_parameters", ...connected },
  { name: "a form-encoded response", mode: "form_encoded", ...connected },
  { name: "a lifetime in a string", mode: "expires_in_string", ...connected },
  { name: "no token_type", mode: "missing_token_type", ...connected },
  { name: "nested tokens", mode: "nested_tokens", ...connected },
  {
    name: "an identity without a configured issuer",
    mode: "wrong_id_token",
    withoutIssuer: true,
    ...connected,
  },
  {
    name: "two concurrent flows in one browser",
    act: async (world) => {
      const browser = world.host.createBrowser();
      const first = await redirectOf(world, browser);
      await world.connect(browser);
      return (await browser.open(first.href)).response;
    },
    status: 200,
    tokenRequests: 2,
  },
];
