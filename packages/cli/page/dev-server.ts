import { type ApiClient, createApiClient } from "@plugboard/api/client";
import {
  listSiteInstallations,
  listSites,
  listSpaceInstallations,
  listSpaces,
} from "@plugboard/content/routes";
import type { DevPageSession } from "../src/dev/serve-dev-page.ts";

const key = new URLSearchParams(location.search).get("key") ?? "";

/** A space or site in which the integration is installed. */
export interface Resource {
  readonly kind: "space" | "site";
  readonly id: string;
  readonly title: string;
  /** The URL of a site. */
  readonly url?: string;
}

/** The integration, its installations, and an API client. */
export interface Session extends DevPageSession {
  readonly api: ApiClient;
  readonly resources: readonly Resource[];
}

/** Returns the URL of a path that needs the page's key. */
export function keyedUrl(path: string, query: Readonly<Record<string, string>> = {}): string {
  return `${path}?${new URLSearchParams({ ...query, key }).toString()}`;
}

/** Loads the currently published integration. */
export async function loadSession(revision: number): Promise<Session> {
  const response = await fetch(keyedUrl("/dev/session", { revision: String(revision) }));
  if (!response.ok) throw new Error(await response.text());
  const session: DevPageSession = await response.json();
  const { token, installationId } = session;
  const api = createApiClient({ endpoint: `${location.origin}/v1`, token });
  const params = { installationId };
  const [spaces, sites, inSpaces, inSites] = await Promise.all([
    Array.fromAsync(api.list(listSpaces)),
    Array.fromAsync(api.list(listSites)),
    Array.fromAsync(api.list(listSpaceInstallations, { params })),
    Array.fromAsync(api.list(listSiteInstallations, { params })),
  ]);
  const resources: Resource[] = [
    ...spaces
      .filter(({ id }) => inSpaces.some(({ space }) => space === id))
      .map(({ id, title }) => ({ kind: "space" as const, id, title })),
    ...sites
      .filter(({ id }) => inSites.some(({ site }) => site === id))
      .map(({ id, title, urls }) => ({ kind: "site" as const, id, title, url: urls.published })),
  ];
  return { ...session, api, resources };
}
