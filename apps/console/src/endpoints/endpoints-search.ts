import { readChoice, readText, type UnreadSearch } from "../data/search.ts";

/** What the address says about endpoints. */
export interface EndpointsSearch {
  /** Id of the one that is open. */
  readonly endpoint?: string | undefined;
  /** Which form is open: that of a new one, or of the one that is open. */
  readonly form?: "new" | "edit" | undefined;
}

/** Reads what an address says about endpoints. */
export function readEndpointsSearch({ endpoint, form }: UnreadSearch): EndpointsSearch {
  return { endpoint: readText(endpoint), form: readChoice(form, ["new", "edit"]) };
}
