import { SpanStatusCode, trace } from "@opentelemetry/api";
import { encodeEnvelope } from "@plugboard/runtime/envelope";
import type { LogLine } from "../logs/log-line.ts";
import type { DispatchContext, DispatchTarget } from "./dispatch-target.ts";
import type { RunnerExchange, RunnerOptions } from "./integration-runner.ts";

/** An event to send in an envelope. */
export interface DispatchedEvent {
  readonly eventId: string;
  readonly type: string;
  /** The event, or its JSON text. */
  readonly content: Parameters<typeof encodeEnvelope>[0]["event"];
  readonly fetchBody?: Uint8Array<ArrayBuffer> | undefined;
}

const tracer = trace.getTracer("@plugboard/platform");

/** Sends an event to an integration in an envelope, and records the call in the integration's log. */
export async function dispatchEnvelope(
  { runner, logs, usage }: Pick<DispatchContext, "runner" | "logs" | "usage">,
  { runnerTarget, environment, environmentJson }: DispatchTarget,
  { eventId, type, content, fetchBody }: DispatchedEvent,
  options: RunnerOptions,
): Promise<RunnerExchange> {
  const parts = { event: content, environment: environmentJson };
  const envelope = encodeEnvelope(fetchBody === undefined ? parts : { ...parts, fetchBody });
  const { name: integration, version } = runnerTarget;
  const attributes = { "plugboard.integration": integration, "plugboard.event.id": eventId };
  const exchange = await tracer.startActiveSpan(`dispatch ${type}`, { attributes }, async (span) => {
    const led = await runner.dispatch(runnerTarget, envelope, options);
    if (led.result.errorCode !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
    return led;
  });
  if (runnerTarget.url === undefined)
    usage.add(runnerTarget.organization, "scriptMilliseconds", exchange.result.timings.total);
  const event = { eventId, type, installationId: environment.installation?.id };
  logs.write({ integration, version, event, ...describeExchange(type, exchange) });
  return exchange;
}

function describeExchange(
  type: string,
  { result }: RunnerExchange,
): Omit<LogLine, "integration" | "version" | "event"> {
  const { startedAt: time, status, errorMessage, timings } = result;
  const durationMilliseconds = Math.round(timings.total);
  const outcome = errorMessage ?? `responded with ${status ?? "nothing"}`;
  const level = errorMessage !== undefined || status === undefined || status >= 500 ? "error" : "info";
  const message = `${type}: ${outcome}`;
  return { kind: "dispatch", time, level, message, status, durationMilliseconds };
}
