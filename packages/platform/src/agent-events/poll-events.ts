import type { AgentEventPoll, PolledAgentEvents } from "@plugboard/api/client";
import type { DispatchContext } from "../dispatch/dispatch-target.ts";
import { getAgentEvent } from "./agent-event-types.ts";
import { readCursor, toCursor } from "./event-cursor.ts";
import { readOccurrences, settledPosition, startOf } from "./event-log.ts";
import { checkArguments } from "./subscribe.ts";

const nextPollMs = 5000;
const maxEvents = 100;

/**
 * Reads the events after a cursor from the log.
 *
 * @throws PlatformError `not_found` for an unknown event, `invalid_request` for wrong arguments or a forged cursor
 */
export async function pollEvents(
  context: DispatchContext & { readonly keepEventsMilliseconds: number },
  organizationId: string,
  { cursor, maxAgeMs, maxEvents: limit = maxEvents, ...request }: AgentEventPoll,
): Promise<PolledAgentEvents> {
  const event = await getAgentEvent(context, organizationId, request);
  await checkArguments(event, request.arguments);
  const { installationId } = event;
  if (typeof cursor !== "string") {
    const position = await settledPosition(context, organizationId);
    return {
      events: [],
      cursor: toCursor(context, installationId, position),
      truncated: false,
      hasMore: false,
      nextPollMs,
    };
  }
  const { start, truncated } = await startOf(context, organizationId, {
    from: readCursor(context, installationId, cursor),
    maxAgeMs,
    keptMilliseconds: context.keepEventsMilliseconds,
  });
  const { events, end, isMore } = await readOccurrences(
    context,
    organizationId,
    { ...event, arguments: request.arguments },
    { after: start, limit },
  );
  return {
    events: [...events],
    cursor: toCursor(context, installationId, end),
    truncated,
    hasMore: isMore,
    nextPollMs,
  };
}
