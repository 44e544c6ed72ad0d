import { toBase64Url } from "./random-text.ts";

/** The regular response of the token endpoint. */
export interface TokenResponse {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A deviation from a conforming provider. */
export interface ProviderBehavior {
  /** Changes the parameters of the redirect. */
  readonly redirect?: (parameters: URLSearchParams) => void;
  /** Responds to a token request, given the regular response and the sent parameters. */
  readonly respond?: (response: TokenResponse, sent: URLSearchParams) => Response | Promise<Response>;
}

/**
 * The provider's mode.
 *
 * - `honest`: follows RFC 6749, 7636, 7009 and 9207
 * - `denied`: the user declines
 * - attacks on the redirect: `wrong_state`, `missing_state`, `two_states`, `error_with_wrong_state`,
 *   `missing_iss`, `wrong_iss`, `error_with_wrong_iss`, `missing_code`, `script_in_error`
 * - harmless deviations: `foreign_parameters` of the redirect; `form_encoded`, `expires_in_string`,
 *   `missing_token_type`, `nested_tokens`, `no_new_refresh_token` of the token endpoint
 * - failures and attacks of the token endpoint: `error_in_success`, `ok_false`, `ok_false_with_token`,
 *   `html`, `empty`, `huge_body`, `hanging`, `hanging_body`, `redirecting`, `unknown_token_type`,
 *   `wrong_id_token`, `echoing_secrets`, `broken_connection`, `server_error`
 */
export type ProviderMode =
  | "honest"
  | "denied"
  | "wrong_state"
  | "missing_state"
  | "two_states"
  | "error_with_wrong_state"
  | "missing_iss"
  | "wrong_iss"
  | "error_with_wrong_iss"
  | "missing_code"
  | "script_in_error"
  | "foreign_parameters"
  | "form_encoded"
  | "expires_in_string"
  | "missing_token_type"
  | "nested_tokens"
  | "no_new_refresh_token"
  | "error_in_success"
  | "ok_false"
  | "ok_false_with_token"
  | "html"
  | "empty"
  | "huge_body"
  | "hanging"
  | "hanging_body"
  | "redirecting"
  | "unknown_token_type"
  | "wrong_id_token"
  | "echoing_secrets"
  | "broken_connection"
  | "server_error";

/** The target of `redirecting`. It must never receive a secret. */
export const redirectTarget = "https://elsewhere.example/token";

const without = (body: TokenResponse["body"], name: string) =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));
const withBody = (change: (body: TokenResponse["body"]) => object): ProviderBehavior => ({
  respond: ({ status, body }) => Response.json(change(body), { status }),
});
const never = () => new Promise<never>(() => {});

/** The behavior of each mode. */
export const providerBehaviors: Readonly<Record<ProviderMode, ProviderBehavior>> = {
  honest: {},
  denied: { redirect: (parameters) => replaceCode(parameters, "access_denied") },
  wrong_state: { redirect: (parameters) => parameters.set("state", "another-state") },
  missing_state: { redirect: (parameters) => parameters.delete("state") },
  two_states: { redirect: (parameters) => parameters.append("state", "another-state") },
  error_with_wrong_state: {
    redirect: (parameters) => {
      replaceCode(parameters, "access_denied");
      parameters.set("state", "another-state");
    },
  },
  missing_iss: { redirect: (parameters) => parameters.delete("iss") },
  wrong_iss: { redirect: (parameters) => parameters.set("iss", "https://elsewhere.example") },
  error_with_wrong_iss: {
    redirect: (parameters) => {
      replaceCode(parameters, "access_denied");
      parameters.set("iss", "https://elsewhere.example");
    },
  },
  missing_code: { redirect: (parameters) => parameters.delete("code") },
  script_in_error: { redirect: (parameters) => replaceCode(parameters, "<script>alert(1)</script>") },
  foreign_parameters: {
    redirect: (parameters) => {
      for (const name of ["response", "id_token", "token", "session_state"]) parameters.append(name, "any");
      parameters.append("response", "another");
    },
  },
  form_encoded: {
    respond: ({ status, body }) => {
      const fields = Object.entries(body).map(([name, value]) => [name, String(value)]);
      return new Response(new URLSearchParams(Object.fromEntries(fields)), { status });
    },
  },
  expires_in_string: withBody((body) => ({ ...body, expires_in: String(body.expires_in) })),
  missing_token_type: withBody((body) => without(body, "token_type")),
  nested_tokens: withBody((body) => ({ data: body })),
  no_new_refresh_token: withBody((body) => without(body, "refresh_token")),
  error_in_success: { respond: () => Response.json({ error: "invalid_grant" }) },
  ok_false: { respond: () => Response.json({ ok: false, error: "invalid_code" }) },
  ok_false_with_token: withBody((body) => ({ ...body, ok: false })),
  html: { respond: () => new Response("<!doctype html><title>Sign in</title><p>Please sign in.") },
  empty: { respond: () => new Response(null) },
  huge_body: { respond: () => new Response(new ReadableStream({ pull: sendMore })) },
  hanging: { respond: never },
  hanging_body: { respond: () => new Response(new ReadableStream({ pull: never })) },
  redirecting: { respond: () => new Response(null, { status: 307, headers: { location: redirectTarget } }) },
  unknown_token_type: withBody((body) => ({ ...body, token_type: "mac" })),
  wrong_id_token: withBody((body) => ({ ...body, id_token: forgedIdToken() })),
  echoing_secrets: {
    respond: (_response, sent) => {
      const echo = [...sent.values()].join(" ");
      return Response.json({ error: echo, error_description: echo }, { status: 400 });
    },
  },
  broken_connection: { respond: () => Promise.reject(new TypeError("fetch failed")) },
  server_error: { respond: () => new Response("<h1>Bad gateway</h1>", { status: 502 }) },
};

function replaceCode(parameters: URLSearchParams, error: string): void {
  parameters.delete("code");
  parameters.set("error", error);
  parameters.set("error_description", error);
}

function sendMore(controller: ReadableStreamDefaultController<Uint8Array>): void {
  controller.enqueue(new TextEncoder().encode(" ".repeat(16_384)));
}

/** Returns a well-formed token for this client from another issuer. */
function forgedIdToken(): string {
  const seconds = Math.floor(Date.now() / 1000);
  const claims = {
    iss: "https://elsewhere.example",
    sub: "mallory",
    aud: "any",
    iat: seconds,
    exp: seconds + 600,
  };
  const encoder = new TextEncoder();
  const parts = [{ alg: "RS256" }, claims, "signature"].map((part) => encoder.encode(JSON.stringify(part)));
  return parts.map(toBase64Url).join(".");
}
