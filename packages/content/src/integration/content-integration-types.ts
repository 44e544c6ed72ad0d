import type { IntegrationTypes, RuntimeEventMap, SiteRequestMap } from "@plugboard/api";
import type { ContentEventType } from "../events/sample-event.ts";

type ContentKind = "space" | "site";

/** The types that the documentation product adds to integrations. */
export interface ContentDeclarations {
  readonly kinds: ContentKind;
  readonly events: Pick<
    RuntimeEventMap,
    ContentEventType | `${ContentKind}_installation_setup` | `${ContentKind}_installation_deleted`
  >;
  readonly requests: SiteRequestMap;
}

/** An integration's types with those of the documentation product. */
export type ContentIntegrationTypes<Types extends IntegrationTypes> = Types & {
  readonly product: ContentDeclarations;
};
