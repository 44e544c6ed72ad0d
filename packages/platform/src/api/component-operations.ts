import type { UiRenderEvent } from "@plugboard/api";
import { uiContextTypes } from "@plugboard/api";
import * as z from "zod";
import { requireAdmin } from "../access/principal.ts";
import { buildDispatchTarget } from "../dispatch/build-environment.ts";
import { createComponentRenderer } from "../dispatch/create-component-renderer.ts";
import { createId } from "../common/create-id.ts";
import { getInstallation } from "../installations/installations.ts";
import type { Services } from "../platform/services.ts";
import { defineOperation, type Operation } from "./operation.ts";
import { jsonSchema } from "./schemas.ts";

const jsonObject = z.record(z.string(), jsonSchema);
const renderSchema = z.object({
  props: jsonObject.default({}),
  state: jsonObject.exactOptional(),
  action: z.object({ action: z.string() }).catchall(jsonSchema).exactOptional(),
  context: z.object({
    type: z.enum(uiContextTypes),
    theme: z.enum(["light", "dark"]),
    spaceId: z.string().exactOptional(),
    siteId: z.string().exactOptional(),
    pageId: z.string().exactOptional(),
  }),
});

/** Rendering of components, by the integration itself and while the caller waits. */
export function createComponentOperations(services: Services): Operation[] {
  const { context, runner, tokens, urls } = services;
  const render = createComponentRenderer(runner, context.now);
  return [
    defineOperation({
      method: "post",
      path: "/installations/{installationId}/components/{componentId}/render",
      tag: "Components",
      summary: "Render a component, after an action where one is given",
      input: {
        params: z.object({ installationId: z.string(), componentId: z.string() }),
        body: renderSchema,
      },
      response: z.unknown(),
      handle: async ({ params: { installationId, componentId }, body }, principal) => {
        requireAdmin(principal);
        await getInstallation(context, installationId);
        const { spaceId, siteId } = body.context;
        const target = await buildDispatchTarget(context, tokens, urls, {
          installationId,
          ...(spaceId !== undefined && { spaceId }),
          ...(siteId !== undefined && { siteId }),
        });
        const event: UiRenderEvent = {
          type: "ui_render",
          eventId: createId("evt"),
          installationId,
          componentId,
          ...body,
        };
        return await render(target, event);
      },
    }),
  ];
}
