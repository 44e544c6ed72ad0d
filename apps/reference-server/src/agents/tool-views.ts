import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type Resource,
  type ServerContext,
  type Tool,
} from "@modelcontextprotocol/server";
import { toolOperations } from "@plugboard/api/contract";
import type { ServerClient } from "@plugboard/api/server";
import type { ComponentSources, InstalledTool } from "@plugboard/platform";
import * as z from "zod";
import { toPlainLine } from "../sites/plain-line.ts";
import type { Confirmations } from "./confirmations.ts";
import { toToolFailure, toToolResult } from "./tool-results.ts";
import { renderToolView, type ToolViewFiles, viewTools } from "./tool-view-page.ts";

/** The identifier of MCP Apps in capabilities. */
const appsExtension = "io.modelcontextprotocol/ui";
const mimeType = "text/html;profile=mcp-app";
const uriPattern = /^ui:\/\/([\w-]{1,64})\/([^/]{1,200})$/;
const listedSeconds = 60;

/** The parts of a tool that decide its view. */
interface ShownTool extends Pick<InstalledTool, "name" | "title" | "integration"> {
  readonly component?: string | undefined;
}

/** Options for `createToolViews`. */
export interface ToolViewOptions {
  /** Reads the built view. Returns `undefined` if it isn't built; tools then have no views. */
  readonly readFiles: () => Promise<ToolViewFiles | undefined>;
  readonly operations: Pick<ServerClient, "renderToolComponent" | "useToolComponent">;
  /** Returns a tool by its name. @throws ProtocolError */
  readonly findTool: (name: string) => Promise<InstalledTool>;
  /** Lists the tools of an integration, or all tools. */
  readonly listTools: (integration?: string) => Promise<readonly InstalledTool[]>;
  readonly readSources: (installationId: string) => Promise<ComponentSources>;
  readonly confirmations: Confirmations;
  readonly principal: string;
}

/** The components of tools as MCP Apps. */
export interface ToolViews {
  /** Returns the `_meta` of a tool that has a component. */
  readonly metaOf: (tool: ShownTool) => { readonly _meta?: Tool["_meta"] };
  /** Returns the tools that views call, if one of these tools has a component and the client hides them from models. */
  readonly listOwn: (tools: readonly ShownTool[], context: ServerContext) => readonly Tool[];
  readonly isOwn: (name: string) => boolean;
  /** Renders a component, or performs an action in it. */
  readonly call: (
    name: string,
    input: unknown,
    context: ServerContext,
  ) => Promise<CallToolResult | InputRequiredResult>;
  /** Serves the views as resources. */
  readonly register: (server: McpServer) => void;
}

const { renderToolComponent, useToolComponent } = toolOperations;
const renderSchema = z.object({ tool: z.string(), request: renderToolComponent.body ?? z.never() });
const useSchema = z.object({ tool: z.string(), request: useToolComponent.body ?? z.never() });

/**
 * Creates the views of tools (MCP Apps, SEP-1865): a page for each component, and the tools that the page calls
 * through the agent's host.
 *
 * @see https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
 */
