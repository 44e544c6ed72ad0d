import type { DestinationTypes } from "@plugboard/api/client";
import type { Platform } from "../operations/platform.ts";

/** Returns the destinations that endpoints can use, with their fields. */
export function listDestinations({
  webhooks,
}: Pick<Platform, "webhooks">): readonly Omit<DestinationTypes["types"][number], "inPortal">[] {
  return webhooks.destinations.map(({ type, name, url, fields }) => ({
    type,
    name,
    url,
    fields: fields.map(({ isSecret = false, isRequired = false, ...field }) => ({
      ...field,
      isSecret,
      isRequired,
    })),
  }));
}
