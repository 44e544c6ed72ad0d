import { ApiError } from "@plugboard/api/client";
import { expect, it } from "vitest";
import { explainError } from "./explain-error.ts";

it("names the command that opens an organization to the administrator", () => {
  const refused = new ApiError("entry_required", "Organization org_1 has members.", { status: 403 });
  expect(explainError(refused)).toMatchObject({
    code: "unauthorized",
    message: "Organization org_1 has members.",
    next: 'Run `plugboard enter <organization> --reason "…"`, and try again.',
  });
});
