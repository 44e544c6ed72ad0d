import type { AttemptRecord, Claim, ClaimedDelivery } from "../delivery-queue.ts";
import { type AttemptRunner, createAttemptRunner } from "./attempt-runner.ts";
import { type ClaimLoop, createClaimLoop } from "./claim-loop.ts";
import type { WorkerSettings } from "./delivery-worker-options.ts";
import type { LeaseKeeper } from "./lease-keeper.ts";
import { createOutcomeWriter, type OutcomeWriter } from "./outcome-writer.ts";
import { retryUntilDone } from "./retry-until-done.ts";
import { createWorkerTelemetry } from "./telemetry.ts";

/** What delivers: deliveries go from the loop that claims them to the runner that sends them and the writer of outcomes. */
export interface WorkerParts {
  readonly loop: ClaimLoop;
  readonly runner: AttemptRunner;
  readonly writer: OutcomeWriter;
}

/** Deliveries claimed for each that may be in flight, so that no slot is idle while the next ones are claimed. */
const claimAhead = 3;
/** Outcomes that may wait to be written, for each attempt that may be in flight, before nothing more is claimed. */
const outcomesAhead = 4;
const outcomeBatch = 256;
const outcomeLinger = { least: 2, most: 50 };

/** Creates the parts, connected and idle. The signal ends what they try again and again. */
export function createWorkerParts(
  settings: WorkerSettings,
  lease: LeaseKeeper,
  signal: AbortSignal,
): WorkerParts {
  const { store, circuitPolicy, disableAfterMilliseconds, concurrency, perEndpoint, onError } = settings;
  const telemetry = createWorkerTelemetry();

  const writer = createOutcomeWriter({
    batch: outcomeBatch,
    lingerMilliseconds: outcomeLinger,
    onError,
    write,
    written,
  });
  const runner = createAttemptRunner({ ...settings, telemetry, finished });
  const loop = createClaimLoop({
    ...settings,
    capacity: () =>
      writer.unwritten < outcomesAhead * concurrency ? claimAhead * concurrency - runner.held : 0,
    batch: concurrency,
    claim,
    take: (claimed) => runner.run(claimed),
  });

  async function claim(limit: number, cursor: string | undefined): Promise<Claim> {
    return store.claim({
      leaseId: await lease.current(),
      limit,
      perEndpoint: claimAhead * perEndpoint,
      inFlight: runner.heldByEndpoint,
      circuitPolicy,
      ...(cursor === undefined ? {} : { cursor }),
    });
  }

  function finished(record: AttemptRecord): void {
    writer.add(record);
    loop.roomMade();
  }

  async function write(records: readonly AttemptRecord[]): Promise<void> {
    const recorded = await store.recordAttempts({ records, circuitPolicy, disableAfterMilliseconds });
    telemetry.refused(recorded.refused.length);
    const withdrawn = runner.withdraw(recorded.heldBack);
    if (withdrawn.length > 0) void giveBack(withdrawn);
  }

  function written(records: readonly AttemptRecord[]): void {
    runner.settle(records);
    loop.wakeAt(firstDueAfter(records));
    loop.roomMade();
  }

  // Until this succeeds, nobody else can have them.
  async function giveBack(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    await retryUntilDone(() => store.giveBack(deliveries), onError, signal);
    loop.wake();
  }

  return { loop, runner, writer };
}

/**
 * When attempts that were just recorded let something else come due: a retry at its time, the next of a line at once.
 * Milliseconds since the epoch.
 */
function firstDueAfter(records: readonly AttemptRecord[]): number {
  const times = records.map(({ delivery, outcome }) => {
    if (outcome.state === "scheduled") return outcome.at;
    return delivery.ordering === undefined ? Infinity : 0;
  });
  return Math.min(Infinity, ...times);
}
