import type { PlatformContext } from "../database/platform-context.ts";
import { changePlace } from "./change-place.ts";
import { decideEdit } from "./decide-edit.ts";
import { nextStatus, type StatusChange } from "./next-status.ts";
import { PlatformError } from "../common/platform-error.ts";
import type { InstallationPlace } from "./setup-event.ts";

/** What may be changed; a configuration property given as `null` is removed. */
export interface InstallationEdit {
  readonly configuration?: Readonly<Record<string, unknown>> | undefined;
  readonly externalIds?: readonly string[] | undefined;
  /** ISO 8601: the edit is refused unless the installation was last changed at this time. */
  readonly ifUpdatedAt?: string | undefined;
}

/**
 * Edits an installation. A configuration that has become complete moves a pending installation to `active`; every edit
 * of the configuration emits the setup event (docs/conformance.md#installation-status). The event says what the status
 * was, not what the settings were: those may hold credentials, and events are kept in clear.
 *
 * @throws PlatformError `not_found`, `precondition_failed` (somebody else edited it since), `conflict` (others kept on
 * editing it), or `invalid_configuration` with a problem for each property that is wrong; then nothing is saved
 */
export async function updateInstallation(
  context: PlatformContext,
  place: InstallationPlace,
  { configuration, externalIds, ifUpdatedAt }: InstallationEdit,
): Promise<void> {
  await changePlace(context, place, (state) => {
    if (ifUpdatedAt !== undefined && Date.parse(ifUpdatedAt) !== state.updatedAt) {
      throw new PlatformError(
        "precondition_failed",
        "The installation was changed since. Read it and try again.",
      );
    }
    const ids = externalIds === undefined ? {} : { external_ids: JSON.stringify(externalIds) };
    if (configuration === undefined) return { change: ids };
    const decided = decideEdit(state.integration.manifest, place.kind, state, configuration);
    const sealed = context.secretBox.seal(JSON.stringify(decided.configuration));
    return {
      change: { ...ids, status: decided.status, configuration: sealed },
      event: { type: "setup", status: decided.status, previous: { status: state.status } },
    };
  });
}

/**
 * Pauses or resumes an installation and emits its setup event.
 *
 * @throws PlatformError `not_found`, or `conflict` where the status does not allow it
 */
export async function changeStatus(
  context: PlatformContext,
  place: InstallationPlace,
  requested: Exclude<StatusChange, { type: "configured" }>,
): Promise<void> {
  await changePlace(context, place, (state) => {
    const status = nextStatus(state.status, requested);
    if (status === undefined) {
      throw new PlatformError("conflict", `A ${state.status} installation cannot be ${requested.type}d.`);
    }
    return { change: { status }, event: { type: "setup", status, previous: { status: state.status } } };
  });
}

/**
 * Removes an integration from a place and tells it so. With an installation go its parts in spaces and sites, each with its
 * own event; the installation's own event is the last.
 *
 * @throws PlatformError `not_found`
 */
export async function removeInstallation(context: PlatformContext, place: InstallationPlace): Promise<void> {
  await changePlace(context, place, () => ({
    change: { deleted_at: context.now() },
    event: { type: "deleted" },
  }));
}
