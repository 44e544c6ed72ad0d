import { createHmac, timingSafeEqual } from "node:crypto";
import { PlatformError } from "../common/platform-error.ts";
import type { DispatchContext } from "../dispatch/dispatch-target.ts";

/** A position in the event log. */
export interface LogPosition {
  /** All events up to this position were read. */
  readonly position: number;
  /** When the position was current (Unix time, ms). */
  readonly time: number;
}

const purpose = "agent event cursors";
const macLength = 22;

/** Returns a position as a signed cursor of an installation. */
export function toCursor(
  { deriveSecret }: Pick<DispatchContext, "deriveSecret">,
  installationId: string,
  { position, time }: LogPosition,
): string {
  const text = `${position.toString(36)}-${time.toString(36)}`;
  return `${text}.${macOf(deriveSecret(purpose), installationId, text)}`;
}

/**
 * Returns the position of a cursor.
 *
 * @throws PlatformError `invalid_request` for a cursor of another installation, or a forged one
 */
export function readCursor(
  { deriveSecret }: Pick<DispatchContext, "deriveSecret">,
  installationId: string,
  cursor: string,
): LogPosition {
  const [, text = "", position = "", time = "", mac = ""] =
    /^(([0-9a-z]{1,11})-([0-9a-z]{1,11}))\.([\w-]+)$/.exec(cursor) ?? [];
  const expected = Buffer.from(macOf(deriveSecret(purpose), installationId, text));
  const actual = Buffer.from(mac);
  if (text !== "" && actual.length === expected.length && timingSafeEqual(actual, expected))
    return { position: Number.parseInt(position, 36), time: Number.parseInt(time, 36) };
  const message = "is not a cursor of this event. Start again with null.";
  throw new PlatformError("invalid_request", `cursor: ${message}`, [{ path: "cursor", message }]);
}

function macOf(secret: string, installationId: string, text: string): string {
  return createHmac("sha256", secret)
    .update(`${installationId} ${text}`)
    .digest("base64url")
    .slice(0, macLength);
}
