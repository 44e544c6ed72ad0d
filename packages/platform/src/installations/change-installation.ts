import { followInstallation } from "../endpoints/follow-installation.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { kindsOf } from "../resources/kinds-of.ts";
import { decideEdit } from "./installation-rules.ts";
import { nextStatus } from "./installation-rules.ts";
import { PlatformError, orNotFound } from "../common/platform-error.ts";
import {
  type InstallationRef,
  appendDeletedEvents,
  lifecycleEventOf,
  appendSetupEvent,
} from "./installation-event.ts";
import type { InstallationStatus, PreviousInstallation } from "@plugboard/api";
import { removeTasksOf } from "../tasks/tasks.ts";
import { removeAllStoredValues, removeStoredValues } from "../stored-values/change-stored-values.ts";
import type { Transaction } from "kysely";
import type { Tables } from "../database/tables.ts";
import { findResourceInstallation, getInstallation } from "./installations.ts";
import { type Integration, getInstalled } from "../integrations/integrations.ts";

/** Changes to an installation. A configuration property set to `null` is removed. */
export interface InstallationEdit {
  readonly configuration?: Readonly<Record<string, unknown>> | undefined;
  readonly externalIds?: readonly string[] | undefined;
  /** ISO 8601. The edit fails if the installation was changed after this time. */
  readonly ifUpdatedAt?: string | undefined;
  /**
   * Whether the integration itself makes the edit: only it can set `internal` properties. Defaults to false.
   */
  readonly byIntegration?: boolean | undefined;
}

/**
 * Edits an installation. Completing the configuration activates a pending installation; every configuration
 * edit emits the setup event (docs/conformance.md#installation-status). The event carries the previous status
 * but not the previous settings: those can hold credentials, and events are stored unencrypted.
 *
 * @throws PlatformError `not_found`, `precondition_failed` or `conflict` for concurrent edits, or
 * `invalid_configuration` with a problem for each invalid property, without saving any
 *
 * @example
 * import { updateInstallation, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * await updateInstallation(
 *   platform,
 *   { installationId: "ins_1", kind: "organization" },
 *   { configuration: { channel: "docs" } },
 * );
 */
export async function updateInstallation(
  context: PlatformContext,
  ref: InstallationRef,
  { configuration, externalIds, ifUpdatedAt, byIntegration = false }: InstallationEdit,
): Promise<void> {
  await changeInstallation(context, ref, (state) => {
    if (ifUpdatedAt !== undefined && Date.parse(ifUpdatedAt) !== state.updatedAt) {
      throw new PlatformError("precondition_failed", "The installation has changed. Read it and try again.");
    }
    const ids = { external_ids: externalIds === undefined ? undefined : JSON.stringify(externalIds) };
    if (configuration === undefined) return { change: ids };
    const decided = decideEdit(state.integration.manifest, ref.kind, state, configuration, byIntegration);
    const encrypted = context.secretBox.encrypt(JSON.stringify(decided.configuration));
    return {
      // Problems reported for the old settings do not apply to the new ones.
      change: { ...ids, status: decided.status, configuration: encrypted, problems: null },
      event: { type: "setup", status: decided.status, previous: { status: state.status } },
    };
  });
}

/** Stops an organization's scripts. Implemented by `IntegrationRunner`. */
interface ScriptStopper {
  readonly retire: (
    integration: string,
    scope: { readonly organization: string; readonly immediately: true },
  ) => Promise<void>;
}

/**
 * Pauses or resumes an installation and emits its setup event. While it is paused, its deliveries are held,
 * its tokens are rejected and no events are dispatched to it. Pausing aborts the work of its published script for
 * the organization.
 *
 * @param reason - shown on the installation while it is paused
 *
 * @throws PlatformError `not_found`, or `conflict` if the status does not allow the change
 *
 * @example
 * import { changeStatus, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * await changeStatus(platform, "ins_1", "pause", "It posts twice.");
 * await changeStatus(platform, "ins_1", "resume");
 */
