import type { JsonObject, ToolCaller } from "@plugboard/api";
import { toolOperations } from "@plugboard/api/contract";
import type { Principal } from "../../access/principal.ts";
import { PlatformError } from "../../common/platform-error.ts";
import { defineFeature, type Feature } from "../../operations/feature.ts";
import { paginate, showPage } from "../../operations/paginate.ts";
import { callTool } from "../call-tool.ts";
import { createRenderComponent } from "../../dispatch/render-component.ts";
import { listTools } from "../list-tools.ts";
import { renderToolComponent } from "../render-tool-component.ts";

/** The tools of integrations. */
export const toolFeature: Feature = defineFeature(toolOperations, (platform) => {
  const render = createRenderComponent(platform);
  const call =
    (writes: boolean) =>
    async ({
      params,
      body,
      caller,
    }: {
      readonly params: { readonly installationId: string; readonly toolId: string };
      readonly body: { readonly arguments: JsonObject };
      readonly caller: Principal;
    }) => ({
      result: await callTool(platform, { ...params, ...body, caller: toToolCaller(caller), writes }),
    });
  return {
    listTools: async ({ params: { organizationId }, query: { integration, ...query } }) => {
      const tools = await listTools(platform, organizationId, integration);
      return await showPage(
        paginate(tools, ({ name }) => name, query),
        ({ writes = false, ...tool }) => ({
          ...tool,
          writes,
        }),
      );
    },
    renderToolComponent: async ({ params, body }) =>
      await renderToolComponent(platform, render, { ...params, ...body }),
    useToolComponent: async ({ params, body }) =>
      await renderToolComponent(platform, render, { ...params, ...body }),
    callTool: call(false),
    callWritingTool: call(true),
  };
});

function toToolCaller(caller: Principal): ToolCaller {
  if (caller.type === "admin") return { kind: "admin", id: "" };
  if (caller.type === "member" || caller.type === "key") return { kind: caller.type, id: caller.id };
  throw new PlatformError("forbidden", "Only people and API keys can call tools.");
}
