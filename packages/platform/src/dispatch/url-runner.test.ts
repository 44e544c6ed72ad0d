import { serve } from "@plugboard/runtime/node";
import { generateSecret } from "@plugboard/webhook-signer";
import { describe, expect, it } from "vitest";
import { contractIntegration } from "../testing/contract-integration.ts";
import { integrationRunnerContract } from "../testing/integration-runner-contract.ts";
import { createUrlRunner } from "./url-runner.ts";

describe("createUrlRunner", () => {
  const cases = integrationRunnerContract(async () => {
    const env = { PLUGBOARD_SIGNING_SECRET: generateSecret() };
    const host = await serve(contractIntegration, { port: 0, hostname: "127.0.0.1", env });
    const runner = createUrlRunner({ allowNetworks: ["127.0.0.0/8"] });
    const target = {
      name: "contract",
      version: 1,
      url: `http://127.0.0.1:${host.port}`,
      signingSecrets: [env.PLUGBOARD_SIGNING_SECRET],
    };
    return {
      runner,
      target,
      missing: { ...target, url: "http://127.0.0.1:1" },
      close: async () => {
        await runner.close();
        await host.close();
      },
    };
  });
  it.each(cases)("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});