export async function changeStatus(
  context: PlatformContext & { readonly runner: ScriptStopper },
  installationId: string,
  requested: "pause" | "resume",
  reason?: string,
): Promise<void> {
  const { integration, organizationId: organization } = await getInstallation(context, installationId);
  await changeInstallation(context, { installationId, kind: "organization" }, ({ status: current }) => {
    const status = nextStatus(current, { type: requested });
    if (status === undefined) {
      throw new PlatformError("conflict", `A ${current} installation cannot be ${requested}d.`);
    }
    const change = { status, pause_reason: requested === "pause" ? (reason ?? null) : null };
    return { change, event: { type: "setup", status, previous: { status: current } } };
  });
  // An integration is installed once in an organization, so no other installation shares the sandbox.
  if (requested === "pause") await context.runner.retire(integration, { organization, immediately: true });
  await followInstallation(context, {
    type: "installation_setup",
    installation_id: installationId,
    resource_kind: "organization",
    resource_id: "",
    created_at: context.now(),
  });
}

/**
 * Removes an installation and notifies its integration. Removing an organization's installation also removes
 * its installations in resources, each with its own event, and its webhook endpoints; the installation's
 * own event comes last.
 *
 * @throws PlatformError `not_found`
 *
 * @example
 * import { removeInstallation, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * await removeInstallation(platform, { installationId: "ins_1", kind: "organization" });
 */
export async function removeInstallation(context: PlatformContext, ref: InstallationRef): Promise<void> {
  const removedAt = context.now();
  await changeInstallation(context, ref, () => ({
    change: { deleted_at: removedAt },
    event: { type: "deleted" },
  }));
  await followInstallation(context, {
    type: lifecycleEventOf(ref, "deleted"),
    installation_id: ref.installationId,
    resource_kind: ref.kind,
    resource_id: ref.resourceId ?? "",
    created_at: removedAt,
  });
}

/** The current state of an installation, the input of a decision. */
interface InstallationState {
  readonly integration: Integration;
  readonly status: InstallationStatus;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly updatedAt: number;
}

/** A change to an installation, with its event if there is one. */
interface InstallationDecision {
  readonly change: Omit<InstallationChange, "updated_at">;
  readonly event?:
    | { readonly type: "setup"; readonly status: InstallationStatus; readonly previous: PreviousInstallation }
    | { readonly type: "deleted" };
}

const maxTries = 5;

/**
 * Reads an installation, decides on a change, and writes it with its event in one transaction. Decides again
 * if another writer came first.
 *
 * @throws PlatformError `not_found`, `conflict` after too many concurrent writes, and any error of `decide`
 */
async function changeInstallation(
  context: PlatformContext,
  ref: InstallationRef,
  decide: (state: InstallationState) => InstallationDecision,
): Promise<void> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const state = await readInstallation(context, ref);
    const decision = decide(state);
    const now = context.now();
    const written = await context.db.transaction().execute(async (transaction) => {
      const change = { ...decision.change, updated_at: now };
      if (!(await writeInstallation(transaction, ref, state, change))) return false;
      await appendDecided(context, transaction, ref, decision.event, now);
      return true;
    });
    if (!written) continue;
    if (decision.event !== undefined) context.onEvent();
    return;
  }
  throw new PlatformError("conflict", "The installation was changed concurrently. Read it and try again.");
}

async function appendDecided(
  context: PlatformContext,
  transaction: Transaction<Tables>,
  ref: InstallationRef,
  event: InstallationDecision["event"],
  now: number,
): Promise<void> {
  if (event === undefined) return;
  if (event.type === "deleted") {
    if (ref.resourceId === undefined)
      return await removeParts(context, transaction, [ref.installationId], now);
    const { installationId, kind, resourceId } = ref;
    await removeStoredValues(transaction, { installationId, resource: { kind, id: resourceId } });
    return await appendDeletedEvents(transaction, [ref], now);
  }
  const { status, previous } = event;
  await appendSetupEvent(transaction, ref, { status, previous }, now);
}

