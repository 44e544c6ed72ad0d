import type { JsonObject } from "@plugboard/api";
import { createApiClient } from "@plugboard/api/client";
import { queueTask } from "@plugboard/api/routes";
import type { IntegrationContext } from "@plugboard/runtime";
import { taskType } from "../api/compat-call.ts";
import { GitBookAPI } from "../api/git-book-api.ts";
import { type CompatEnvironment, toCompatEnvironment } from "./environment.ts";

/** The context of a handler. */
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
 * Creates a context from the environment of a handler. OAuth functions reject it: they need the context that a handler was
 * called with.
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
        // A GitBook task is any object. The API rejects one that isn't JSON.
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

/** Converts this platform's context to GitBook's form. */
export function toCompatContext(context: IntegrationContext): CompatContext {
  const compat = createContext(toCompatEnvironment(context.environment), context.waitUntil);
  originals.set(compat, context);
  return compat;
}

/**
 * Returns the original of a converted context.
 *
 * @throws TypeError if no handler received the context
 */
export function originalContext(context: CompatContext): IntegrationContext {
  const original = originals.get(context);
  if (original !== undefined) return original;
  throw new TypeError("Pass the context that the handler was called with, not a copy.");
}
