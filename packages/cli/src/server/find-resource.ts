import type { ApiClient } from "@plugboard/api/client";
import { listOrganizations } from "@plugboard/api/routes";
import { listSites, listSpaces } from "@plugboard/content/routes";
import { CliError } from "../terminal/cli-error.ts";
import { didYouMean } from "../terminal/did-you-mean.ts";

/** A resource with an ID and a title. */
export interface NamedResource {
  readonly id: string;
  readonly title: string;
  /** Alternative names. */
  readonly names: readonly string[];
}

/** Returns the organizations that a token can access. */
export async function organizationsOf(api: ApiClient): Promise<NamedResource[]> {
  const resources: NamedResource[] = [];
  for await (const { id, title, subdomain } of api.list(listOrganizations))
    resources.push({ id, title, names: [subdomain] });
  return resources;
}

/** Returns an organization's spaces or sites. */
export async function spacesOrSitesOf(
  api: ApiClient,
  kind: "space" | "site",
  organization: string,
): Promise<NamedResource[]> {
  const resources: NamedResource[] = [];
  for await (const item of api.list(kind === "space" ? listSpaces : listSites))
    if (item.organization === organization) resources.push({ id: item.id, title: item.title, names: [] });
  return resources;
}

/** Returns the resource with an ID or name. @throws CliError `not_found` */
export function findResource(kind: string, word: string, resources: readonly NamedResource[]): NamedResource {
  const isNamed = ({ id, title, names }: NamedResource): boolean =>
    id === word || names.includes(word) || title.toLowerCase() === word.toLowerCase();
  const match = resources.find(isNamed);
  if (match !== undefined) return match;
  throw new CliError("not_found", `There is no ${kind} ${word}.`, {
    next: didYouMean(
      word,
      resources.map(({ title }) => title),
    ),
  });
}
