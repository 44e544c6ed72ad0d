import type { EndpointHour } from "../model/endpoint-statistics.ts";
import { number, type Row } from "./columns.ts";

/** The endpoint hour of a row. */
export function toEndpointHour(row: Row): EndpointHour {
  return {
    hour: number(row, "hour"),
    delivered: number(row, "delivered"),
    failed: number(row, "failed"),
    attempts: number(row, "attempts"),
    attemptMilliseconds: number(row, "attempt_milliseconds"),
  };
}
