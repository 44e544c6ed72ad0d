import { expect, it, onTestFinished, vi } from "vitest";
import { callAccounts, isShownAtField, problemOfField } from "./call-accounts.ts";

it.each([
  [{ message: "[body.name] The name must have at most 100 characters." }, "name"],
  [{ code: "PASSWORD_TOO_LONG", message: "Password too long" }, "newPassword"],
])("names the field of the error %j", async (body, field) => {
  vi.stubGlobal("fetch", async () => Response.json(body, { status: 400 }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const error = await callAccounts("/change-password", {}).catch((cause: Error) => cause);
  if (!(error instanceof Error)) throw new Error("The call succeeded.");
  expect(problemOfField(error, field)).toBe(body.message.replace(/^\[.+\] /, ""));
  expect([isShownAtField(error, [field]), isShownAtField(error, ["email"])]).toEqual([true, false]);
});
