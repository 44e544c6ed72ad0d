import type { InstallationStatus, PreviousInstallation, RuntimeEventType } from "@plugboard/api";
import type { Transaction } from "kysely";
import type { ResourceKind, Tables } from "../database/tables.ts";
import { appendEvent, appendEvents, type NewEvent } from "../events/append-event.ts";

/** Identifies an installation in an organization, space or site. */
export type InstallationRef =
  | { readonly installationId: string; readonly kind: "organization"; readonly resourceId?: undefined }
  | { readonly installationId: string; readonly kind: ResourceKind; readonly resourceId: string };

type LifecycleEvent = NewEvent<
  Extract<RuntimeEventType, `${string}installation_setup` | `${string}installation_deleted`>
>;

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

function toLifecycleEvent(ref: InstallationRef, change: "setup" | "deleted", fields: object): LifecycleEvent {
  const { installationId, kind, resourceId } = ref;
  const type = lifecycleEventOf(ref, change);
  if (resourceId === undefined) return { type, fields, installationId };
  const own = { ...fields, [`${kind}Id`]: resourceId };
  // The field's name is derived from the kind, including a product's kinds, which the types don't list.
  return { type, fields: own, installationId, resource: { kind, id: resourceId } };
}

/** Returns the type of the event about a change of an installation. */
export function lifecycleEventOf(
  { kind, resourceId }: InstallationRef,
  change: "setup" | "deleted",
): LifecycleEvent["type"] {
  const type = resourceId === undefined ? `installation_${change}` : `${kind}_installation_${change}`;
  // A product's kinds have events of the same form, which the types don't list.
  return type as LifecycleEvent["type"];
}
