import type { DestinationTypes } from "@plugboard/api/client";
import type { Destination } from "@plugboard/webhook-delivery";

/** Returns the destinations that endpoints can use, with their fields. */
export function listDestinations(
  destinations: readonly Destination[],
): readonly Omit<DestinationTypes["types"][number], "inPortal">[] {
  return destinations.map(({ type, name, url, fields }) => ({
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
