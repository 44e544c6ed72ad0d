import { describe, expect, it } from "vitest";
import {
  checkArrival,
  checkIssuer,
  isAuthorizationResponse,
  readCode,
  readState,
} from "./authorization-response.ts";
import type { Flow } from "./flow.ts";

const flow: Flow = {
  state: "s",
  verifier: "v",
  clientId: "client",
  authorizeURL: "https://provider.example/authorize",
  accessTokenURL: "https://provider.example/token",
  redirectURL: "https://integration.example/oauth",
  arrivalUrl: "https://integration.example/oauth",
  integration: "acme",
  owner: { installation: "ins_1" },
};
const arrival = {
  state: "s",
  address: "https://integration.example/oauth",
  integration: "acme",
  clientId: "client",
  installation: "ins_1",
};

describe("isAuthorizationResponse", () => {
  it.each(["state=s", "code=c", "error=access_denied", "iss=i", "code=", "state"])(
    "is true with a response parameter: %s",
    (query) => {
      expect(isAuthorizationResponse(new URLSearchParams(query))).toBe(true);
    },
  );

  it("is false without one: a flow starts", () => {
    expect(isAuthorizationResponse(new URLSearchParams("theme=dark"))).toBe(false);
  });
});

describe("readState", () => {
  it.each(["code=c", "state=&code=c", "state=a&state=b&code=c"])("rejects %s", (query) => {
    expect(() => readState(new URLSearchParams(query))).toThrow(
      expect.objectContaining({ code: "state_missing" }),
    );
  });
});

describe("checkArrival", () => {
  it("accepts the end of the flow at its installation or at the integration's endpoint", () => {
    expect(() => checkArrival(flow, arrival)).not.toThrow();
    expect(() => checkArrival(flow, { ...arrival, installation: undefined })).not.toThrow();
  });

  it.each([
    ["state", { state: "t" }],
    ["redirect URL", { address: "https://integration.example/oauth/" }],
    ["redirect URL", { address: "http://integration.example/oauth" }],
    ["integration", { integration: "other" }],
    ["client", { clientId: "other" }],
    ["installation", { installation: "ins_2" }],
  ])("rejects a different %s", (name, difference) => {
    const check = () => checkArrival(flow, { ...arrival, ...difference });
    expect(check).toThrow(expect.objectContaining({ code: "state_mismatch" }));
    expect(check).toThrow(`its ${name} is different`);
  });
});

describe("checkIssuer", () => {
  const issuer = "https://provider.example/tenant";

  it.each([
    [{ ...flow, issuer }, `iss=${encodeURIComponent(issuer)}`],
    [flow, ""],
    [flow, `iss=${encodeURIComponent(issuer)}`],
  ])("accepts %#", (expected, query) => {
    expect(() => checkIssuer(expected, new URLSearchParams(query))).not.toThrow();
  });

  it.each([
    [{ ...flow, issuer }, "", "issuer_missing"],
    [{ ...flow, issuer }, "iss=", "issuer_mismatch"],
    [{ ...flow, issuer }, `iss=${issuer}/`, "issuer_mismatch"],
    [{ ...flow, issuer }, "iss=https://evil.example", "issuer_mismatch"],
    [{ ...flow, issuer }, `iss=${issuer}&iss=${issuer}`, "issuer_mismatch"],
    [flow, "iss=https://evil.example", "issuer_mismatch"],
    [flow, "iss=https://provider.example.evil.example", "issuer_mismatch"],
    [flow, "iss=", "issuer_mismatch"],
  ])("rejects %#", (expected, query, code) => {
    expect(() => checkIssuer(expected, new URLSearchParams(query))).toThrow(
      expect.objectContaining({ code }),
    );
  });
});

describe("readCode", () => {
  it("returns the code", () => {
    expect(readCode(new URLSearchParams("code=c&scope=read"))).toBe("c");
  });

  it("reports the provider's error", () => {
    const read = () => readCode(new URLSearchParams("error=access_denied&code=c"));
    expect(read).toThrow(
      expect.objectContaining({ code: "provider_denied", providerError: "access_denied" }),
    );
  });

  it("does not quote an invalid error name", () => {
    const read = () => readCode(new URLSearchParams("error=%3Cscript%3E"));
    expect(read).toThrow(expect.objectContaining({ providerError: "unknown_error" }));
  });

  it.each(["", "code=", "code=a&code=b"])("requires exactly one code: %s", (query) => {
    expect(() => readCode(new URLSearchParams(query))).toThrow(
      expect.objectContaining({ code: "request_invalid" }),
    );
  });
});
