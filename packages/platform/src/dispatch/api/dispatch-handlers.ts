import { componentOperations, scheduleOperations, tokenKeyOperations } from "@plugboard/api/contract";
import { requireShownResource } from "../../access/embedded-part.ts";
import { publishedUntil } from "../../access/token-keys.ts";
import { listSelectOptions } from "../list-select-options.ts";
import { createRenderComponent } from "../render-component.ts";
import { listSchedules } from "../../installations/list-schedules.ts";
import { isoTime, optionalIsoTime } from "../../common/iso-time.ts";
import { defineFeature, type Feature } from "../../operations/feature.ts";
import { numberKey, paginate, showPage } from "../../operations/paginate.ts";
import { namedResources } from "../../resources/product-ref.ts";

export const componentFeature: Feature = defineFeature(componentOperations, (platform) => {
  const render = createRenderComponent(platform);
  return {
    renderComponent: async ({ params, body: { props = {}, ...rest }, caller }) => {
      if (caller.type === "member" && caller.embedded !== undefined)
        requireShownResource(caller.embedded, namedResources(platform.product, rest.context));
      return await render({ ...params, props, ...rest });
    },
    listSelectOptions: async ({ params, query: { cursor, limit, ...asked } }) => {
      const options = await listSelectOptions(platform, { ...params, ...asked });
      // Keep the order of the integration, which puts the best matches first.
      const placed = options.map((option, index) => ({ option, key: numberKey(index) }));
      const page = paginate(placed, ({ key }) => key, { cursor, limit });
      return await showPage(page, ({ option }) => option);
    },
  };
});

/** The schedules of installations. */
export const scheduleFeature: Feature = defineFeature(scheduleOperations, (platform) => ({
  listSchedules: async ({ params: { installationId }, query }) => {
    const page = paginate(await listSchedules(platform, installationId), ({ id }) => id, query);
    return await showPage(page, ({ nextAt, ...schedule }) => ({ ...schedule, nextAt: isoTime(nextAt) }));
  },
}));

export const tokenKeyFeature: Feature = defineFeature(tokenKeyOperations, (platform) => ({
  rotateTokenKeys: async () => ({
    keys: (await platform.tokens.rotate()).map((key) => ({
      kid: key.kid,
      publishedUntil: optionalIsoTime(publishedUntil(key)),
    })),
  }),
}));
