import type { DefaultIntegrationTypes, Environment, IntegrationTypes } from "@plugboard/api";
import { type ApiClient, createApiClient, type TaskResource } from "@plugboard/api/client";
import { queueTask } from "@plugboard/api/routes";
import type { PlatformEnvelope } from "../envelope/envelope.ts";
import type { IncomingRequest } from "./exchange.ts";
import type { Host } from "./host.ts";
import type { Log } from "./log.ts";
import { taskState, type TaskState } from "./task-state.ts";
import { resourceOf } from "./resource-of.ts";

/** A task that an integration queues for itself. */
export interface QueuedTask {
  readonly type: string;
  readonly payload?: unknown;
  /** The delay in seconds. Defaults to 0. */
  readonly delaySeconds?: number;
  /** The resource of the task, such as `projectId`. Defaults to the one in the current environment. */
  readonly [resource: `${string}Id`]: string | undefined;
}

/** The context passed to every handler. */
export interface IntegrationContext<Types extends IntegrationTypes = DefaultIntegrationTypes> {
  /** The runtime and installation details sent with the event. */
  readonly environment: Environment<Types>;
  /** The event ID, which stays the same for every delivery attempt. */
  readonly eventId: string;
  /**
   * The trace of the event, if the platform sent one: a W3C Trace Context header for your own requests. Calls
   * of `api` include it.
   */
  readonly traceparent: string | undefined;
  /**
   * The platform's API with the permissions of the event's installation, or of the integration if there is no
   * installation.
   */
  readonly api: ApiClient;
  readonly integration: {
    /** The platform's API with the permissions of the integration, across all its installations. */
    readonly api: ApiClient;
    /** Queues a task for the `task` handler. The event must have an installation. */
    readonly queueTask: (task: QueuedTask) => Promise<TaskResource>;
  };
  /** Continues work after the response. Failures are logged. */
  readonly waitUntil: (work: Promise<unknown>) => void;
  readonly log: Log;
}

/** A context as the runtime creates it. */
export interface HostedContext<Types extends IntegrationTypes> extends IntegrationContext<Types> {
  readonly [taskState]: TaskState;
}

const traceparentPattern = /^00-(?!0+-)[\da-f]{32}-(?!0+-)[\da-f]{16}-[\da-f]{2}$/;

/** Creates the context of one event. */
export function createContext<Types extends IntegrationTypes>(
  { event, environment }: PlatformEnvelope<Types>,
  host: Host,
  log: Log,
  headers: IncomingRequest["headers"],
): HostedContext<Types> {
  const { eventId, installationId } = event;
  // The platform sends version 00. The header isn't signed, so anything else in it is ignored.
  const traceparent = headers.get("traceparent")?.match(traceparentPattern)?.[0];
  const { apiEndpoint: endpoint, apiTokens } = environment;
  const createApi = (token: string | undefined): ApiClient =>
    createApiClient({ endpoint, token, traceparent, fetch: host.apiFetch });
  const integrationApi = createApi(apiTokens.integration);
  const api = createApi(apiTokens.installation ?? apiTokens.integration);
  return {
    environment,
    eventId,
    traceparent,
    api,
    integration: {
      api: integrationApi,
      queueTask: ({ type, payload, delaySeconds, ...resource }) =>
        integrationApi.call(queueTask, {
          body: {
            task: { type, payload },
            installationId,
            delaySeconds,
            // Untyped callers can pass undefined.
            ...(Object.values(resource).some(Boolean) ? resource : resourceOf(environment)),
          },
        }),
    },
    waitUntil: (work) => {
      const logged = work.catch((error: unknown) => log.error("Background work failed", { error }));
      host.waitUntil?.(logged);
    },
    log,
    [taskState]: { now: host.now },
  };
}
