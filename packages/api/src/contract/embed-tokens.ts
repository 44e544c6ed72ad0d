import * as z from "zod";
import { roles } from "../vocabulary/role.ts";
import { everyMember, managers } from "./callers.ts";
import { portalEventTypesSchema } from "./event-type-name.ts";
import { jsonObjectSchema, settingsSchema } from "./json.ts";
import { withOneKindField } from "./kind-fields.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { portalOriginSchema } from "./portal-origin.ts";
import { resourceRefSchema } from "./resource-ref.ts";
import { shape } from "./shape.ts";

const minLifetimeSeconds = 60;
const maxLifetimeSeconds = 3600;
const maxOrigins = 10;
const maxPropsLength = 1000;
const maxTokenLength = 8000;
const identifier = z.string().min(1).max(limits.identifierLength);

/** The parts of the console that pages of other sites can embed for a member of an organization. */
export const memberParts = ["marketplace", "settings", "block"] as const;

/** The parts of the console that pages of other sites can embed. */
const embeddedParts = [...memberParts, "portal"] as const;

const propsSchema = settingsSchema.refine((props) => JSON.stringify(props).length <= maxPropsLength, {
  error: `must be at most ${maxPropsLength} characters of JSON`,
});

/** The fields that some parts need, and all others refuse. */
const fieldsOfParts: Readonly<
  Record<string, { readonly parts: readonly string[]; readonly isOptional: boolean }>
> = {
  userId: { parts: memberParts, isOptional: false },
  installationId: { parts: ["settings", "block"], isOptional: false },
  componentId: { parts: ["block"], isOptional: false },
  props: { parts: ["block"], isOptional: true },
  readOnly: { parts: ["portal"], isOptional: true },
  eventTypes: { parts: ["portal"], isOptional: true },
};

const creationSchema = shape(
  "EmbedTokenCreation",
  "A new embed token.",
  withOneKindField(
    z.object({
      part: z
        .enum(embeddedParts)
        .describe(
          "`marketplace`; `settings`, the configuration screen of one installation; `block`, a component of one installation; or `portal`, the organization's webhook endpoints and deliveries.",
        ),
      userId: identifier
        .optional()
        .describe(
          "The member who sees the part, with their role. Required for all parts but `portal`, which has no member.",
        ),
      installationId: identifier.optional().describe("The installation of `settings` and `block`."),
      componentId: identifier.optional().describe("The component of `block`, by its id in the manifest."),
      props: propsSchema
        .optional()
        .describe(
          "The initial props of `block`, at most 1,000 characters of JSON. The page can change them, so integrations must not trust them. Defaults to none.",
        ),
      readOnly: z
        .boolean()
        .optional()
        .describe("Whether `portal` allows no changes and shows no secrets. Defaults to false."),
      eventTypes: portalEventTypesSchema.describe(
        "The only event types that `portal` shows: exact names or wildcards such as `invoice.*`. Defaults to all.",
      ),
      origins: z
        .array(portalOriginSchema)
        .min(1)
        .max(maxOrigins)
        .describe("The only origins whose pages can embed the part. At most 10."),
      lifetimeSeconds: z
        .int()
        .min(minLifetimeSeconds)
        .max(maxLifetimeSeconds)
        .optional()
        .describe(
          "At most an hour; defaults to 10 minutes. The component fetches a new token before it ends.",
        ),
    }),
    ({ kind }) =>
      identifier
        .optional()
        .describe(
          `The ${kind} that shows the component of \`block\`. The token renders it for no other resource. Defaults to none.`,
        ),
  ).superRefine((token, context) => {
    for (const [field, { parts, isOptional }] of Object.entries(fieldsOfParts)) {
      const isSet = Reflect.get(token, field) !== undefined;
      const isAllowed = parts.includes(token.part);
      if (isSet && !isAllowed)
        context.addIssue({ code: "custom", message: `is only for ${parts.join(" and ")}`, path: [field] });
      if (!isSet && isAllowed && !isOptional)
        context.addIssue({ code: "custom", message: `is required for ${token.part}`, path: [field] });
    }
  }),
);

const createdSchema = shape(
  "CreatedEmbedToken",
  "A new embed token, for `EmbeddedPart` of `@plugboard/components-react`.",
  z.object({
    token: z.string().describe("The bearer token."),
    url: z.url().describe("The URL of the frame. It contains no credentials."),
    expiresAt: z.iso.datetime(),
  }),
);

const revocationSchema = shape(
  "EmbedTokenRevocation",
  "The embed token to revoke.",
  z.object({ token: z.string().min(1).max(maxTokenLength) }),
);

const sessionSchema = shape(
  "EmbedSession",
  "The scope of an embed token.",
  z.object({
    person: z.object({ id: z.string(), name: z.string() }),
    organization: z.string(),
    role: z.enum(roles),
    part: z.enum(memberParts),
    installationId: z.string().optional(),
    componentId: z.string().optional(),
    props: jsonObjectSchema.optional(),
    resource: resourceRefSchema.optional().describe("The resource that shows the component."),
    expiresAt: z.iso.datetime(),
  }),
);

/** Operations for embed tokens, which let pages of other sites embed parts of the console. */
export const embedTokenOperations = defineOperations({
  createEmbedToken: operation({
    method: "POST",
    path: "/organizations/{organizationId}/embed-tokens",
    tag: "Portal",
    summary: "Create a short-lived token for one embedded part; needs an API key",
    access: "administrator",
    roles: managers,
    body: creationSchema,
    status: 201,
    response: createdSchema,
    example: {
      body: { part: "marketplace", userId: "usr_1", origins: ["https://app.example.com"] },
      response: {
        token: "pbe_eyJhbGciOiJkaXIi",
        url: "https://docs.example.com/embed/marketplace?organization=org_1&frame=eyJhbGciOiJkaXIi",
        expiresAt: "2026-01-15T09:40:00.000Z",
      },
    },
  }),
  revokeEmbedToken: operation({
    method: "POST",
    path: "/organizations/{organizationId}/embed-tokens/revoke",
    tag: "Portal",
    summary: "Revoke an embed token before it expires",
    access: "administrator",
    roles: managers,
    body: revocationSchema,
    example: { body: { token: "pbe_eyJhbGciOiJkaXIi" } },
  }),
  getEmbedSession: operation({
    method: "GET",
    path: "/embed-session",
    tag: "Portal",
    summary: "Read the scope of the calling embed token",
    access: "person",
    roles: everyMember,
    response: sessionSchema,
    example: {
      response: {
        person: { id: "usr_1", name: "Ada" },
        organization: "org_1",
        role: "admin",
        part: "marketplace",
        expiresAt: "2026-01-15T09:40:00.000Z",
      },
    },
  }),
});
