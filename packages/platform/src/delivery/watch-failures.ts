import type { AttemptRecord, DeliveryStore } from "@plugboard/webhook-delivery";
import { withoutTenantScope } from "../database/organization-scope.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { endpointKinds } from "../endpoints/list-endpoints.ts";
import { inStatements } from "../database/in-statements.ts";
import { type Cause, keyOf, openFailures, selectUnopened } from "./failure-statuses.ts";

/** Opens the causes of failed deliveries. They are gathered in memory, so that a flood of failures costs little. */
export interface FailureWatch {
  readonly note: (records: readonly AttemptRecord[]) => void;
  /** Stores the noted causes. */
  readonly flush: () => Promise<void>;
}

interface NotedFailure extends Cause {
  readonly failedAt: number;
}

const maxNoted = 10_000;
const watchedKinds: readonly string[] = [
  endpointKinds.webhook,
  endpointKinds.integration,
  endpointKinds.stream,
];

/** Creates the watch of a process. A process that crashes loses up to ten seconds of causes. */
export function createFailureWatch(
  { db, now }: Pick<PlatformContext, "db" | "now">,
  { getEndpoint }: Pick<DeliveryStore, "getEndpoint">,
  onError: (error: unknown) => void,
): FailureWatch {
  let noted = new Map<string, NotedFailure>();
  let flushing: Promise<void> = Promise.resolve();

  async function store(): Promise<void> {
    const failures = noted;
    noted = new Map();
    try {
      for (const some of inStatements([...failures.values()])) {
        // In an outage, the same causes are noted over and over.
        for (const failure of await selectUnopened({ db }, some)) await open(failure);
        for (const failure of some) failures.delete(keyOf(failure));
      }
    } catch (error) {
      // The next flush tries again.
      noted = new Map([...failures, ...noted]);
      throw error;
    }
  }

  async function open({ failedAt, ...cause }: NotedFailure): Promise<void> {
    const endpoint = await getEndpoint(cause.endpointId);
    if (endpoint === undefined || !watchedKinds.includes(endpoint.kind)) return;
    const organizationId =
      endpoint.kind === endpointKinds.stream ? endpoint.tenant : await findOwner(endpoint.tenant);
    if (organizationId !== undefined) await openFailures({ db }, organizationId, cause, failedAt);
  }

  async function findOwner(installationId: string): Promise<string | undefined> {
    const installation = await db
      .selectFrom("installations")
      .select("organization_id")
      .where("id", "=", installationId)
      .executeTakeFirst();
    return installation?.organization_id;
  }

  return {
    note: (records) => {
      for (const { delivery, outcome, result } of records) {
        // Expiry says nothing about the endpoint.
        if (outcome.state !== "failed" || outcome.reason === "expired" || outcome.sparesEndpoint === true)
          continue;
        if (noted.size >= maxNoted) return;
        const cause = {
          endpointId: delivery.endpointId,
          failureReason: outcome.reason,
          lastStatus: result.status,
          lastErrorCode: result.errorCode,
        };
        noted.set(keyOf(cause), { ...cause, failedAt: now() });
      }
    },
    flush: async () => {
      flushing = withoutTenantScope("failures", () => flushing.then(store).catch(onError));
      await flushing;
    },
  };
}