export function createToolViews({
  readFiles,
  operations,
  findTool,
  listTools,
  readSources,
  confirmations,
  principal,
}: ToolViewOptions): ToolViews {
  const toResource = (tool: ShownTool): readonly Resource[] => {
    const uri = uriOf(tool);
    return uri === undefined ? [] : [{ uri, name: uri, title: toPlainLine(tool.title), mimeType }];
  };

  async function read(uri: string) {
    const [, integration = "", componentId = ""] = uriPattern.exec(uri) ?? [];
    const tools = integration === "" ? [] : await listTools(integration);
    const tool = tools.find(({ component }) => component === componentId);
    const files = tool && (await readFiles());
    if (tool === undefined || files === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no resource ${toPlainLine(uri)}.`);
    const { images, frames } = await readSources(tool.installationId);
    const csp = {
      ...(images.length > 0 && { resourceDomains: [...images] }),
      ...(frames.length > 0 && { frameDomains: [...frames] }),
    };
    const text = await renderToolView(files, {
      tool: tool.name,
      componentId,
      title: toPlainLine(tool.title),
    });
    return { contents: [{ uri, mimeType, text, _meta: { ui: { csp, prefersBorder: true } } }] };
  }

  return {
    metaOf: (tool) => {
      const resourceUri = uriOf(tool);
      return resourceUri === undefined ? {} : { _meta: { ui: { resourceUri, visibility: ["model"] } } };
    },
    // Clients of earlier protocols don't send their capabilities with each request.
    listOwn: (tools, context) =>
      tools.some((tool) => uriOf(tool) !== undefined) && supportsApps(context) !== false ? ownTools : [],
    isOwn: (name) => ownTools.some((tool) => tool.name === name),
    call: async (name, input, context) => {
      if (name === viewTools.render) {
        const { data, error } = renderSchema.safeParse(input);
        if (data === undefined) return toWrongArguments(error);
        const { installationId, id: toolId } = await findTool(data.tool);
        const rendered = await operations.renderToolComponent({ installationId, toolId, ...data.request });
        return toViewResult(rendered);
      }
      const { data, error } = useSchema.safeParse(input);
      if (data === undefined) return toWrongArguments(error);
      const { installationId, id: toolId, integration } = await findTool(data.tool);
      // A host that supports MCP Apps lets only the view call this tool, so a person acted.
      if (supportsApps(context) !== true) {
        const question = `Let ${integration} perform the action "${toPlainLine(data.request.action.action)}"?`;
        const asking = await confirmations.require(
          { principal, tool: name, arguments: data, question },
          context,
        );
        if (asking !== undefined) return asking;
      }
      return toViewResult(await operations.useToolComponent({ installationId, toolId, ...data.request }));
    },
    register: ({ server }) => {
      server.setRequestHandler("resources/list", async () => {
        const resources = (await listTools()).flatMap(toResource);
        // Tools can share a component. Its page belongs to the first of them.
        const first = new Map(resources.toReversed().map((resource) => [resource.uri, resource]));
        return { resources: resources.filter((resource) => first.get(resource.uri) === resource) };
      });
      server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
      server.setRequestHandler("resources/read", async ({ params }) => await read(params.uri));
    },
  };
}

/** The capabilities and cache hints of a server with views. */
export const viewCapabilities = {
  capabilities: { resources: {}, extensions: { [appsExtension]: {} } },
  cacheHints: {
    "resources/list": { ttlMs: listedSeconds * 1000, cacheScope: "private" },
    "resources/read": { ttlMs: listedSeconds * 1000, cacheScope: "private" },
  },
} as const;

const ownTools: readonly Tool[] = [
  toOwnTool(viewTools.render, "Render the component of a tool", renderSchema, true),
  toOwnTool(viewTools.use, "Perform an action in the component of a tool", useSchema, false),
];

function toOwnTool(name: string, title: string, schema: z.ZodType, isReading: boolean): Tool {
  const { $schema: _dialect, ...inputSchema } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
  });
  return {
    name,
    title,
    description: `${title}. For its view only.`,
    // Zod describes an object as one, which its type doesn't say.
    inputSchema: inputSchema as Tool["inputSchema"],
    annotations: { title, readOnlyHint: isReading, destructiveHint: !isReading },
    _meta: { ui: { visibility: ["app"] } },
  };
}

function uriOf({ integration, component }: Pick<ShownTool, "integration" | "component">): string | undefined {
  return component === undefined ? undefined : `ui://${integration}/${component}`;
}

function toWrongArguments(error: z.ZodError): CallToolResult {
  return toToolFailure(`The arguments are invalid. ${z.prettifyError(error)}`);
}

/** Returns the result of a rendering. Models don't read it, so it has no text. */
function toViewResult(response: object): CallToolResult {
  return { ...toToolResult(response), content: [] };
}

/** Returns whether a client supports MCP Apps. Returns `undefined` if the request doesn't say. */
function supportsApps({ mcpReq }: ServerContext): boolean | undefined {
  const capabilities: unknown = Reflect.get(Object(mcpReq.envelope), CLIENT_CAPABILITIES_META_KEY);
  if (capabilities === undefined) return undefined;
  const extensions: unknown = Reflect.get(Object(capabilities), "extensions");
  const mimeTypes: unknown = Reflect.get(Object(Reflect.get(Object(extensions), appsExtension)), "mimeTypes");
  return Array.isArray(mimeTypes) && mimeTypes.includes(mimeType);
}
