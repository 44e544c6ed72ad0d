import { formatDistance, formatTime, formatTimeInBothZones } from "./format.ts";
import { useNow } from "./use-now.ts";

interface TimeProps {
  /** ISO 8601 time. */
  readonly time: string;
}

/** A time as a distance from now; on hover the moment itself, in the reader's zone and in UTC. */
export function TimeAgo({ time }: TimeProps) {
  const now = useNow();
  return (
    <time dateTime={time} title={formatTimeInBothZones(time)}>
      {formatDistance(time, now)}
    </time>
  );
}

/** A moment in the reader's zone; on hover in UTC too. */
export function Moment({ time }: TimeProps) {
  return (
    <time dateTime={time} title={formatTimeInBothZones(time)}>
      {formatTime(time)}
    </time>
  );
}