async function readInstallation(context: PlatformContext, ref: InstallationRef): Promise<InstallationState> {
  const installation = await getInstallation(context, ref.installationId);
  const integration = await getInstalled(context, installation);
  if (ref.resourceId === undefined) return { ...installation, integration };
  const record = await findResourceInstallation(context, ref.installationId, ref.kind, ref.resourceId);
  return {
    ...orNotFound(record, `installation of ${integration.name} in ${ref.kind} ${ref.resourceId}`),
    integration,
  };
}

/** Columns of an installation that operations change. */
interface InstallationChange {
  readonly status?: InstallationStatus;
  /** Encrypted. */
  readonly configuration?: string;
  /** JSON list. */
  readonly external_ids?: string | undefined;
  readonly problems?: null;
  readonly pause_reason?: string | null;
  readonly deleted_at?: number;
  readonly updated_at: number;
}

/**
 * Updates the row of an installation if its status is still the one the decision was based on.
 *
 * @returns whether the row was updated
 */
async function writeInstallation(
  transaction: Transaction<Tables>,
  ref: InstallationRef,
  decidedOn: { readonly updatedAt: number },
  change: InstallationChange,
): Promise<boolean> {
  // Every write increases the time, so an unchanged time means that there was no other write.
  const updated_at = Math.max(change.updated_at, decidedOn.updatedAt + 1);
  const result =
    ref.resourceId === undefined
      ? await transaction
          .updateTable("installations")
          .set({ ...change, updated_at })
          .where("id", "=", ref.installationId)
          .where("updated_at", "=", decidedOn.updatedAt)
          .where("deleted_at", "is", null)
          .executeTakeFirst()
      : await transaction
          .updateTable("resource_installations")
          .set({ ...change, updated_at })
          .where("installation_id", "=", ref.installationId)
          .where("resource_kind", "=", ref.kind)
          .where("resource_id", "=", ref.resourceId)
          .where("updated_at", "=", decidedOn.updatedAt)
          .where("deleted_at", "is", null)
          .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Removes installations from all resources with their stored values, and emits the events of both, in the
 * transaction that removes the installations. Write the installation's row first: it locks out concurrent calls that
 * would add an installation in a resource.
 */
export async function removeParts(
  context: PlatformContext,
  transaction: Transaction<Tables>,
  installationIds: readonly string[],
  now: number,
): Promise<void> {
  if (installationIds.length === 0) return;
  await removeAllStoredValues(transaction, installationIds);
  await transaction.deleteFrom("schedules").where("installation_id", "in", installationIds).execute();
  await removeTasksOf(transaction, installationIds);
  await transaction
    .updateTable("agent_subscriptions")
    .set({ ended: 1 })
    .where("organization_id", "in", (query) =>
      query.selectFrom("installations").select("organization_id").where("id", "in", installationIds),
    )
    .where("installation_id", "in", installationIds)
    .execute();
  const removed = await transaction
    .updateTable("resource_installations")
    .set({ deleted_at: now })
    .where("installation_id", "in", installationIds)
    .where("deleted_at", "is", null)
    .returning(["installation_id as installationId", "resource_kind as kind", "resource_id as resourceId"])
    .execute();
  const parts = Map.groupBy(removed, ({ installationId }) => installationId);
  const refs = installationIds.flatMap((installationId): InstallationRef[] => [
    ...(parts.get(installationId) ?? []).toSorted(compareParts(Object.keys(kindsOf(context)))),
    { installationId, kind: "organization" },
  ]);
  await appendDeletedEvents(transaction, refs, now);
}

type Part = Extract<InstallationRef, { readonly resourceId: string }>;

/** Returns the order in which an integration is notified: that of the contract's kinds, then of ids. */
function compareParts(kinds: readonly string[]): (one: Part, other: Part) => number {
  return (one, other) => {
    if (one.kind !== other.kind) return kinds.indexOf(one.kind) - kinds.indexOf(other.kind);
    return one.resourceId < other.resourceId ? -1 : 1;
  };
}
