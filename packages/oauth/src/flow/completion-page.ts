import { base64url } from "jose";
import type { OAuthErrorCode } from "../common/oauth-error.ts";

/** What the person in front of the popup reads; the details go to the log. */
interface Notice {
  readonly status: number;
  readonly title: string;
  readonly text: string;
}

const connected: Notice = {
  status: 200,
  title: "Connected",
  text: "The connection is made. You can close this window.",
};

const stale: Notice = {
  status: 400,
  title: "Not connected",
  text: "This connection was not started in this browser, was used before, or took too long. Please start again.",
};

const refused: Notice = {
  status: 403,
  title: "Not connected",
  text: "The provider did not grant access. You can close this window, or start again.",
};

const unsound: Notice = {
  status: 502,
  title: "Not connected",
  text: "The provider's response could not be used. Please start again; if it happens again, contact the integration's author.",
};

const notices: Readonly<Partial<Record<OAuthErrorCode, Notice>>> = {
  request_invalid: stale,
  state_missing: stale,
  state_unknown: stale,
  state_expired: stale,
  state_mismatch: stale,
  state_reused: stale,
  issuer_missing: stale,
  issuer_mismatch: stale,
  installation_missing: {
    status: 400,
    title: "Not connected",
    text: "Please start from the configuration of the installation you want to connect.",
  },
  provider_denied: refused,
  token_refused: refused,
  provider_unreachable: unsound,
  provider_timeout: unsound,
  provider_redirected: unsound,
  response_too_large: unsound,
  response_invalid: unsound,
  credentials_invalid: unsound,
};

const broken: Notice = {
  status: 500,
  title: "Not connected",
  text: "The integration could not make the connection. Please contact its author.",
};

// A failed flow stays open to be read; a finished one closes its popup. The address bar loses code and state in both.
const forgetAddress = `history.replaceState(null, "", location.pathname);`;
const closePopup = `window.close(); ${forgetAddress}`;

/** The last page of a flow: it holds no data of the flow, runs one script of its own and loads nothing. */
export function completionPage(failure?: OAuthErrorCode): Response {
  const notice = failure === undefined ? connected : (notices[failure] ?? broken);
  const nonce = base64url.encode(crypto.getRandomValues(new Uint8Array(16)));
  const script = failure === undefined ? closePopup : forgetAddress;
  const detail = failure === undefined ? "" : `<p><small>Reason: <code>${failure}</code></small></p>`;
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${notice.title}</title></head>
<body><main><h1>${notice.title}</h1><p>${notice.text}</p>${detail}</main><script nonce="${nonce}">${script}</script></body>
</html>
`;
  return new Response(html, { status: notice.status, headers: pageHeaders(nonce) });
}

function pageHeaders(nonce: string): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `default-src 'none'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    "x-content-type-options": "nosniff",
    ...privateHeaders,
  };
}

/** Headers of every response of a flow: it is kept by no cache, and no other site learns its address. */
export const privateHeaders: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
};
