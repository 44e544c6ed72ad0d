import { scriptGrantOperations } from "@plugboard/api/contract";
import { orNotFound } from "../../common/platform-error.ts";
import { defineFeature, type Feature } from "../../operations/feature.ts";
import { describeScriptGrant, findScriptGrant, updateScriptGrant } from "../script-grants.ts";

export const scriptGrantFeature: Feature = defineFeature(scriptGrantOperations, (platform) => ({
  getScriptGrant: async ({ params: { integration } }) =>
    describeScriptGrant(
      platform,
      orNotFound(await findScriptGrant(platform, integration), `script grant of ${integration}`),
    ),
  updateScriptGrant: async ({ params: { integration }, body }) =>
    describeScriptGrant(platform, await updateScriptGrant(platform, integration, body)),
}));
