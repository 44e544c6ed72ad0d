import type { OAuthConfigSource } from "@plugboard/oauth";
import type { IntegrationTypes } from "./service-manifest.types.ts";

/** Where links of issues lead. It does not exist: put the origin of a real tracker here and into the manifest's `urlUnfurl`. */
export const trackerOrigin = "https://tracker.example";

/** How this integration is known to the tracker. Its redirect URL there is the public endpoint followed by `/oauth`. */
export const oauthSettings: OAuthConfigSource<IntegrationTypes> = ({ secrets }) => ({
  clientId: secrets.CLIENT_ID,
  clientSecret: secrets.CLIENT_SECRET,
  authorizeURL: `${secrets.API_ORIGIN}/authorize`,
  accessTokenURL: `${secrets.API_ORIGIN}/token`,
  revokeURL: `${secrets.API_ORIGIN}/revoke`,
  issuer: secrets.API_ORIGIN,
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
export async function readIssue(apiOrigin: string, token: string, path: string): Promise<Issue | undefined> {
  const response = await fetch(`${apiOrigin}/api/${path}`, {
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
