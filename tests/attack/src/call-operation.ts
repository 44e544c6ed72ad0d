import type { ApiRoute } from "@plugboard/api/client";
import type { Target, TargetResponse } from "./start-target.ts";

/** Calls an operation of a target as the administrator, regardless of the name resolution of its host. */
export async function callOperation(
  target: Target,
  { method, path }: ApiRoute,
  params: Readonly<Record<string, string>> = {},
  body?: object,
): Promise<TargetResponse> {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => params[name] ?? "");
  return await target.send(`${target.consoleUrl}/v1${filled}`, {
    method,
    headers: { authorization: `Bearer ${target.adminToken}`, "content-type": "application/json" },
    body: body && JSON.stringify(body),
  });
}
