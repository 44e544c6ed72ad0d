import type { IntegrationRunner } from "@plugboard/platform";
import { integrationRunnerContract } from "@plugboard/platform/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  bundledScript,
  bundleIntegration,
  openTestRunner,
  plainScript,
  type TestRunner,
} from "./script-runner.fixture.ts";
import type { ScriptRunner, ScriptTarget } from "./create-script-runner.ts";

/** The platform's port, for targets whose script is known. */
function asIntegrationRunner(runner: ScriptRunner, scripts: readonly ScriptTarget[]): IntegrationRunner {
  const find = (name: string): ScriptTarget["script"] => {
    const found = scripts.find((script) => script.name === name);
    if (found === undefined) throw new Error(`There is no script of "${name}".`);
    return found.script;
  };
  return {
    dispatch: (target, envelope, options) =>
      runner.dispatch({ ...target, script: find(target.name) }, envelope, options),
    describe: (target, options) => runner.describe({ ...target, script: find(target.name) }, options),
    close: runner.close,
  };
}

describe("createScriptRunner", () => {
  const bundle = bundleIntegration(
    `export { contractIntegration as default } from "@plugboard/platform/testing/integration";`,
  );
  let world: TestRunner;
  beforeAll(async () => {
    world = await openTestRunner();
  });
  afterAll(() => world.close());
  const cases = integrationRunnerContract(async () => {
    const script = bundledScript("contract", await bundle);
    const missing = plainScript("missing", "export default {");
    const target = ({ name, version, signingSecrets }: ScriptTarget) => ({
      name,
      version,
      signingSecrets,
      url: "",
    });
    return {
      runner: asIntegrationRunner(world.runner, [script, missing]),
      target: target(script),
      missing: target(missing),
      givesSecrets: true,
      // One runner serves all cases, as one does in a server.
      close: async () => {},
    };
  });
  it.each(cases)("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});
