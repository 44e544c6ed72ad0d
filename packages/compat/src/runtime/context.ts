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

/** Makes the context that a handler expects from the one this platform gives. */
export function toCompatContext(context: IntegrationContext): CompatContext {
  const environment = toCompatEnvironment(context.environment);
  const { apiEndpoint: endpoint, apiTokens } = environment;
  const compat: CompatContext = {
    environment,
    api: new GitBookAPI({ endpoint, authToken: apiTokens.installation ?? apiTokens.integration }),
    integration: {
      api: new GitBookAPI({ endpoint, authToken: apiTokens.integration }),
      queueTask: async ({ task, schedule = 0 }) => {
        await context.integration.queueTask({ type: taskType, payload: task, delaySeconds: schedule });
      },
    },
    waitUntil: context.waitUntil,
  };
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
