import { base64url } from "jose";
import type { OAuthErrorCode } from "../common/oauth-error.ts";

/** The text for the user in the popup; details go to the log. */
interface Notice {
  readonly status: number;
  readonly title: string;
  readonly text: string;
}

const connected: Notice = {
  status: 200,
  title: "Connected",
  text: "Connected. You can close this window.",
};

const stale: Notice = {
  status: 400,
  title: "Not connected",
  text: "This link has expired, was already used, or was opened in another browser. Start again.",
};

const refused: Notice = {
  status: 403,
  title: "Not connected",
  text: "The provider did not grant access. Close this window, or start again.",
};

const unsound: Notice = {
  status: 502,
  title: "Not connected",
  text: "The provider sent an unusable response. Start again. If it fails again, contact the author of the integration.",
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
    text: "Start from the settings of the installation you want to connect.",
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
  text: "The integration could not connect. Contact its author.",
};

// A failed flow stays open; a completed one closes its popup. Both remove the code and state from the address
// bar.
const forgetAddress = `history.replaceState(null, "", location.pathname);`;
const closePopup = `window.close(); ${forgetAddress}`;

/**
 * Returns the last page of a flow. It contains no data of the flow, runs only its own script and loads no
 * resources.
 */
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

/** Headers of every response in a flow. They prevent caching and referrers. */
export const privateHeaders: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
};
