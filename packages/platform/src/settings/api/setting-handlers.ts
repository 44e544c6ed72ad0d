import { settingOperations } from "@plugboard/api/contract";
import { PlatformError } from "../../common/platform-error.ts";
import { defineFeature, type Feature } from "../../operations/feature.ts";
import { paginate } from "../../operations/paginate.ts";
import type { ServerSettings } from "../server-settings.ts";

const withoutSettings: ServerSettings = {
  list: () => [],
  update: async (changes) => {
    throw new PlatformError("invalid_request", `There is no setting ${[...changes.keys()].join(", ")}.`);
  },
};

export const settingFeature: Feature = defineFeature(
  settingOperations,
  (_platform, { settings = withoutSettings }) => ({
    listSettings: async ({ query }) => paginate(settings.list(), ({ name }) => name, query),
    updateSettings: async ({ body }) => ({
      items: await settings.update(new Map(body.settings.map(({ name, value }) => [name, value]))),
    }),
  }),
);
