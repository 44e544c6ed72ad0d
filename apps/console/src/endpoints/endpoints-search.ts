import { readChoice, readText, type UnreadSearch } from "../data/search.ts";

/** The search parameters of the endpoints page. */
export interface EndpointsSearch {
  /** The ID of the open endpoint. */
  readonly endpoint?: string | undefined;
  /** The open form: a new endpoint, or the open one. */
  readonly form?: "new" | "edit" | undefined;
}

/** Parses the search parameters of the endpoints page. */
export function readEndpointsSearch({ endpoint, form }: UnreadSearch): EndpointsSearch {
  return { endpoint: readText(endpoint), form: readChoice(form, ["new", "edit"]) };
}
