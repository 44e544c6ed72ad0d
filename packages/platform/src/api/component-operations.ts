import { uiContextTypes } from "@plugboard/api";
import * as z from "zod";
import { requireAdmin } from "../access/principal.ts";
import { createRenderComponent } from "../dispatch/render-component.ts";
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
  const render = createRenderComponent(services.context);
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
        return await render({ installationId, componentId, ...body });
      },
    }),
  ];
}
