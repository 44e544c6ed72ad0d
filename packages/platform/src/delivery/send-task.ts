import {
  type AttemptResult,
  type ClaimedDelivery,
  decideOutcome,
  type RetryPolicy,
} from "@plugboard/webhook-delivery";
import * as z from "zod";
import type { PlatformContext } from "../database/platform-context.ts";
import type { RunnerExchange } from "../dispatch/integration-runner.ts";
import type { InstallationRecord } from "../installations/installations.ts";
import { endTaskRun, startTaskRun, type TaskRunEnd } from "../tasks/run-task.ts";
import { notSent } from "./not-sent.ts";

const eventSchema = z.looseObject({ task: z.looseObject({ type: z.string() }) });
const responseSchema = z.object({ continues: z.literal(true) });

/** A task's event to send. */
export interface TaskDelivery {
  readonly delivery: ClaimedDelivery;
  readonly installation: Pick<InstallationRecord, "id" | "organizationId">;
  readonly timeoutMilliseconds: number;
  readonly retryPolicy: RetryPolicy;
  /** Sends the event's JSON to the integration. */
  readonly dispatch: (content: string) => Promise<RunnerExchange>;
}

/**
 * Sends the event of a task as its next run. A task that continues counts as aborted for the delivery engine, which sends it again
 * without using a retry.
 */
export async function sendTask(
  context: PlatformContext,
  { delivery, installation, timeoutMilliseconds, retryPolicy, dispatch }: TaskDelivery,
): Promise<AttemptResult> {
  const event = eventSchema.parse(JSON.parse(delivery.body));
  const { id: installationId, organizationId } = installation;
  const start = await startTaskRun(
    context,
    {
      id: delivery.eventId,
      installationId,
      organizationId,
      type: event.task.type,
      dueAt: context.now(),
      expiresAt: delivery.expiresAt,
    },
    timeoutMilliseconds,
  );
  // `expired` says nothing about the integration and is not retried.
  if (start.kind === "over") return notSent(context.now(), "expired", start.reason);
  if (start.kind === "busy") {
    const retryAfterMilliseconds = Math.max(0, start.until - context.now());
    const result = notSent(context.now(), "aborted", "Another run of this task may be in progress.");
    return { ...result, retryAfterMilliseconds };
  }
  const content = JSON.stringify({ ...event, task: { ...event.task, run: start.run } });
  const { result, response } = await dispatch(content);
  const continues = response?.status === 200 && isContinued(response.body);
  const end = continues ? { kind: "continues" as const } : endOf(result);
  const { isCanceled } = await endTaskRun(context, delivery.eventId, start.run.number, end);
  if (isCanceled) return notSent(result.startedAt, "expired", "The task was canceled.");
  if (!continues) return result;
  const { requestHeaders, timings } = result;
  return {
    ...notSent(result.startedAt, "aborted", "The task saved a checkpoint and continues in the next run."),
    requestHeaders,
    timings,
  };

  function endOf(outcome: AttemptResult): TaskRunEnd {
    const { state } = decideOutcome({
      result: outcome,
      attempt: delivery.scheduledAttempt,
      policy: retryPolicy,
      expiresAt: delivery.expiresAt,
      now: context.now(),
    });
    if (state === "delivered") return { kind: "completed" };
    const error = outcome.errorMessage ?? `The integration responded with ${outcome.status}.`;
    if (state === "failed") return { kind: "failed", error };
    // Without a response, the handler may not know yet that its request has ended.
    return { kind: "retrying", error, isOpen: outcome.status === undefined };
  }
}

function isContinued(body: Uint8Array): boolean {
  try {
    return responseSchema.safeParse(JSON.parse(new TextDecoder().decode(body))).success;
  } catch {
    return false;
  }
}
