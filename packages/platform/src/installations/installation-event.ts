import type { InstallationStatus, PreviousInstallation } from "@plugboard/api";
import type { Transaction } from "kysely";
import type { Tables } from "../database/tables.ts";
import { appendEvent, appendEvents, type NewEvent } from "../events/append-event.ts";
import type { ResourceKind } from "./installations.ts";

/** Identifies an installation in an organization, space or site. */
export type InstallationRef =
  | { readonly installationId: string; readonly kind: "organization" }
  | { readonly installationId: string; readonly kind: ResourceKind; readonly resourceId: string };

/** Emits the setup event of an installation. */
export async function appendSetupEvent(
  transaction: Transaction<Tables>,
  ref: InstallationRef,
  setup: { readonly status: InstallationStatus; readonly previous?: PreviousInstallation },
  now: number,
): Promise<void> {
  const { installationId } = ref;
  if (ref.kind === "organization") {
    await appendEvent(transaction, { type: "installation_setup", fields: setup, installationId }, now);
    return;
  }
  if (ref.kind === "space") {
    const spaceId = ref.resourceId;
    const fields = { ...setup, spaceId };
    await appendEvent(
      transaction,
      { type: "space_installation_setup", fields, installationId, spaceId },
      now,
    );
    return;
  }
  const siteId = ref.resourceId;
  const fields = { ...setup, siteId };
  await appendEvent(transaction, { type: "site_installation_setup", fields, installationId, siteId }, now);
}

/** Emits the events that notify integrations of their removal, in the order of the refs. */
export async function appendDeletedEvents(
  transaction: Transaction<Tables>,
  refs: readonly InstallationRef[],
  now: number,
): Promise<void> {
  await appendEvents(transaction, refs.map(toDeletedEvent), now);
}

function toDeletedEvent(
  ref: InstallationRef,
): NewEvent<"installation_deleted" | "space_installation_deleted" | "site_installation_deleted"> {
  const { installationId } = ref;
  if (ref.kind === "organization") return { type: "installation_deleted", fields: {}, installationId };
  const fields = ref.kind === "space" ? { spaceId: ref.resourceId } : { siteId: ref.resourceId };
  return { type: `${ref.kind}_installation_deleted`, fields, installationId, ...fields };
}
