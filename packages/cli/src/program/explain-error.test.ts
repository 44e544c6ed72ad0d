import { ApiError } from "@plugboard/api/client";
import { expect, it } from "vitest";
import { explainError } from "./explain-error.ts";

it("names the command for administrator access to an organization", () => {
  const refused = new ApiError("support_access_required", "Organization org_1 has members.", { status: 403 });
  expect(explainError(refused)).toMatchObject({
    code: "unauthorized",
    message: "Organization org_1 has members.",
    next: 'Run `plugboard request-access <organization> --reason "…"` and try again.',
  });
});

it("names the address of an unreachable server", async () => {
  const refused = new Error("connect ECONNREFUSED 127.0.0.1:4000");
  const cause = new TypeError("fetch failed", { cause: refused });
  const failed = new ApiError("network", "GET /sites got no response: TypeError: fetch failed", { cause });
  expect(explainError(failed)).toMatchObject({
    code: "unreachable",
    message: "The server does not respond: connect ECONNREFUSED 127.0.0.1:4000",
  });
});
