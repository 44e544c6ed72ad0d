import { useNow } from "../ui/use-now.ts";
import { type DeliveriesSearch, type TimeWindow, timeWindowOf, windowStep } from "./deliveries-search.ts";

/** Returns the current time window of a URL. */
export function useTimeWindow(search: DeliveriesSearch): TimeWindow {
  return timeWindowOf(search, useNow(windowStep));
}
