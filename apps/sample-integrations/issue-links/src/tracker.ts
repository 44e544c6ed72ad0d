import type { OAuthConfigSource } from "@plugboard/oauth";
import type { IntegrationTypes } from "./service-manifest.types.ts";

/**
 * The origin of issue links. It is fictional: set your tracker's origin here and in the manifest's
 * `urlUnfurl`.
 */
export const trackerOrigin = "https://tracker.example";

/** The tracker's OAuth settings. Register the public endpoint followed by `/oauth` as the redirect URL. */
export const oauthSettings: OAuthConfigSource<IntegrationTypes> = ({ secrets }) => ({
  clientId: secrets.CLIENT_ID,
  clientSecret: secrets.CLIENT_SECRET,
  authorizeURL: `${secrets.API_ORIGIN}/authorize`,
  accessTokenURL: `${secrets.API_ORIGIN}/token`,
  revokeURL: `${secrets.API_ORIGIN}/revoke`,
  issuer: secrets.API_ORIGIN,
  scopes: ["issues:read", "issues:write"],
});

/** The displayed fields of an issue. */
export interface Issue {
  readonly title: string;
  readonly state: string;
}

/** Returns an issue link's path within the tracker, such as `acme/issues/7`; `undefined` for other links. */
export function issuePathOf(link: string): string | undefined {
  const url = URL.parse(link);
  if (url?.origin !== trackerOrigin) return undefined;
  return /^\/([\w-]+\/issues\/\d+)$/.exec(url.pathname)?.[1];
}

/** The tracker's API, and the access token of the connected account. */
export interface TrackerAccess {
  readonly origin: string;
  readonly token: string;
}

/** Returns an issue; `undefined` if it doesn't exist or the connected account can't see it. */
export function readIssue(access: TrackerAccess, path: string): Promise<Issue | undefined> {
  return callTracker(access, path, { method: "GET" });
}

/** Closes an issue, and returns it; `undefined` if it doesn't exist or the connected account can't see it. */
export function closeIssue(access: TrackerAccess, path: string): Promise<Issue | undefined> {
  const body = JSON.stringify({ state: "closed" });
  return callTracker(access, path, {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body,
  });
}

async function callTracker(
  { origin, token }: TrackerAccess,
  path: string,
  {
    headers,
    ...init
  }: { readonly method: string; readonly headers?: Record<string, string>; readonly body?: string },
): Promise<Issue | undefined> {
  const response = await fetch(`${origin}/api/${path}`, {
    ...init,
    headers: { ...headers, authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(5000),
  });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`The tracker responded with ${response.status}`);
  const { title, state }: { readonly title?: unknown; readonly state?: unknown } = Object(
    await response.json(),
  );
  return { title: String(title), state: String(state) };
}
