import type { JsonObject } from "@plugboard/api";
import type { ApiClient } from "@plugboard/api/client";
import { callTool, callWritingTool } from "@plugboard/api/routes";
import type { ManifestTool } from "@plugboard/manifest";

/** Calls a tool of an installation as the signed-in person, and returns its result. */
export async function runTool(
  api: ApiClient,
  installationId: string,
  { id: toolId, writes }: Pick<ManifestTool, "id" | "writes">,
  input: JsonObject,
): Promise<JsonObject> {
  const call = { params: { installationId, toolId }, body: { arguments: input } };
  const { result } = await (writes === true ? api.call(callWritingTool, call) : api.call(callTool, call));
  return result;
}
