import type { JsonObject } from "@plugboard/api";
import { createApiClient } from "@plugboard/api/client";
import { queueTask } from "@plugboard/api/routes";
import type { IntegrationContext } from "@plugboard/runtime";
import { taskType } from "../api/compat-call.ts";
import { GitBookAPI } from "../api/git-book-api.ts";
import { type CompatEnvironment, toCompatEnvironment } from "./environment.ts";

/** What a handler receives beside its event. */
export interface CompatContext {
  readonly environment: CompatEnvironment;
  readonly api: GitBookAPI;
  readonly integration: {
    readonly api: GitBookAPI;
    readonly queueTask: (input: { readonly task: object; readonly schedule?: number }) => Promise<void>;
  };
  readonly waitUntil: (work: Promise<unknown>) => void;
}

const originals = new WeakMap<CompatContext, IntegrationContext>();

/**
 * Makes a context of an environment that a handler was given before, as for work of one's own. OAuth functions take none of these:
 * they need the context that a handler is called with.
 *
 * @example
 * import { type CompatContext, createContext } from "@plugboard/compat/runtime";
 *
 * export function again({ environment, waitUntil }: CompatContext): CompatContext {
 *   return createContext(environment, waitUntil);
 * }
 */
export function createContext(
  environment: CompatEnvironment,
  waitUntil: CompatContext["waitUntil"],
): CompatContext {
  const { apiEndpoint: endpoint, apiTokens } = environment;
  return {
    environment,
    api: new GitBookAPI({ endpoint, authToken: apiTokens.installation ?? apiTokens.integration }),
    integration: {
      api: new GitBookAPI({ endpoint, authToken: apiTokens.integration }),
      queueTask: async ({ task, schedule: delaySeconds = 0 }) => {
        // A task is any object there; the API says where it is no JSON.
        const payload = task as JsonObject;
        const body = {
          task: { type: taskType, payload },
          installationId: environment.installation?.id,
          delaySeconds,
        };
        await createApiClient({ endpoint, token: apiTokens.integration }).call(queueTask, { body });
      },
    },
    waitUntil,
  };
}

/** Makes the context that a handler expects from the one this platform gives. */
export function toCompatContext(context: IntegrationContext): CompatContext {
  const compat = createContext(toCompatEnvironment(context.environment), context.waitUntil);
  originals.set(compat, context);
  return compat;
}

/**
 * The context that one was made from.
 *
 * @throws TypeError for a context that was not handed to a handler
 */
export function originalContext(context: CompatContext): IntegrationContext {
  const original = originals.get(context);
  if (original !== undefined) return original;
  throw new TypeError("Hand on the context that the handler was called with, and no copy of it.");
}
