import {
  type CallToolResult,
  type InputRequiredResult,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { ApiError } from "@plugboard/api/client";
import type { AnyOperation } from "@plugboard/api/contract";
import type { ServerClient } from "@plugboard/api/server";
import { mayCall, type PersonPrincipal, PlatformError, type RateLimiter } from "@plugboard/platform";
import * as z from "zod";
import { toPlainLine } from "../sites/plain-line.ts";
import { callerKeyOf } from "./caller-key.ts";
import type { Confirmations } from "./confirmations.ts";
import { type OperationTool, takesOrganization } from "./operation-tools.ts";
import { spendToolQuota } from "./tool-quota.ts";
import { toToolFailure, toToolResult } from "./tool-results.ts";

const listedSeconds = 60;

/** The caller of a request, and its access to the API. */
export interface OperationServerOptions {
  readonly tools: readonly OperationTool[];
  /** The API, called with the caller's permissions. */
  readonly operations: ServerClient;
  readonly organizationId: string;
  readonly caller: PersonPrincipal;
  readonly confirmations: Confirmations;
  readonly rateLimiter: RateLimiter;
  /** Records a call that the API itself doesn't record. */
  readonly recordCall: (operation: AnyOperation, resource: Readonly<Record<string, string>>) => Promise<void>;
  /** Called when the caller may not call an operation. */
  readonly onRefused: (operation: AnyOperation) => void;
  readonly server: ServerDescription;
}

/** How an MCP server introduces itself. */
export interface ServerDescription {
  readonly name: string;
  readonly title: string;
  /** How agents use its tools. */
  readonly instructions?: string | undefined;
}

/** Creates the MCP server of one request, with the operations of an organization that the caller can call. */
export function createOperationServer({
  tools,
  operations,
  organizationId,
  caller,
  confirmations,
  rateLimiter,
  recordCall,
  onRefused,
  server: { name: serverName, title, instructions },
}: OperationServerOptions): McpServer {
  const server = new McpServer(
    { name: serverName, title, version: "1.0.0" },
    {
      ...(instructions !== undefined && { instructions }),
      capabilities: { tools: {} },
      cacheHints: { "tools/list": { ttlMs: listedSeconds * 1000, cacheScope: "private" } },
      requestState: { verify: confirmations.verify },
    },
  );
  const principal = callerKeyOf(organizationId, caller);
  const isAllowed = ({ operation }: OperationTool): boolean =>
    mayCall(caller, operation, organizationId) === "allowed";
  // A loop made the methods, so their common type is not declared.
  const methods = operations as unknown as Readonly<
    Record<string, (input: object, options: object) => Promise<object>>
  >;

  async function call(
    name: string,
    input: unknown,
    context: ServerContext,
  ): Promise<CallToolResult | InputRequiredResult> {
    const found = tools.find(({ tool }) => tool.name === name);
    const method = methods[name];
    await spendToolQuota(rateLimiter, principal, found?.tool.name);
    if (found === undefined || method === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${toPlainLine(name)}.`);
    const { operation, read, show } = found;
    if (!isAllowed(found)) {
      onRefused(operation);
      return toToolFailure(`You can't call ${name} with your role and the scopes of this token.`);
    }
    const { data, error } = found.arguments.safeParse(input);
    if (data === undefined) return toToolFailure(`The arguments are invalid. ${z.prettifyError(error)}`);
    if (operation.changes) {
      const question = `${operation.summary}?`;
      const asking = await confirmations.require(
        { principal, tool: name, arguments: data, question },
        context,
      );
      if (asking !== undefined) return asking;
    }
    const organization = takesOrganization(operation) ? { organization: organizationId } : {};
    const [fields, options] = read(data);
    const response = await method({ ...fields, ...organization }, options);
    if (operation.audit === false) await recordCall(operation, resourceOf(operation, data));
    return toToolResult(show(response));
  }

  server.server.setRequestHandler("tools/list", () => ({
    tools: tools.filter(isAllowed).map(({ tool }) => tool),
  }));
  server.server.setRequestHandler("tools/call", async ({ params }, context) => {
    try {
      return await call(params.name, params.arguments ?? {}, context);
    } catch (error) {
      if (error instanceof ApiError || error instanceof PlatformError) return toToolFailure(error.message);
      throw error;
    }
  });
  return server;
}

/** Returns the arguments that name the resource in an operation's path. */
function resourceOf(
  { path }: AnyOperation,
  input: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) =>
      typeof value === "string" && path.includes(`{${name}}`) ? [[name, value]] : [],
    ),
  );
}
