import type { DefaultIntegrationTypes, Environment, IntegrationTypes } from "@plugboard/api";
import { type ApiClient, createApiClient, type TaskResource } from "@plugboard/api/client";
import { queueTask } from "@plugboard/api/routes";
import type { Envelope } from "../envelope/envelope.ts";
import type { IncomingRequest } from "./exchange.ts";
import type { Host } from "./host.ts";
import type { Log } from "./log.ts";
import { createStorage, type IntegrationStorage } from "./storage.ts";

/** A task that an integration gives itself. */
export interface QueuedTask {
  readonly type: string;
  readonly payload?: unknown;
  /** How long to wait, in seconds; at once when left out. */
  readonly delaySeconds?: number;
  /** The space or site whose installation the task's environment carries. Defaults to the one in the current environment. */
  readonly spaceId?: string | undefined;
  readonly siteId?: string | undefined;
}

/** What every handler receives beside its event. */
export interface IntegrationContext<Types extends IntegrationTypes = DefaultIntegrationTypes> {
  /** Runtime and installation details that came with the event. */
  readonly environment: Environment<Types>;
  /** The same on every attempt to deliver the event. */
  readonly eventId: string;
  /**
   * Names the trace that the event belongs to, where the platform sent one: the header of W3C Trace Context for requests of
   * your own. Calls of `api` carry it.
   */
  readonly traceparent: string | undefined;
  /** The platform's API as the installation the event is about, or as the integration where it is about none. */
  readonly api: ApiClient;
  readonly integration: {
    /** The platform's API as the integration itself, over all its installations. */
    readonly api: ApiClient;
    /** Queues a task for this installation, of which there must be one; it comes back to the `task` handler. */
    readonly queueTask: (task: QueuedTask) => Promise<TaskResource>;
  };
  /** Values that the integration keeps for the event's installation. */
  readonly storage: IntegrationStorage;
  /** Values that it keeps for the event's space or site installation; `undefined` if the event belongs to none. */
  readonly resourceStorage: IntegrationStorage | undefined;
  /** Lets work go on after the response. A failure is logged. */
  readonly waitUntil: (work: Promise<unknown>) => void;
  readonly log: Log;
}

const traceparentPattern = /^00-(?!0+-)[\da-f]{32}-(?!0+-)[\da-f]{16}-[\da-f]{2}$/;

/** Makes the context of one event. */
export function createContext<Types extends IntegrationTypes>(
  { event, environment }: Envelope<Types>,
  host: Host,
  log: Log,
  headers: IncomingRequest["headers"],
): IntegrationContext<Types> {
  const { eventId, installationId } = event;
  // Of version 00, which the platform sends. The header is not signed: whatever else it holds is ignored.
  const traceparent = headers.get("traceparent")?.match(traceparentPattern)?.[0];
  const { apiEndpoint: endpoint, apiTokens } = environment;
  const createApi = (token: string | undefined): ApiClient =>
    createApiClient({ endpoint, token, traceparent, fetch: host.apiFetch });
  const integrationApi = createApi(apiTokens.integration);
  const api = createApi(apiTokens.installation ?? apiTokens.integration);
  const resource = resourceOf(environment);
  return {
    environment,
    eventId,
    traceparent,
    api,
    integration: {
      api: integrationApi,
      queueTask: ({ type, payload, delaySeconds = 0, spaceId, siteId }) => {
        const target = spaceId === undefined && siteId === undefined ? resource : { spaceId, siteId };
        const body = { task: { type, payload }, installationId, delaySeconds, ...target };
        return integrationApi.call(queueTask, { body });
      },
    },
    storage: createStorage(api, installationId),
    resourceStorage: resource && createStorage(api, installationId, resource),
    waitUntil: (work) => {
      const logged = work.catch((error: unknown) => log.error("Work after the response failed", { error }));
      host.waitUntil?.(logged);
    },
    log,
  };
}

/** The space or site whose installation the environment carries. */
function resourceOf({
  siteInstallation,
  spaceInstallation,
}: Environment<IntegrationTypes>): { readonly spaceId: string } | { readonly siteId: string } | undefined {
  if (siteInstallation !== undefined) return { siteId: siteInstallation.site };
  return spaceInstallation && { spaceId: spaceInstallation.space };
}
