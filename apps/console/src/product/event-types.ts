import { platformEventTypes } from "@plugboard/api";
import { useContract } from "./contract.ts";

/** Returns the types of events that integrations can receive, without custom ones. */
export function useRuntimeEventTypes(): readonly string[] {
  const { kinds = [], events = [] } = useContract().data ?? {};
  return [
    ...platformEventTypes,
    ...kinds.flatMap(({ kind }) => [`${kind}_installation_setup`, `${kind}_installation_deleted`]),
    ...events.map(({ type }) => type),
  ];
}
