import {
  type CallToolResult,
  type InputRequiredResult,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
  type Tool,
} from "@modelcontextprotocol/server";
import { ApiError, type ToolResource } from "@plugboard/api/client";
import { limits, operations as contract } from "@plugboard/api/contract";
import type { ServerClient } from "@plugboard/api/server";
import {
  type InstalledTool,
  mayCall,
  type PersonPrincipal,
  PlatformError,
  type RateLimiter,
} from "@plugboard/platform";
import { toPlainLine } from "../sites/plain-line.ts";
import { callerKeyOf } from "./caller-key.ts";
import { addAgentEvents, type AgentEventOptions, eventCapabilities } from "./agent-events.ts";
import type { Confirmations } from "./confirmations.ts";
import { spendToolQuota } from "./tool-quota.ts";
import { toToolFailure, toToolResult } from "./tool-results.ts";
import { viewTools } from "./tool-view-page.ts";
import { createToolViews, type ToolViewOptions, viewCapabilities } from "./tool-views.ts";

const listedSeconds = 60;
const toolNamePattern = /^[\w-]{1,64}$/;

/** The caller of a request, and its access to the API. */
export interface ToolServerOptions {
  /** The API, called with the caller's permissions. */
  readonly operations: Pick<
    ServerClient,
    "listTools" | "callTool" | "callWritingTool" | "renderToolComponent" | "useToolComponent"
  > &
    AgentEventOptions["operations"];
  /** Returns the tools of an integration, or of all. Doesn't use quota, so that each tool call counts only once. */
  readonly findTools: (integration?: string) => Promise<readonly InstalledTool[]>;
  readonly organizationId: string;
  /** Limits the tools to those of one installation. */
  readonly installationId?: string | undefined;
  readonly caller: PersonPrincipal;
  readonly confirmations: Confirmations;
  readonly rateLimiter: RateLimiter;
  readonly views: Pick<ToolViewOptions, "readFiles" | "readSources">;
  /** Called when the caller can't use a tool because it writes. */
  readonly onRefusedWrite: () => void;
  /** Called when the caller can't receive events. */
  readonly onRefusedEvents: () => void;
}

/** Creates the MCP server of one request, with the tools of an organization that the caller can use. */
export function createToolServer({
  operations,
  findTools,
  organizationId,
  installationId: onlyInstallation,
  caller,
  confirmations,
  rateLimiter,
  views: viewOptions,
  onRefusedWrite,
  onRefusedEvents,
}: ToolServerOptions): McpServer {
  const server = new McpServer(
    { name: "plugboard", title: "Plugboard", version: "1.0.0" },
    {
      capabilities: {
        tools: {},
        ...eventCapabilities,
        ...viewCapabilities.capabilities,
        extensions: { ...eventCapabilities.extensions, ...viewCapabilities.capabilities.extensions },
      },
      cacheHints: {
        "tools/list": { ttlMs: listedSeconds * 1000, cacheScope: "private" },
        ...viewCapabilities.cacheHints,
      },
      requestState: { verify: confirmations.verify },
    },
  );
  addAgentEvents(server, {
    operations,
    organizationId,
    installationId: onlyInstallation,
    onRefused: onRefusedEvents,
  });
  const mayWrite = mayCall(caller, contract.callWritingTool, organizationId) === "allowed";
  const principal = callerKeyOf(organizationId, caller);

  const isServed = ({ installationId }: Pick<InstalledTool, "installationId">): boolean =>
    onlyInstallation === undefined || onlyInstallation === installationId;

  async function findTool(name: string): Promise<InstalledTool> {
    const [integration = ""] = name.split("__");
    const tools = toolNamePattern.test(name)
      ? await findTools(integration.slice(0, limits.identifierLength))
      : [];
    const tool = tools.find((each) => each.name === name && isServed(each));
    await spendToolQuota(rateLimiter, principal, tool?.name);
    if (tool !== undefined) return tool;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${toPlainLine(name)}.`);
  }

  const views = createToolViews({
    ...viewOptions,
    operations,
    findTool,
    listTools: async (integration) =>
      (await findTools(integration)).filter((tool) => (mayWrite || tool.writes !== true) && isServed(tool)),
    confirmations,
    principal,
  });
  views.register(server);

  function refuseWrite(name: string): CallToolResult {
    onRefusedWrite();
    return toToolFailure(`${name} changes data. It needs a token with the scope agent:tools:write.`);
  }

  async function call(
    name: string,
    input: Parameters<typeof operations.callTool>[0]["arguments"],
    context: ServerContext,
  ): Promise<CallToolResult | InputRequiredResult> {
    if (views.isOwn(name) && (mayWrite || name !== viewTools.use))
      return await views.call(name, input, context);
    if (name === viewTools.use) return refuseWrite(name);
    const tool = await findTool(name);
    const { installationId, id: toolId } = tool;
    if (tool.writes !== true)
      return toToolResult((await operations.callTool({ installationId, toolId, arguments: input })).result);
    if (!mayWrite) return refuseWrite(name);
    const question = `Let ${tool.integration} run "${toPlainLine(tool.title)}"?`;
    const asking = await confirmations.require(
      { principal, tool: name, arguments: input, question },
      context,
    );
    if (asking !== undefined) return asking;
    return toToolResult(
      (await operations.callWritingTool({ installationId, toolId, arguments: input })).result,
    );
  }

  server.server.setRequestHandler("tools/list", async ({ params }, context) => {
    const { items, next } = await operations
      .listTools({ organizationId, cursor: params?.cursor, limit: limits.pageItems })
      .catch(toProtocolError);
    const tools = items.filter((tool) => (mayWrite || !tool.writes) && isServed(tool));
    const isBuilt = (await viewOptions.readFiles()) !== undefined;
    return {
      tools: [
        ...tools.map((tool) => ({ ...toTool(tool), ...(isBuilt && views.metaOf(tool)) })),
        ...(isBuilt && next === undefined
          ? views.listOwn(params?.cursor === undefined ? tools : await findTools(), context)
          : []),
      ],
      nextCursor: next,
    };
  });
  server.server.setRequestHandler("tools/call", async ({ params }, context) => {
    try {
      // MCP only carries JSON values.
      const input = (params.arguments ?? {}) as Parameters<typeof operations.callTool>[0]["arguments"];
      return await call(params.name, input, context);
    } catch (error) {
      if (error instanceof ApiError || error instanceof PlatformError) return toToolFailure(error.message);
      throw error;
    }
  });
  return server;
}

/** Reports a wrong cursor. Other errors are unexpected. */
function toProtocolError(error: unknown): never {
  if (error instanceof ApiError && error.code === "invalid_request")
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
  throw error;
}

function toTool({ name, title, description, writes, inputSchema, outputSchema }: ToolResource): Tool {
  return {
    name,
    title,
    description,
    // The manifest requires schemas of objects.
    inputSchema: inputSchema as Tool["inputSchema"],
    outputSchema,
    annotations: { title, readOnlyHint: !writes, destructiveHint: writes },
  };
}
