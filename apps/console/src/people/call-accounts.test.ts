import { startHttp } from "@plugboard/test-http";
import { expect, it, onTestFinished, vi } from "vitest";
import { callAccounts, isShownAtField, problemOfField } from "./call-accounts.ts";

it.each([
  [{ message: "[body.name] The name must have at most 100 characters." }, "name"],
  [{ code: "PASSWORD_TOO_LONG", message: "Password too long" }, "newPassword"],
])("names the field of the error %j", async (body, field) => {
  const server = await startHttp((_request, response) =>
    response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify(body)),
  );
  const send = fetch;
  vi.stubGlobal("fetch", (path: string, options: RequestInit) => send(`${server.url}${path}`, options));
  onTestFinished(async () => {
    vi.unstubAllGlobals();
    await server.close();
  });
  const error = await callAccounts("/change-password", {}).catch((cause: Error) => cause);
  if (!(error instanceof Error)) throw new Error("The call succeeded.");
  expect(problemOfField(error, field)).toBe(body.message.replace(/^\[.+\] /, ""));
  expect([isShownAtField(error, [field]), isShownAtField(error, ["email"])]).toEqual([true, false]);
});
