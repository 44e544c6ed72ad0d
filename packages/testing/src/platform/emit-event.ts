import type { RuntimeEvent } from "@plugboard/api";
import type { LogLine } from "@plugboard/runtime";
import type { ApiCall } from "../api/answer-api-call.ts";
import { callIntegration, type CallSetting } from "./call-integration.ts";
import type { PlatformState } from "./platform-state.ts";
import {
  recordAttempt,
  recordEndpointDelivery,
  recordEvent,
  recordIntegrationDelivery,
} from "./record-delivery.ts";
import { subjectOf } from "./sample-event.ts";
import { receives, sendWebhook } from "./send-webhook.ts";
import { TestPlatformError } from "./test-platform-error.ts";

/** A test platform at work: how it calls the integration, and all that came of it so far. */
export interface PlatformWorld extends CallSetting {
  readonly logs: readonly LogLine[];
  readonly apiCalls: readonly ApiCall[];
}

/** What an event led to. */
export interface EmitResult {
  readonly event: RuntimeEvent;
  /** Status of the integration's answer: 200 when it handled the event, 406 when it does not handle its type. */
  readonly status: number;
  /** The answer's JSON, or its text where it is not JSON. */
  readonly answer: unknown;
  /** What the integration logged meanwhile. */
  readonly logs: readonly LogLine[];
  /** What it asked of the platform's API meanwhile. */
  readonly apiCalls: readonly ApiCall[];
  /** Events it caused that now wait, such as the tasks it queued. */
  readonly queued: readonly RuntimeEvent[];
}

const maxQueuedRuns = 100;

/** Sends an event to the integration and to the webhook endpoints that receive it. */
export async function emitEvent(world: PlatformWorld, event: RuntimeEvent): Promise<EmitResult> {
  const { state, logs, apiCalls } = world;
  const [firstLog, firstCall, before] = [logs.length, apiCalls.length, new Set(state.queue)];
  recordEvent(state, event);
  const endpoints = [...state.endpoints.values()].filter((endpoint) => receives(endpoint, event));
  const webhooks = endpoints.map(({ resource }) => recordEndpointDelivery(state, event, resource));
  const response = await deliverToIntegration(world, recordIntegrationDelivery(state, event), event);
  for (const id of webhooks) await deliver(world, id);
  return {
    event,
    status: response.status,
    answer: await readResponse(response),
    logs: logs.slice(firstLog),
    apiCalls: apiCalls.slice(firstCall),
    queued: state.queue.filter((queued) => !before.has(queued)).map((queued) => queued.event),
  };
}

/**
 * Sends all events that wait, and those they lead to, in the order they are due.
 *
 * @throws TestPlatformError `endless`
 */
export async function runQueued(world: PlatformWorld): Promise<readonly EmitResult[]> {
  const results: EmitResult[] = [];
  for (let next = takeNext(world.state); next !== undefined; next = takeNext(world.state)) {
    if (results.length === maxQueuedRuns) {
      throw new TestPlatformError(
        "endless",
        `After ${maxQueuedRuns} queued events there are still more, the next of type ${next.type}. Does a handler cause its own event?`,
      );
    }
    results.push(await emitEvent(world, next));
  }
  return results;
}

/** Sends a delivery to its target, once, and remembers how it went. One to a paused endpoint stays as it is. */
export async function deliver(world: PlatformWorld, deliveryId: string): Promise<void> {
  const { state, network } = world;
  const delivery = state.deliveries.get(deliveryId);
  if (delivery === undefined) return;
  const { target } = delivery.resource;
  if (target.kind === "integration") {
    await deliverToIntegration(world, deliveryId, delivery.event);
    return;
  }
  const endpoint = state.endpoints.get(target.endpointId);
  if (endpoint !== undefined && endpoint.resource.status !== "paused")
    await sendWebhook(state, network, endpoint, { id: deliveryId, event: delivery.event });
}

async function deliverToIntegration(
  world: PlatformWorld,
  deliveryId: string,
  event: RuntimeEvent,
): Promise<Response> {
  const startedAt = world.state.now();
  const response = await callIntegration(world, { event, subject: subjectOf(event) });
  recordAttempt(world.state, deliveryId, { startedAt, responseStatus: response.status });
  return response;
}

function takeNext({ queue }: PlatformState): RuntimeEvent | undefined {
  const [first] = queue.toSorted((one, other) => one.dueAt - other.dueAt);
  if (first === undefined) return undefined;
  queue.splice(queue.indexOf(first), 1);
  return first.event;
}

async function readResponse(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
