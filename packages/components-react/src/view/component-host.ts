import type { SelectOption } from "@plugboard/components";
import type { SessionHost } from "@plugboard/components/session";

/** Asks for the options of a `select` that names a URL instead of listing them. */
export interface OptionsRequest {
  /** The URL as the component wrote it; the page decides how, and whether, to ask it. */
  readonly url: string;
  /** What the user has typed so far. */
  readonly query: string;
}

/** What a view needs of the page it is in. */
export interface ComponentHost extends SessionHost {
  /** Fetches the options of a `select` from its URL. */
  readonly loadOptions?: ((request: OptionsRequest) => Promise<readonly SelectOption[]>) | undefined;
}
