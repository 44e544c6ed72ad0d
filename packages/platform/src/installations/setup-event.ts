import type { InstallationStatus, PreviousInstallation } from "@plugboard/api";
import type { Transaction } from "kysely";
import type { Tables } from "../database/tables.ts";
import { appendEvent } from "../events/append-event.ts";
import type { ResourceKind } from "./installations.ts";

/** Which installation an operation is about: the organization's, or its part in one space or site. */
export type InstallationPlace =
  | { readonly installationId: string; readonly kind: "organization" }
  | { readonly installationId: string; readonly kind: ResourceKind; readonly resourceId: string };

/** Emits the setup event that belongs to the place. */
export async function appendSetupEvent(
  transaction: Transaction<Tables>,
  place: InstallationPlace,
  setup: { readonly status: InstallationStatus; readonly previous?: PreviousInstallation },
  now: number,
): Promise<void> {
  const { installationId } = place;
  if (place.kind === "organization") {
    await appendEvent(transaction, { type: "installation_setup", fields: setup, installationId }, now);
    return;
  }
  if (place.kind === "space") {
    const spaceId = place.resourceId;
    const fields = { ...setup, spaceId };
    await appendEvent(
      transaction,
      { type: "space_installation_setup", fields, installationId, spaceId },
      now,
    );
    return;
  }
  const siteId = place.resourceId;
  const fields = { ...setup, siteId };
  await appendEvent(transaction, { type: "site_installation_setup", fields, installationId, siteId }, now);
}

/** Emits the event that tells an integration it was removed from the place. */
export async function appendDeletedEvent(
  transaction: Transaction<Tables>,
  place: InstallationPlace,
  now: number,
): Promise<void> {
  const { installationId } = place;
  if (place.kind === "organization") {
    await appendEvent(transaction, { type: "installation_deleted", fields: {}, installationId }, now);
    return;
  }
  if (place.kind === "space") {
    const fields = { spaceId: place.resourceId };
    await appendEvent(
      transaction,
      { type: "space_installation_deleted", fields, installationId, ...fields },
      now,
    );
    return;
  }
  const fields = { siteId: place.resourceId };
  await appendEvent(
    transaction,
    { type: "site_installation_deleted", fields, installationId, ...fields },
    now,
  );
}
