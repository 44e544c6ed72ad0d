import type { IntegrationRunner, RunnerExchange, ScriptTarget, UrlTarget } from "./integration-runner.ts";

/** A runner for each way an integration can be published. */
export interface RunnerParts {
  /** Calls what authors host, as `createUrlRunner` does. */
  readonly urls: IntegrationRunner<UrlTarget>;
  /**
   * Runs what authors upload, as `createScriptRunner` of `@plugboard/script-runner` does. Without it, nothing can be published
   * from a bundle.
   */
  readonly scripts?: IntegrationRunner<ScriptTarget> | undefined;
}

/**
 * Puts one runner in front of others, each of which takes the integrations that were published its way. Closing it closes them.
 *
 * @example
 * import { createRunner, createUrlRunner } from "@plugboard/platform";
 *
 * const runner = createRunner({ urls: createUrlRunner() });
 * await runner.close();
 */
export function createRunner({ urls, scripts = withoutScripts }: RunnerParts): IntegrationRunner {
  return {
    dispatch: (target, envelope, options) =>
      target.script === undefined
        ? urls.dispatch(target, envelope, options)
        : scripts.dispatch(target, envelope, options),
    describe: (target, options) =>
      target.script === undefined ? urls.describe(target, options) : scripts.describe(target, options),
    retire: async (name, options) => {
      await urls.retire(name, options);
      await scripts.retire(name, options);
    },
    listRunning: scripts.listRunning,
    close: async () => {
      await urls.close();
      await scripts.close();
    },
  };
}

const refuse = async (): Promise<RunnerExchange> => ({
  result: {
    startedAt: Date.now(),
    errorCode: "invalid_request",
    errorMessage: "this platform runs no published scripts. Publish it with a url",
    requestHeaders: {},
    timings: { total: 0 },
  },
});

const withoutScripts: IntegrationRunner<ScriptTarget> = {
  dispatch: refuse,
  describe: refuse,
  retire: async () => {},
  close: async () => {},
};
