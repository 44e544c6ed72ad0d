import {
  defineOperations,
  editors,
  everyMember,
  jsonObjectSchema,
  limits,
  operation,
  pageOf,
  pageQuerySchema,
  shape,
} from "@plugboard/api/contract";
import * as z from "zod";
import { pathParameters } from "../../parameters/path-parameters.ts";

const blockFields = {
  integration: z.string().describe("The integration's name."),
  componentId: z.string().describe("The component that renders the block."),
  props: jsonObjectSchema,
};

const blockSchema = shape(
  "PageBlockResource",
  "An integration's block in a page.",
  z.object({
    index: z.int().describe("Position among the page's blocks, from 0."),
    ...blockFields,
    installationId: z
      .string()
      .optional()
      .describe(
        "The installation that renders the block. Not set if the integration isn't active in the space.",
      ),
    revisionId: z
      .string()
      .describe("The revision that last changed the page's text; the version for `If-Match`."),
  }),
);

const blockUpdateSchema = shape(
  "PageBlockUpdate",
  "New props for a block.",
  z.object({ props: jsonObjectSchema.describe("At most 64 KiB of JSON.") }),
);

const linkSchema = shape(
  "LinkToUnfurl",
  "A link pasted into a page.",
  z.object({
    url: z
      .string()
      .max(limits.urlLength)
      .refine((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? ""), "must be an http or https URL")
      .describe("An http or https URL."),
    pageId: z.string().min(1).max(limits.identifierLength).optional(),
  }),
);

const unfurledSchema = shape(
  "UnfurledLink",
  "The block for a link.",
  z.object({
    installationId: z.string(),
    ...blockFields,
    markdown: z.string().describe("The block's Markdown."),
  }),
);

const block = { integration: "github", componentId: "issue", props: { number: 7 } };
const placed = { index: 0, ...block, installationId: "ins_1", revisionId: "rev_7" };

/** Operations for integration blocks in pages. */
export const pageBlockOperations = defineOperations(
  {
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
      summary: "Replace the props of a page's block; emits space_content_updated",
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
      summary: "Unfurl a link into an integration's block",
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
  },
  pathParameters,
);
