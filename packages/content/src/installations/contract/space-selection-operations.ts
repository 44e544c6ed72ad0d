import {
  defineOperations,
  installationExample,
  installationSchema,
  limits,
  managers,
  operation,
  shape,
} from "@plugboard/api/contract";
import * as z from "zod";
import { pathParameters } from "../../parameters/path-parameters.ts";
import type { SpaceSelection } from "../../client/types.ts";

const identifier = z.string().min(1).max(limits.identifierLength);

const selectionSchema = shape(
  "SpaceSelection",
  "The spaces that an installation can be in. A site counts as the space it publishes.",
  z.discriminatedUnion("type", [
    z.object({ type: z.literal("all") }),
    z.object({
      type: z.literal("selected"),
      spaces: z.array(identifier).max(limits.pageItems).describe("Space ids, at most 100."),
    }),
  ]),
);

const contentInstallationSchema = shape(
  "InstallationResource",
  installationSchema.description ?? "",
  installationSchema.extend({
    space_selection: z
      .object({ type: z.enum(["all", "selected"]), spaces: z.array(z.string()).exactOptional() })
      .exactOptional()
      .describe("The spaces it can be in."),
  }),
);

const selectionShown = { type: "selected" as const, spaces: ["spc_1"] };
const selection: SpaceSelection = selectionShown;

/** Limits installations to certain spaces. */
export const spaceSelectionOperations = defineOperations(
  {
    selectSpaces: operation({
      method: "PUT",
      path: "/installations/{installationId}/space-selection",
      tag: "Installations",
      summary: "Limit an installation to certain spaces, or allow all",
      access: "administrator",
      roles: managers,
      body: selectionSchema,
      response: contentInstallationSchema,
      errors: ["conflict"],
      example: { body: selection, response: { ...installationExample, space_selection: selectionShown } },
    }),
  },
  pathParameters,
);
