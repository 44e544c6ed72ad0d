import * as z from "zod";
import type { JsonObject } from "../events/ui-render.ts";
import { editors, everyMember } from "./callers.ts";
import { jsonObjectSchema } from "./json.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { pageOf, pageQuerySchema } from "./page.ts";

/** A block of an integration in a page. */
export interface PageBlockResource {
  /** Its place among the blocks of the page, from 0. */
  readonly index: number;
  /** The name of the integration. */
  readonly integration: string;
  /** The component that renders it. */
  readonly componentId: string;
  readonly props: JsonObject;
  /** The installation that renders it; absent where the integration is not active in the space. */
  readonly installationId?: string | undefined;
  /** The revision in which the page's text was last changed; the version for `If-Match`. */
  readonly revisionId: string;
}

/** Other props for a block. */
export interface PageBlockUpdate {
  /** At most 64 KiB as JSON. */
  readonly props: JsonObject;
}

/** A link that somebody pasted into a page. */
export interface LinkToUnfurl {
  /** An http or https URL. */
  readonly url: string;
  readonly pageId?: string | undefined;
}

/** The block that a link becomes. */
export interface UnfurledLink {
  readonly installationId: string;
  readonly integration: string;
  readonly componentId: string;
  readonly props: JsonObject;
  /** The block as it is written into a page. */
  readonly markdown: string;
}

const blockFields = { integration: z.string(), componentId: z.string(), props: jsonObjectSchema };

const blockSchema: z.ZodType<PageBlockResource> = z.object({
  index: z.int(),
  ...blockFields,
  installationId: z.string().optional(),
  revisionId: z.string(),
});

const blockUpdateSchema: z.ZodType<PageBlockUpdate, PageBlockUpdate> = z.object({ props: jsonObjectSchema });

const linkSchema: z.ZodType<LinkToUnfurl, LinkToUnfurl> = z.object({
  url: z
    .string()
    .max(limits.urlLength)
    .refine((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? ""), "must be an http or https URL"),
  pageId: z.string().min(1).max(limits.identifierLength).optional(),
});

const unfurledSchema: z.ZodType<UnfurledLink> = z.object({
  installationId: z.string(),
  ...blockFields,
  markdown: z.string(),
});

/** Schemas of this file that the OpenAPI document names. */
export const pageBlockSchemas = {
  PageBlock: blockSchema,
  PageBlockUpdate: blockUpdateSchema,
  LinkToUnfurl: linkSchema,
  UnfurledLink: unfurledSchema,
};

const block = { integration: "github", componentId: "issue", props: { number: 7 } };
const placed = { index: 0, ...block, installationId: "ins_1", revisionId: "rev_7" };

/** The blocks of integrations in pages. */
export const pageBlockOperations = defineOperations({
  listPageBlocks: operation({
    method: "GET",
    path: "/spaces/{spaceId}/pages/{pageId}/blocks",
    tag: "Content",
    summary: "List the blocks of integrations in a page",
    access: { resource: "space", scope: "space:content:read" },
    roles: everyMember,
    query: pageQuerySchema,
    response: pageOf(blockSchema),
    example: { response: { items: [placed] } },
  }),
  updatePageBlock: operation({
    method: "PATCH",
    path: "/spaces/{spaceId}/pages/{pageId}/blocks/{blockIndex}",
    tag: "Content",
    summary: "Give a block of a page other props; emits space_content_updated",
    access: { resource: "space", scope: "space:content:write" },
    roles: editors,
    body: blockUpdateSchema,
    maxBodyBytes: limits.jsonBodyBytes,
    response: blockSchema,
    version: "revisionId",
    errors: ["conflict"],
    emits: "one",
    example: { body: { props: { number: 7 } }, response: placed },
  }),
  unfurlLink: operation({
    method: "POST",
    path: "/spaces/{spaceId}/unfurl",
    changes: false,
    waits: true,
    tag: "Content",
    summary: "Ask an integration for the block that a link becomes",
    access: { resource: "space", scope: "space:content:write" },
    roles: editors,
    body: linkSchema,
    response: unfurledSchema,
    errors: ["integration_failed", "integration_unreachable"],
    example: {
      body: { url: "https://github.com/acme/docs/issues/7" },
      response: {
        installationId: "ins_1",
        ...block,
        markdown: '```integration-block github/issue\n{\n  "number": 7\n}\n```',
      },
    },
  }),
});
