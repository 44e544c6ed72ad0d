import { deliveryViewOperations } from "@plugboard/api/contract";
import { authorOf } from "../../access/author-of.ts";
import type { Principal } from "../../access/principal.ts";
import { authorKey } from "../../common/author-key.ts";
import {
  type DeliveryView,
  type DeliveryViewOwner,
  listDeliveryViews,
  removeDeliveryView,
  saveDeliveryView,
} from "../delivery-views.ts";
import { isoTime } from "../../common/iso-time.ts";
import { defineFeature, type Feature } from "../../operations/feature.ts";
import { paginate, showPage } from "../../operations/paginate.ts";

export const deliveryViewFeature: Feature = defineFeature(deliveryViewOperations, (platform) => {
  const ownerOf = (organization: string, caller: Principal): DeliveryViewOwner => ({
    organization,
    owner: authorKey(authorOf(caller)),
  });
  return {
    listDeliveryViews: async ({ params: { organizationId }, query, caller }) => {
      const views = await listDeliveryViews(platform, ownerOf(organizationId, caller));
      return await showPage(
        paginate(views, ({ name }) => name, query),
        withIsoTime,
      );
    },
    saveDeliveryView: async ({ params: { organizationId }, body, caller }) =>
      withIsoTime(await saveDeliveryView(platform, ownerOf(organizationId, caller), body)),
    removeDeliveryView: async ({ params: { organizationId, viewId }, caller }) =>
      await removeDeliveryView(platform, ownerOf(organizationId, caller), viewId),
  };
});

function withIsoTime(view: DeliveryView) {
  return { ...view, savedAt: isoTime(view.savedAt) };
}
