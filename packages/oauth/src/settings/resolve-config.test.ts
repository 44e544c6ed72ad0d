import { describe, expect, it } from "vitest";
import { createEnvironment } from "../fixtures/oauth-context.fixture.ts";
import { exampleConfig, publicEndpoint } from "../fixtures/oauth-config.fixture.ts";
import { resolveConfig } from "./resolve-config.ts";

const environment = createEnvironment(publicEndpoint);

describe("resolveConfig", () => {
  it("accepts settings, or a function that returns them for an environment", () => {
    const config = { ...exampleConfig, stateKey: "k".repeat(32) };
    expect(resolveConfig(config, environment)).toBe(config);
    const resolved = resolveConfig(
      ({ secrets }) => ({ ...config, clientId: secrets.CLIENT_ID ?? "" }),
      environment,
    );
    expect(resolved.clientId).toBe("plugboard-client");
  });

  it.each([
    ["clientId", { clientId: "" }],
    ["clientSecret", { clientSecret: "" }],
    ["stateKey", { stateKey: "" }],
    ["stateKey", { stateKey: "k".repeat(31) }],
  ])("rejects a %s that is easy to guess", (name, change) => {
    const resolve = () => resolveConfig({ ...exampleConfig, ...change }, environment);
    expect(resolve).toThrow(expect.objectContaining({ code: "configuration_invalid" }));
    expect(resolve).toThrow(name);
  });
});
