import type { InstallationStatus, PreviousInstallation } from "@plugboard/api";
import type { Transaction } from "kysely";
import type { ResourceKind, Tables } from "../database/tables.ts";
import { appendEvent, appendEvents, type NewEvent } from "../events/append-event.ts";

/** Identifies an installation in an organization or a resource. */
export type InstallationRef =
  | { readonly installationId: string; readonly kind: "organization"; readonly resourceId?: undefined }
  | { readonly installationId: string; readonly kind: ResourceKind; readonly resourceId: string };

/** Emits the setup event of an installation. */
export async function appendSetupEvent(
  transaction: Transaction<Tables>,
  ref: InstallationRef,
  setup: { readonly status: InstallationStatus; readonly previous?: PreviousInstallation },
  now: number,
): Promise<void> {
  await appendEvent(transaction, toLifecycleEvent(ref, "setup", setup), now);
}

/** Emits the events that notify integrations of their removal, in the order of the refs. */
export async function appendDeletedEvents(
  transaction: Transaction<Tables>,
  refs: readonly InstallationRef[],
  now: number,
): Promise<void> {
  await appendEvents(
    transaction,
    refs.map((ref) => toLifecycleEvent(ref, "deleted", {})),
    now,
  );
}

function toLifecycleEvent(ref: InstallationRef, change: "setup" | "deleted", fields: object): NewEvent {
  const { installationId, kind, resourceId } = ref;
  const type = lifecycleEventOf(ref, change);
  if (resourceId === undefined) return { type, fields, installationId };
  const own = { ...fields, [`${kind}Id`]: resourceId };
  return { type, fields: own, installationId, resource: { kind, id: resourceId } };
}

/** Returns the type of the event about a change of an installation. */
export function lifecycleEventOf({ kind, resourceId }: InstallationRef, change: "setup" | "deleted"): string {
  return resourceId === undefined ? `installation_${change}` : `${kind}_installation_${change}`;
}
