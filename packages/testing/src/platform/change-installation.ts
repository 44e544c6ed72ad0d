import type { InstallationStatus, PreviousInstallation, RuntimeEvent } from "@plugboard/api";
import type { ConfigurationLevel } from "@plugboard/manifest";
import { editInstallation, type EditOutcome, type InstallationEdit } from "./edit-installation.ts";
import { nextId, type PlatformState } from "./platform-state.ts";
import { createEvent } from "./sample-event.ts";
import { testIds } from "./test-ids.ts";

/** What came of an edit, with the event that tells the integration where its configuration was touched. */
export type ChangeOutcome =
  | { readonly type: "saved"; readonly event: RuntimeEvent | undefined }
  | Extract<EditOutcome, { readonly type: "invalid" }>;

/** Edits an installation. The caller sends the event, or has it wait. */
export function changeInstallation(
  state: PlatformState,
  level: ConfigurationLevel,
  edit: InstallationEdit,
): ChangeOutcome {
  const outcome = editInstallation(state, level, edit);
  if (outcome.type === "invalid") return outcome;
  const { status, configuration } = outcome.previous;
  const isConfigured = edit.configuration !== undefined;
  const event = isConfigured
    ? createSetupEvent(state, level, outcome.current.status, { status, configuration })
    : undefined;
  return { type: "saved", event };
}

/** The event of an installation that was made or edited; `previous` is absent when it was made. */
export function createSetupEvent(
  state: PlatformState,
  level: ConfigurationLevel,
  status: InstallationStatus,
  previous?: PreviousInstallation,
): RuntimeEvent {
  const fields = { status, ...(previous !== undefined && { previous }) };
  const eventId = nextId(state, "event");
  if (level === "space") {
    return createEvent("space_installation_setup", { ...fields, spaceId: testIds.space }, eventId);
  }
  if (level === "site") {
    return createEvent("site_installation_setup", { ...fields, siteId: testIds.site }, eventId);
  }
  return createEvent("installation_setup", fields, eventId);
}
