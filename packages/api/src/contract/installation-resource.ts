import * as z from "zod";
import { atMost } from "./at-most.ts";
import { installationStatuses } from "../vocabulary/installation-status.ts";
import { scopeNameSchema, targetSchema } from "../vocabulary/vocabulary-schemas.ts";
import { withKindFields } from "./kind-fields.ts";
import { limits } from "./limits.ts";
import type { InstallationResource } from "./types.ts";
import { shape } from "./shape.ts";

/** The fields of installations on all levels. */
export const installationFields = {
  status: z.enum(installationStatuses),
  configuration: z.record(z.string(), z.unknown()),
  externalIds: z.array(z.string()),
  problems: z
    .array(
      shape(
        "SetupProblem",
        "A problem with a setting that the integration reported during setup.",
        z.object({
          path: z.string().describe("The setting's name. Empty for a general problem."),
          message: z.string(),
        }),
      ),
    )
    .max(limits.problems)
    .optional()
    .describe("Problems with the settings that the integration reported, if any."),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime().describe("Increases with each change; the version for `If-Match`."),
};

/** The schema of an organization-level installation. */
export const installationSchema = shape(
  "InstallationResource",
  "An installation in an organization.",
  withKindFields(
    z.object({
      ...installationFields,
      id: z.string(),
      integration: z.string().describe("The integration's name."),
      organization: z.string().describe("The organization's id."),
      pendingScopes: z
        .array(scopeNameSchema)
        .optional()
        .describe("Requested scopes that the organization hasn't consented to yet, if any."),
      pinnedVersion: z
        .int()
        .positive()
        .optional()
        .describe("The version it runs until the organization consents. Not set if it runs the current one."),
      pauseReason: z.string().optional().describe("Why the installation is paused, if a reason was given."),
      urls: z.object({ publicEndpoint: z.url(), app: z.url().exactOptional() }),
      target: targetSchema,
    }),
    ({ kind, plural, selectable }) =>
      selectable
        ? {
            [`${kind}_selection`]: z
              .object({ type: z.enum(["all", "selected"]), [plural]: z.array(z.string()).exactOptional() })
              .exactOptional()
              .describe(`The ${plural} it can be in.`),
          }
        : {},
  ),
);

/** The schema of a request to pause an installation. */
export const installationPauseSchema = shape(
  "InstallationPause",
  "A reason for pausing an installation.",
  z.object({
    reason: z
      .string()
      .trim()
      .min(1, "must not be empty")
      .max(limits.problemLength)
      .optional()
      .describe(
        `Shown with the installation and recorded in the audit log. ${atMost(limits.problemLength, "characters")}`,
      ),
  }),
);

/** Example values of {@link installationFields}. */
export const installationFieldsExample = {
  status: "active",
  configuration: { channel: "#docs" },
  externalIds: [],
  createdAt: "2026-01-15T09:30:00.000Z",
  updatedAt: "2026-01-15T09:31:00.000Z",
} as const;

/** An example installation. */
export const installationExample: InstallationResource = {
  ...installationFieldsExample,
  id: "ins_1",
  integration: "content-digest",
  organization: "org_1",
  urls: {
    publicEndpoint: "https://sites.example/integrations/ins_1",
    app: "https://docs.example/installations/ins_1",
  },
  target: "all",
};
