import { storageOperations } from "@plugboard/api/contract";
import { deleteStoredValue, incrementStoredValue, setStoredValue } from "../change-stored-values.ts";
import { namedResources } from "../../resources/product-ref.ts";
import {
  getStoredValue,
  listStoredValues,
  type StorageOwner,
  type StoredValueState,
} from "../stored-values.ts";
import { optionalIsoTime } from "../../common/iso-time.ts";
import { defineFeature, type Feature } from "../../operations/feature.ts";
import { limitOf } from "../../operations/paginate.ts";

/** Values that integrations store for their installations. */
export const storageFeature: Feature = defineFeature(storageOperations, (platform) => {
  const ownerOf = (installationId: string, location: object): StorageOwner => ({
    installationId,
    resource: namedResources(platform.product, location)[0],
  });
  return {
    listStoredValues: async ({
      params: { installationId },
      query: { prefix, cursor, limit, ...location },
    }) => {
      const owner = ownerOf(installationId, location);
      const page = { prefix, after: cursor, limit: limitOf({ limit }) };
      const { items, hasMore } = await listStoredValues(platform, owner, page);
      return { items: items.map(show), next: hasMore ? items.at(-1)?.key : undefined };
    },
    getStoredValue: async ({ params: { installationId, storageKey }, query }) =>
      show(await getStoredValue(platform, ownerOf(installationId, query), storageKey)),
    setStoredValue: async ({
      params: { installationId, storageKey },
      query,
      body,
      ifMatch: ifVersion,
      ifNoneMatch: ifAbsent,
    }) => {
      const owner = ownerOf(installationId, query);
      return show(await setStoredValue(platform, owner, storageKey, { ...body, ifVersion, ifAbsent }));
    },
    deleteStoredValue: async ({ params: { installationId, storageKey }, query, ifMatch: ifVersion }) => {
      await deleteStoredValue(platform, ownerOf(installationId, query), storageKey, { ifVersion });
    },
    incrementStoredValue: async ({ params: { installationId, storageKey }, query, body }) =>
      show(await incrementStoredValue(platform, ownerOf(installationId, query), storageKey, body)),
  };
});

function show<State extends StoredValueState>(state: State) {
  return { ...state, version: String(state.version), expiresAt: optionalIsoTime(state.expiresAt) };
}
