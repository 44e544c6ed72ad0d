import type { IntegrationLogResource } from "@plugboard/api/client";
import { isoTime } from "../common/iso-time.ts";
import type { StoredLogLine } from "./log-line.ts";

/** Converts a line to the form of the API. */
export function showLogLine({ position, time, event, ...line }: StoredLogLine): IntegrationLogResource {
  const { version, kind, level, message, status, durationMilliseconds, fields } = line;
  return {
    id: String(position),
    time: isoTime(time),
    version,
    kind,
    level,
    message,
    event: event && { id: event.eventId, type: event.type },
    installation: event?.installationId,
    status,
    durationMilliseconds,
    fields,
  };
}
