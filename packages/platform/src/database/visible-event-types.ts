import { matchesEventType } from "@plugboard/webhook-delivery";
import { PlatformError } from "../common/platform-error.ts";
import { currentEventTypes } from "./organization-scope.ts";

/**
 * Returns whether the current scope includes event types. A wildcard is included only with all the types that it could
 * match.
 */
export function areVisible(types: readonly string[]): boolean {
  const visible = currentEventTypes();
  return visible === undefined || types.every((type) => matchesEventType(visible, type));
}

/** @throws PlatformError `forbidden`, naming a type that the current scope doesn't include */
export function requireVisible(types: readonly string[] | undefined): void {
  const hidden = types?.find((type) => !areVisible([type]));
  if (hidden === undefined) return;
  throw new PlatformError(
    "forbidden",
    `This portal session doesn't include the event type ${hidden}. It includes ${(currentEventTypes() ?? []).join(", ")}.`,
  );
}
