import type { SelectOption } from "@plugboard/components";
import type { SessionHost } from "@plugboard/components/session";

/** A request for the options of a `select` with a URL. */
export interface OptionsRequest {
  /** The URL from the markup. The page decides whether and how to request it. */
  readonly url: string;
  /** The text that the user typed. */
  readonly query: string;
}

/** The functions that a view needs from its page. */
export interface ComponentHost extends SessionHost {
  /** Loads the options of a `select` from its URL. */
  readonly loadOptions?: ((request: OptionsRequest) => Promise<readonly SelectOption[]>) | undefined;
}
