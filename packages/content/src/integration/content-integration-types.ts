import type { DefaultIntegrationTypes, IntegrationTypes, PlatformEvent } from "@plugboard/api";
import type { ContentEventMap, ContentInstallationEventMap } from "../events/content-event.ts";
import type { ContentRequestMap } from "../events/content-request.ts";

/** The types that the documentation product adds to integrations. */
export interface ContentDeclarations {
  readonly kinds: "space" | "site";
  readonly events: ContentEventMap & ContentInstallationEventMap;
  readonly requests: ContentRequestMap;
}

/** An integration's types with those of the documentation product. */
export type ContentIntegrationTypes<Types extends IntegrationTypes = DefaultIntegrationTypes> = Types & {
  readonly product: ContentDeclarations;
};

/** An event of the platform or the documentation product, as passed to an integration's handler. */
export type ContentEvent = PlatformEvent | ContentDeclarations["events"][keyof ContentDeclarations["events"]];
