import { listEventTypes } from "@plugboard/api/routes";
import { useReadAllOnce } from "./queries.ts";

/** Reads the event types of the platform and its product that webhook endpoints can subscribe to. */
export function useEventTypes() {
  return useReadAllOnce(listEventTypes);
}
