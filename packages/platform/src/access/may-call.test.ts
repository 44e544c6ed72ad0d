import { operations } from "@plugboard/api/contract";
import { contentContract } from "../../../content/src/product/contract.ts";
import { roles } from "@plugboard/api";
import { describe, expect, it } from "vitest";
import { mayCall, organizationScope, requireOrganization } from "./may-call.ts";
import type { PersonPrincipal } from "./principal.ts";

const { rotateTokenKeys } = operations;
const { updatePageContent, getPage } = contentContract.operations;
const member = (...memberships: (PersonPrincipal & { type: "member" })["memberships"]): PersonPrincipal => ({
  type: "member",
  id: "usr_1",
  name: "Ada",
  memberships,
});
const key = (held: Partial<PersonPrincipal & { type: "key" }>): PersonPrincipal => ({
  type: "key",
  id: "key_1",
  organization: "org_1",
  ...held,
});

describe("mayCall", () => {
  it("allows members to save a page if their role can edit", () => {
    const decisions = roles.map((role) => [
      role,
      mayCall(member({ organization: "org_1", role }), updatePageContent, "org_1"),
      mayCall(key({ role }), updatePageContent, "org_1"),
    ]);
    const editing = ["owner", "admin", "editor"];
    const expected = roles.map((role) => (editing.includes(role) ? "allowed" : "forbidden"));
    expect(decisions).toEqual(roles.map((role, index) => [role, expected[index], expected[index]]));
  });

  it("hides resources of organizations that the caller is not in", () => {
    const owner = member({ organization: "org_1", role: "owner" });
    expect(mayCall(owner, getPage, "org_2")).toBe("hidden");
    expect(mayCall(key({ role: "owner" }), getPage, "org_2")).toBe("hidden");
    expect(mayCall(member(), getPage, "org_1")).toBe("hidden");
    expect(mayCall({ type: "admin" }, getPage, "org_2")).toBe("allowed");
  });

  it("allows a key with scopes the same calls as an integration with these scopes", () => {
    const reading = key({ scopes: ["space:content:read"] });
    expect(mayCall(reading, getPage, "org_1")).toBe("allowed");
    expect(mayCall(reading, updatePageContent, "org_1")).toBe("forbidden");
    expect(mayCall(key({}), getPage, "org_1")).toBe("forbidden");
  });

  it("allows an agent what both its scopes and the person's role allow", () => {
    const { callTool, callWritingTool } = operations;
    const agentOf = (role: "editor" | "reader", ...scopes: ("agent:tools:read" | "agent:tools:write")[]) => {
      const person = { type: "member", id: "usr_1", name: "Ada" } as const;
      const agent = { clientId: "https://agent.example.com/client.json", scopes };
      return { ...person, memberships: [{ organization: "org_1", role }], agent };
    };
    const reading = agentOf("editor", "agent:tools:read");
    expect(mayCall(reading, callTool, "org_1")).toBe("allowed");
    expect(mayCall(reading, callWritingTool, "org_1")).toBe("forbidden");
    expect(mayCall(reading, getPage, "org_1")).toBe("forbidden");
    expect(mayCall(reading, callTool, "org_2")).toBe("hidden");
    expect(mayCall(agentOf("editor", "agent:tools:write"), callWritingTool, "org_1")).toBe("allowed");
    expect(mayCall(agentOf("reader", "agent:tools:write"), callWritingTool, "org_1")).toBe("forbidden");
  });

  it("allows only the administrator to call the platform's own operations", () => {
    expect(mayCall(member({ organization: "org_1", role: "owner" }), rotateTokenKeys, "org_1")).toBe(
      "forbidden",
    );
    expect(mayCall({ type: "admin" }, rotateTokenKeys, "org_1")).toBe("allowed");
  });
});

describe("requireOrganization", () => {
  const scope = organizationScope(
    member({ organization: "org_1", role: "editor" }, { organization: "org_2", role: "reader" }),
    updatePageContent,
  );
  it("rejects other organizations, and reveals only those that the caller is in", () => {
    expect(() => requireOrganization(scope, "org_1")).not.toThrow();
    expect(() => requireOrganization(scope, "org_2")).toThrow(expect.objectContaining({ code: "forbidden" }));
    expect(() => requireOrganization(scope, "org_3")).toThrow(expect.objectContaining({ code: "not_found" }));
  });
});
