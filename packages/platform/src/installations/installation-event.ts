import type { InstallationStatus, PreviousInstallation } from "@plugboard/api";
import type { Transaction } from "kysely";
import type { Tables } from "../database/tables.ts";
import { appendEvent } from "../events/append-event.ts";
import type { ResourceKind } from "./installations.ts";

/** Names an installation: the one in an organization, or its space or site installation. */
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

/** Emits the event that notifies an integration of its removal from the ref. */
export async function appendDeletedEvent(
  transaction: Transaction<Tables>,
  ref: InstallationRef,
  now: number,
): Promise<void> {
  const { installationId } = ref;
  if (ref.kind === "organization") {
    await appendEvent(transaction, { type: "installation_deleted", fields: {}, installationId }, now);
    return;
  }
  if (ref.kind === "space") {
    const fields = { spaceId: ref.resourceId };
    await appendEvent(
      transaction,
      { type: "space_installation_deleted", fields, installationId, ...fields },
      now,
    );
    return;
  }
  const fields = { siteId: ref.resourceId };
  await appendEvent(
    transaction,
    { type: "site_installation_deleted", fields, installationId, ...fields },
    now,
  );
}
