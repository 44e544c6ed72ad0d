import type { InstallationStatus } from "@plugboard/api";
import { checkConfiguration } from "./check-configuration.ts";
import { findResourceInstallation, getInstallation } from "./installations.ts";
import { getIntegration, type Integration } from "./integrations.ts";
import { nextStatus, type StatusChange } from "./next-status.ts";
import type { PlatformContext } from "./platform-context.ts";
import { found, PlatformError } from "./platform-error.ts";
import { appendDeletedEvent, appendSetupEvent, type InstallationPlace } from "./setup-event.ts";
import { type InstallationChange, writeInstallation } from "./write-installation.ts";

interface PlaceState {
  readonly integration: Integration;
  readonly status: InstallationStatus;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly updatedAt: number;
}

/** What may be changed; a configuration property given as `null` is removed. */
export interface InstallationEdit {
  readonly configuration?: Readonly<Record<string, unknown>>;
  readonly externalIds?: readonly string[];
  /** ISO 8601: the edit is refused unless the installation was last changed at this time. */
  readonly ifUpdatedAt?: string;
}

/**
 * Edits an installation. A configuration that has become complete moves a pending installation to `active`; every edit
 * of the configuration emits the setup event (specification, "States and transitions").
 *
 * @throws PlatformError `not_found`, `conflict` (somebody else edited at the same time), or `invalid_configuration` with
 * a problem for each property that is wrong; then nothing is saved
 */
export async function updateInstallation(
  context: PlatformContext,
  place: InstallationPlace,
  edit: InstallationEdit,
): Promise<void> {
  const state = await readPlace(context, place);
  if (edit.ifUpdatedAt !== undefined && Date.parse(edit.ifUpdatedAt) !== state.updatedAt)
    throw editedMeanwhile();
  const now = context.now();
  const externalIds =
    edit.externalIds === undefined ? {} : { external_ids: JSON.stringify(edit.externalIds) };
  if (edit.configuration === undefined) {
    await change(context, place, state, { ...externalIds, updated_at: now });
    return;
  }
  const values = mergeConfiguration(state.configuration, edit.configuration);
  const checked = checkConfiguration(state.integration.manifest, place.kind, values);
  const problems = state.status === "pending" ? checked.problems : [...checked.problems, ...checked.missing];
  if (problems.length > 0) {
    throw new PlatformError(
      "invalid_configuration",
      "The configuration has problems; nothing was saved.",
      problems,
    );
  }
  const status = nextStatus(state.status, { type: "configured", complete: checked.complete }) ?? state.status;
  const configuration = context.secretBox.seal(JSON.stringify(checked.values));
  await change(context, place, state, { ...externalIds, status, configuration, updated_at: now }, { status });
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
): Promise<InstallationStatus> {
  const state = await readPlace(context, place);
  const status = nextStatus(state.status, requested);
  if (status === undefined) {
    throw new PlatformError("conflict", `A ${state.status} installation cannot be ${requested.type}d.`);
  }
  await change(context, place, state, { status, updated_at: context.now() }, { status });
  return status;
}

/** Removes an integration from a place and tells it so. */
export async function removeInstallation(context: PlatformContext, place: InstallationPlace): Promise<void> {
  const state = await readPlace(context, place);
  const now = context.now();
  await context.db.transaction().execute(async (transaction) => {
    const written = await writeInstallation(transaction, place, state, { deleted_at: now, updated_at: now });
    if (!written) throw editedMeanwhile();
    await appendDeletedEvent(transaction, place, now);
  });
  context.onEvent();
}

async function change(
  context: PlatformContext,
  place: InstallationPlace,
  state: PlaceState,
  columns: InstallationChange,
  setup?: { readonly status: InstallationStatus },
): Promise<void> {
  await context.db.transaction().execute(async (transaction) => {
    if (!(await writeInstallation(transaction, place, state, columns))) throw editedMeanwhile();
    if (setup === undefined) return;
    const event = { ...setup, previous: { status: state.status } };
    await appendSetupEvent(transaction, place, event, columns.updated_at);
  });
  if (setup !== undefined) context.onEvent();
}

async function readPlace(context: PlatformContext, place: InstallationPlace): Promise<PlaceState> {
  const installation = await getInstallation(context, place.installationId);
  const integration = await getIntegration(context, installation.integration);
  if (place.kind === "organization") return { ...installation, integration };
  const part = await findResourceInstallation(context, place.installationId, place.kind, place.resourceId);
  return {
    ...found(part, `installation of ${integration.name} in ${place.kind} ${place.resourceId}`),
    integration,
  };
}

function mergeConfiguration(
  known: Readonly<Record<string, unknown>>,
  edit: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...known, ...edit }).filter(([, value]) => value !== null));
}

function editedMeanwhile(): PlatformError {
  return new PlatformError(
    "conflict",
    "The installation was changed by somebody else at the same time. Try again.",
  );
}
