import { integrationRunnerContract } from "@plugboard/platform/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  bundledScript,
  bundleIntegration,
  openTestRunner,
  plainScript,
  type TestRunner,
} from "./script-runner.fixture.ts";

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
    return {
      runner: world.runner,
      target: bundledScript("contract", await bundle),
      missing: plainScript("missing", "export default {"),
      givesSecrets: true,
      // All cases share one runner, as in a server.
      close: async () => {},
    };
  });
  it.each(cases)("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});
