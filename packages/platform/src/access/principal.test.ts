import { describe, expect, it } from "vitest";
import { PlatformError } from "../common/platform-error.ts";
import { type Principal, requireAdmin, requireInstallation, requireScope } from "./principal.ts";

const admin: Principal = { type: "admin" };
const integration: Principal = {
  type: "integration",
  integration: "digest",
  scopes: ["space:content:read"],
};
const installation: Principal = { ...integration, type: "installation", installation: "ins_1" };

/** What a check gives: nothing, or the code it refuses with. */
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
  ])("only lets an administrator administrate: %o", (principal, expected) => {
    expect(codeOf(() => requireAdmin(principal))).toBe(expected ? undefined : "forbidden");
  });

  it.each<[Principal, Parameters<typeof requireInstallation>[1], boolean]>([
    [admin, { id: "ins_1", integration: "digest", status: "active" }, true],
    [integration, { id: "ins_1", integration: "digest", status: "active" }, true],
    [integration, { id: "ins_2", integration: "digest", status: "active" }, true],
    [integration, { id: "ins_1", integration: "other", status: "active" }, false],
    [installation, { id: "ins_1", integration: "digest", status: "active" }, true],
    [installation, { id: "ins_2", integration: "digest", status: "active" }, false],
    [installation, { id: "ins_1", integration: "other", status: "active" }, false],
    [admin, { id: "ins_1", integration: "digest", status: "paused" }, true],
    [integration, { id: "ins_1", integration: "digest", status: "paused" }, false],
    [installation, { id: "ins_1", integration: "digest", status: "pending" }, true],
  ])("says whether %o reaches %o", (principal, target, expected) => {
    expect(codeOf(() => requireInstallation(principal, target))).toBe(expected ? undefined : "forbidden");
  });

  it.each([
    [admin, true],
    [integration, true],
    [{ ...integration, scopes: [] }, false],
    [{ ...installation, scopes: ["space:content:write"] }, false],
  ] as const)("says whether %o may read content", (principal, expected) => {
    expect(codeOf(() => requireScope(principal, "space:content:read"))).toBe(
      expected ? undefined : "forbidden",
    );
  });

  it("names the scope that is missing", () => {
    expect(() => requireScope(integration, "space:git:sync")).toThrow(
      "Integration digest lacks the scope space:git:sync.",
    );
  });
});
