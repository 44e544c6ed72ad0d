import { checkOptions } from "../common/check-options.ts";
import type { IntegrationRunner, RunnerExchange, ScriptTarget, UrlTarget } from "./integration-runner.ts";

/** A runner for each way to publish an integration. */
export interface RunnerParts {
  /** Calls integrations hosted by their authors, such as `createUrlRunner`. */
  readonly urls: IntegrationRunner<UrlTarget>;
  /**
   * Runs uploaded integrations, such as `createScriptRunner` of `@plugboard/script-runner`. Without it,
   * bundles cannot be published.
   */
  readonly scripts?: IntegrationRunner<ScriptTarget> | undefined;
}

/**
 * Combines runners. Each call goes to the runner that matches how the integration was published. Closing the
 * runner closes its parts.
 *
 * @throws PlatformError `invalid_definition` without `urls`
 *
 * @example
 * import { createRunner, createUrlRunner } from "@plugboard/platform";
 *
 * const runner = createRunner({ urls: createUrlRunner() });
 * await runner.close();
 */
export function createRunner(parts: RunnerParts): IntegrationRunner {
  checkOptions("createRunner", parts, { urls: "a runner such as `createUrlRunner()`" });
  const { urls, scripts = withoutScripts } = parts;
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
    errorMessage: "this platform does not run scripts. Publish the integration with a url",
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
