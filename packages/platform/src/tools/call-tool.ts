import type { JsonObject, ToolCaller, ToolCallEvent } from "@plugboard/api";
import { limits } from "@plugboard/api/contract";
import * as z from "zod";
import { createId } from "../common/create-id.ts";
import { readJson } from "../common/json.ts";
import { PlatformError } from "../common/platform-error.ts";
import { callIntegration } from "../dispatch/call-integration.ts";
import { buildDispatchTarget, type DispatchContext } from "../dispatch/dispatch-target.ts";
import { readRefusal } from "../dispatch/read-refusal.ts";
import { createDataCheck } from "../events/custom-event-schema.ts";
import { findActiveTool } from "./find-active-tool.ts";

/** A call of a tool. */
export interface ToolRequest {
  readonly installationId: string;
  readonly toolId: string;
  readonly arguments: JsonObject;
  readonly caller: ToolCaller;
  /** Whether the caller can call tools that write, or only those that read. */
  readonly writes: boolean;
}

const responseSchema = z.object({ result: z.record(z.string(), z.json()) });

/**
 * Calls a tool of an integration and returns its result.
 *
 * @throws PlatformError `not_found`, `forbidden` if the installation isn't active, `invalid_request` for wrong
 * arguments or the wrong kind of tool, `integration_failed`, `integration_unreachable`
 */
export async function callTool(
  context: DispatchContext,
  { installationId, toolId, arguments: input, caller, writes }: ToolRequest,
): Promise<JsonObject> {
  const { installation, integration, tool } = await findActiveTool(context, installationId, toolId);
  const { name } = integration;
  if ((tool.writes === true) !== writes) {
    const message = writes
      ? `${toolId} only reads. Call it with callTool.`
      : `${toolId} can change data. Call it with callWritingTool.`;
    throw new PlatformError("invalid_request", message, [{ path: "toolId", message }]);
  }
  const check = createDataCheck();
  const wrongInput = await check(JSON.stringify(tool.inputSchema), input);
  if (wrongInput !== undefined) {
    const problem = { path: "arguments", message: wrongInput };
    throw new PlatformError("invalid_request", `arguments: ${wrongInput}`, [problem]);
  }
  const event: ToolCallEvent = {
    type: "tool_call",
    eventId: createId("evt", context.now()),
    installationId,
    toolId,
    arguments: input,
    caller,
  };
  const target = await buildDispatchTarget(context, { installation, integration });
  const { status, body } = await callIntegration(context, target, event);
  if (status !== 200)
    throw new PlatformError(
      "integration_failed",
      readRefusal(body) ?? `${name} responded with status ${status} for ${toolId}. Its log has the cause.`,
    );
  const response =
    body.length > limits.responseJsonBytes ? undefined : responseSchema.safeParse(readJson(body)).data;
  if (response === undefined)
    throw new PlatformError(
      "integration_failed",
      `${name} did not return a JSON object of at most ${limits.responseJsonBytes} bytes for ${toolId}.`,
    );
  const { result } = response;
  const wrongResult =
    tool.outputSchema === undefined ? undefined : await check(JSON.stringify(tool.outputSchema), result);
  if (wrongResult === undefined) return result;
  throw new PlatformError("integration_failed", `The result of ${name} for ${toolId} ${wrongResult}`);
}
