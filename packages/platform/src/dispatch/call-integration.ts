import type { EventBase, IntegrationDescription } from "@plugboard/api";
import { integrationDescriptionSchema } from "@plugboard/api/schemas";
import { readJson } from "../common/json.ts";
import { PlatformError } from "../common/platform-error.ts";
import { dispatchEnvelope } from "./dispatch-envelope.ts";
import type { DispatchContext, DispatchTarget } from "./dispatch-target.ts";
import type {
  IntegrationRunner,
  RunnerExchange,
  RunnerOptions,
  RunnerResponse,
  RunnerTarget,
} from "./integration-runner.ts";

/** Limits of a request whose response a caller waits for. */
const limits: RunnerOptions = { timeoutMilliseconds: 10_000, maxResponseBytes: 16 * 1024 * 1024 };

/**
 * Sends an event to an integration and returns its response.
 *
 * @throws PlatformError `integration_unreachable`, or `integration_failed` for a script, if there is no
 * response in time
 */
export async function callIntegration(
  context: Pick<DispatchContext, "runner" | "logs" | "usage">,
  target: DispatchTarget,
  event: Pick<EventBase, "eventId"> & { readonly type: string },
  fetchBody?: Uint8Array<ArrayBuffer>,
): Promise<RunnerResponse> {
  const { eventId, type } = event;
  const exchange = await dispatchEnvelope(
    context,
    target,
    { eventId, type, content: event, fetchBody },
    limits,
  );
  return requireResponse(target.runnerTarget, exchange);
}

/**
 * Asks an integration for its description.
 *
 * @throws PlatformError `integration_unreachable`, or `integration_failed` if the response is not a
 * description
 */
export async function describeIntegration(
  runner: IntegrationRunner,
  target: RunnerTarget,
): Promise<IntegrationDescription> {
  const response = requireResponse(target, await runner.describe(target, limits));
  if (response.status !== 200) {
    const hint = response.status === 401 ? " Is PLUGBOARD_SIGNING_SECRET the secret you publish with?" : "";
    throw new PlatformError(
      "integration_failed",
      `${target.name} responded with status ${response.status} when asked for its description.${hint}`,
    );
  }
  const description = integrationDescriptionSchema.safeParse(readJson(response.body));
  if (description.success) return description.data;
  const what = target.url ?? `The script of ${target.name}`;
  throw new PlatformError("integration_failed", `${what} does not respond like an integration.`);
}

function requireResponse(target: RunnerTarget, { result, response }: RunnerExchange): RunnerResponse {
  if (response !== undefined) return response;
  const why = result.errorMessage ?? `its response has more than ${limits.maxResponseBytes} bytes`;
  throw target.url === undefined
    ? new PlatformError("integration_failed", `The script of ${target.name} cannot be run: ${why}`)
    : new PlatformError("integration_unreachable", `The integration at ${target.url} is unreachable: ${why}`);
}
