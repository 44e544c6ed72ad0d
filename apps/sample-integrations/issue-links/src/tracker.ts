import type { OAuthConfigSource } from "@plugboard/oauth";
import type { IntegrationTypes } from "./service-manifest.types.ts";

/** Where the tracker is. It does not exist: put the address of a real one here and into the manifest's `urlUnfurl`. */
export const trackerOrigin = "https://tracker.example";

/** How this integration is known to the tracker. Its redirect URL there is the public endpoint followed by `/oauth`. */
export const oauthSettings: OAuthConfigSource<IntegrationTypes> = ({ secrets }) => ({
  clientId: secrets.CLIENT_ID,
  clientSecret: secrets.CLIENT_SECRET,
  authorizeURL: `${trackerOrigin}/authorize`,
  accessTokenURL: `${trackerOrigin}/token`,
  revokeURL: `${trackerOrigin}/revoke`,
  issuer: trackerOrigin,
  scopes: ["issues:read"],
});

/** An issue, as far as a page shows it. */
export interface Issue {
  readonly title: string;
  readonly state: string;
}

/** The address of an issue within the tracker, as in `acme/issues/7`; `undefined` for a link to something else. */
export function issuePathOf(link: string): string | undefined {
  const url = URL.parse(link);
  if (url?.origin !== trackerOrigin) return undefined;
  return /^\/([\w-]+\/issues\/\d+)$/.exec(url.pathname)?.[1];
}

/** Reads an issue; `undefined` where there is none, or none for whoever connected. */
export async function readIssue(token: string, path: string): Promise<Issue | undefined> {
  const response = await fetch(`${trackerOrigin}/api/${path}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(5000),
  });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`The tracker responded with ${response.status}`);
  const { title, state }: { readonly title?: unknown; readonly state?: unknown } = Object(
    await response.json(),
  );
  return { title: String(title), state: String(state) };
}
