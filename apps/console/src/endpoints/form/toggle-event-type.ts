import type { EndpointEventType } from "@plugboard/api/client";

/**
 * Adds an event type to a selection, or removes it. The listed types come first, in the order of the list. All others
 * are kept.
 */
export function toggleEventType(
  selected: readonly EndpointEventType[],
  type: EndpointEventType,
  listed: readonly EndpointEventType[],
): readonly EndpointEventType[] {
  const types = new Set(selected);
  if (!types.delete(type)) types.add(type);
  const inList = listed.filter((one) => types.has(one));
  for (const one of inList) types.delete(one);
  return [...inList, ...[...types].toSorted()];
}
