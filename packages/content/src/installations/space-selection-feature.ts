import { defineFeature, type Feature, getInstallation } from "@plugboard/platform";
import { selectResources, showInstallation } from "@plugboard/platform/product";
import { spaceSelectionOperations } from "./contract/space-selection-operations.ts";

/** The API that limits installations to certain spaces. */
export const spaceSelectionFeature: Feature = defineFeature(spaceSelectionOperations, (platform) => ({
  selectSpaces: async ({ params: { installationId }, body, caller }) => {
    const ids = body.type === "selected" ? body.spaces : undefined;
    await selectResources(platform, installationId, { type: body.type, ...(ids !== undefined && { ids }) });
    return await showInstallation(platform, await getInstallation(platform, installationId), caller);
  },
}));
