import type { InstallationStatus, PreviousInstallation } from "@plugboard/api";
import type { Transaction } from "kysely";
import type { Tables } from "../database/tables.ts";
import { findResourceInstallation, getInstallation } from "./installations.ts";
import { getIntegration, type Integration } from "../integrations/integrations.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { found, PlatformError } from "../common/platform-error.ts";
import { removeResourceInstallations } from "./remove-parts.ts";
import { appendDeletedEvent, appendSetupEvent, type InstallationPlace } from "./setup-event.ts";
import { type InstallationChange, writeInstallation } from "./write-installation.ts";

/** An installation, or its part in a space or site, as a decision about it finds it. */
export interface PlaceState {
  readonly integration: Integration;
  readonly status: InstallationStatus;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly updatedAt: number;
}

/** What is to become of a place, and the event that tells its integration, if any does. */
export interface PlaceDecision {
  readonly change: Omit<InstallationChange, "updated_at">;
  readonly event?:
    | { readonly type: "setup"; readonly status: InstallationStatus; readonly previous: PreviousInstallation }
    | { readonly type: "deleted" };
}

const maximumTries = 5;

/**
 * Reads a place, decides, and writes the change and its event in one transaction, unless somebody else wrote in between:
 * then it decides again on what is there now.
 *
 * @throws PlatformError `not_found`, `conflict` when others kept on writing, and whatever `decide` throws
 */
export async function changePlace(
  context: PlatformContext,
  place: InstallationPlace,
  decide: (state: PlaceState) => PlaceDecision,
): Promise<void> {
  for (let tries = 0; tries < maximumTries; tries += 1) {
    const state = await readPlace(context, place);
    const decision = decide(state);
    const now = context.now();
    const written = await context.db.transaction().execute(async (transaction) => {
      const change = { ...decision.change, updated_at: now };
      if (!(await writeInstallation(transaction, place, state, change))) return false;
      await appendDecided(transaction, place, decision.event, now);
      return true;
    });
    if (!written) continue;
    if (decision.event !== undefined) context.onEvent();
    return;
  }
  throw new PlatformError(
    "conflict",
    "The installation was changed by somebody else at the same time. Read it and try again.",
  );
}

async function appendDecided(
  transaction: Transaction<Tables>,
  place: InstallationPlace,
  event: PlaceDecision["event"],
  now: number,
): Promise<void> {
  if (event === undefined) return;
  if (event.type === "deleted") {
    if (place.kind === "organization")
      await removeResourceInstallations(transaction, place.installationId, now);
    return await appendDeletedEvent(transaction, place, now);
  }
  const { status, previous } = event;
  await appendSetupEvent(transaction, place, { status, previous }, now);
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
