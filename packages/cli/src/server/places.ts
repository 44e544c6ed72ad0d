import type { ApiClient } from "@plugboard/api/client";
import { listOrganizations, listSites, listSpaces } from "@plugboard/api/routes";
import { CliError } from "../terminal/cli-error.ts";
import { didYouMean } from "../terminal/did-you-mean.ts";

/** Something that can be named by its id or its title. */
export interface Place {
  readonly id: string;
  readonly title: string;
  /** Other names that it goes by. */
  readonly names: readonly string[];
}

/** The organizations that a token reaches. */
export async function organizationsOf(api: ApiClient): Promise<Place[]> {
  const places: Place[] = [];
  for await (const { id, title, subdomain } of api.list(listOrganizations))
    places.push({ id, title, names: [subdomain] });
  return places;
}

/** The spaces or the sites of an organization. */
export async function placesOf(
  api: ApiClient,
  kind: "space" | "site",
  organization: string,
): Promise<Place[]> {
  const places: Place[] = [];
  for await (const item of api.list(kind === "space" ? listSpaces : listSites))
    if (item.organization === organization) places.push({ id: item.id, title: item.title, names: [] });
  return places;
}

/** The one that a word names. @throws CliError `not_found` */
export function findPlace(kind: string, word: string, places: readonly Place[]): Place {
  const isNamed = ({ id, title, names }: Place): boolean =>
    id === word || names.includes(word) || title.toLowerCase() === word.toLowerCase();
  const found = places.find(isNamed);
  if (found !== undefined) return found;
  throw new CliError("not_found", `There is no ${kind} ${word}.`, {
    next: didYouMean(
      word,
      places.map(({ title }) => title),
    ),
  });
}
