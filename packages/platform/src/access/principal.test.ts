import { describe, expect, it } from "vitest";
import { PlatformError } from "../common/platform-error.ts";
import {
  type Principal,
  refuseToken,
  requireInstallation,
  requireScope,
  type TokenPrincipal,
} from "./principal.ts";

const admin: Principal = { type: "admin" };
const integration: TokenPrincipal = {
  type: "integration",
  integration: "digest",
  scopes: ["space:content:read"],
};
const installation: TokenPrincipal = { ...integration, type: "installation", installation: "ins_1" };

/** The result of a check: `undefined`, or the code of its error. */
function codeOf(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof PlatformError) return error.code;
    throw error;
  }
}

describe("principals", () => {
  it.each([
    [admin, true],
    [integration, false],
    [installation, false],
  ])("allows only an administrator: %o", (principal, expected) => {
    expect(codeOf(() => refuseToken(principal))).toBe(expected ? undefined : "forbidden");
  });

  it.each<[Principal, Parameters<typeof requireInstallation>[1], string | undefined]>([
    [admin, { id: "ins_1", integration: "digest", status: "active" }, undefined],
    [integration, { id: "ins_1", integration: "digest", status: "active" }, undefined],
    [integration, { id: "ins_2", integration: "digest", status: "active" }, undefined],
    [integration, { id: "ins_1", integration: "other", status: "active" }, "not_found"],
    [installation, { id: "ins_1", integration: "digest", status: "active" }, undefined],
    [installation, { id: "ins_2", integration: "digest", status: "active" }, "not_found"],
    [installation, { id: "ins_1", integration: "other", status: "active" }, "not_found"],
    [admin, { id: "ins_1", integration: "digest", status: "paused" }, undefined],
    [integration, { id: "ins_1", integration: "digest", status: "paused" }, "forbidden"],
    [installation, { id: "ins_1", integration: "digest", status: "pending" }, undefined],
  ])("decides whether %o can access %o", (principal, target, expected) => {
    expect(codeOf(() => requireInstallation(principal, target))).toBe(expected);
  });

  it.each([
    [integration, true],
    [{ ...integration, scopes: [] }, false],
    [{ ...installation, scopes: ["space:content:write"] }, false],
  ] as const)("decides whether %o can read content", (principal, expected) => {
    expect(codeOf(() => requireScope(principal, "space:content:read"))).toBe(
      expected ? undefined : "forbidden",
    );
  });

  it("names the missing scope", () => {
    expect(() => requireScope(integration, "space:git:sync")).toThrow(
      "Integration digest lacks the scope space:git:sync.",
    );
  });
});
