import { describe, expect, it } from "vitest";
import { createEnvironment } from "../fixtures/oauth-context.fixture.ts";
import { exampleConfig, publicEndpoint } from "../fixtures/oauth-config.fixture.ts";
import { resolveConfig } from "./resolve-config.ts";

const environment = createEnvironment(publicEndpoint);

describe("resolveConfig", () => {
  it("takes settings as they are, or makes them from the environment", () => {
    const config = { ...exampleConfig, stateKey: "k".repeat(32) };
    expect(resolveConfig(config, environment)).toBe(config);
    const made = resolveConfig(
      ({ secrets }) => ({ ...config, clientId: secrets.CLIENT_ID ?? "" }),
      environment,
    );
    expect(made.clientId).toBe("plugboard-client");
  });

  it.each([
    ["clientId", { clientId: "" }],
    ["clientSecret", { clientSecret: "" }],
    ["stateKey", { stateKey: "" }],
    ["stateKey", { stateKey: "k".repeat(31) }],
  ])("refuses a %s that anybody may guess", (name, change) => {
    const resolve = () => resolveConfig({ ...exampleConfig, ...change }, environment);
    expect(resolve).toThrow(expect.objectContaining({ code: "configuration_invalid" }));
    expect(resolve).toThrow(name);
  });
});
