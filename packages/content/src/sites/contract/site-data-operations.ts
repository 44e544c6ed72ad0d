import {
  defineOperations,
  editors,
  everyMember,
  limits,
  managers,
  operation,
  pageOf,
  pageQueryFields,
  pageQuerySchema,
  shape,
} from "@plugboard/api/contract";
import * as z from "zod";
import { pathParameters } from "../../parameters/path-parameters.ts";
import type { ConversationInput, OpenApiDocumentResource } from "../../client/types.ts";
import { contentLimits } from "../../limits/content-limits.ts";

const day = z.iso.date().max(limits.identifierLength);

const viewsSchema = shape(
  "PageViewsResource",
  "The views of a page on one day.",
  z.object({
    pageId: z.string(),
    day: z.iso.date().describe("A UTC day, such as `2026-01-15`."),
    views: z.int(),
  }),
);

const viewsQuerySchema = shape(
  "PageViewsQuery",
  "The days to count.",
  z.object({
    ...pageQueryFields,
    from: day.optional().describe("The first day. Defaults to 30 days before the last one."),
    to: day.optional().describe("The last day. Defaults to today."),
  }),
);

const maxMessageLength = 20_000;
const maxMessages = 500;
const maxConversations = 50;
const identifier = z.string().min(1).max(limits.identifierLength);
const time = z.iso.datetime().max(limits.identifierLength);

const conversationFields = {
  id: identifier.describe("The integration's id for it. A repeated id replaces the earlier conversation."),
  subject: z.string().max(limits.identifierLength).optional(),
  startedAt: time,
  messages: z
    .array(
      shape(
        "ConversationMessage",
        "A message of a conversation.",
        z.object({
          role: z.enum(["assistant", "user"]),
          text: z.string().max(maxMessageLength).describe("At most 20,000 characters."),
          at: time.optional(),
        }),
      ),
    )
    .min(1)
    .max(maxMessages),
};

const ingestionSchema = shape(
  "ConversationIngestion",
  "Conversations to store, at most 50 at once.",
  z.object({
    conversations: z
      .array(
        shape(
          "ConversationInput",
          "A conversation with a visitor or customer, stored with a site.",
          z.object(conversationFields),
        ),
      )
      .min(1)
      .max(maxConversations),
  }),
);

const ingestedSchema = shape(
  "IngestedConversations",
  "The number of stored conversations.",
  z.object({ accepted: z.int() }),
);

const conversationSchema = shape(
  "ConversationResource",
  "A stored conversation. It is deleted 90 days after it was last sent.",
  z.object({
    ...conversationFields,
    source: z.string().describe("The integration that sent it."),
    receivedAt: z.iso.datetime(),
  }),
);

const documentFields = {
  name: z.string(),
  version: z.int().describe("Counts the uploads under this name from 1; the version for `If-Match`."),
  title: z.string(),
  specification: z.string().describe("The OpenAPI version, such as `3.1`."),
  createdAt: z.iso.datetime(),
};

const documentSchema = shape(
  "OpenApiDocumentResource",
  "An OpenAPI document of a site, without its text.",
  z.object(documentFields),
);
const documentContentSchema = shape(
  "OpenApiDocumentContent",
  "An OpenAPI document of a site.",
  z.object({
    ...documentFields,
    text: z.string().describe("The uploaded JSON or YAML."),
  }),
);
const uploadSchema = shape(
  "OpenApiDocumentUpload",
  "An OpenAPI document to upload.",
  z.object({
    text: z
      .string()
      .min(1)
      .max(contentLimits.markdownLength)
      .describe("OpenAPI 2.0 to 3.2 as JSON or YAML, at most a million characters."),
  }),
);
const documentQuerySchema = shape(
  "OpenApiDocumentQuery",
  "The version of a document to read.",
  z.object({
    version: z.coerce
      .number<number>()
      .int()
      .min(1)
      .max(1_000_000_000)
      .optional()
      .describe("Defaults to the latest."),
  }),
);

const conversation: ConversationInput = {
  id: "ticket-7",
  subject: "Webhooks",
  startedAt: "2026-01-15T09:30:00.000Z",
  messages: [{ role: "user", text: "How do I verify a webhook?" }],
};
const document: OpenApiDocumentResource = {
  name: "pets",
  version: 1,
  title: "Pets",
  specification: "3.1",
  createdAt: "2026-01-15T09:30:00.000Z",
};
const text = "openapi: 3.1.0\ninfo: { title: Pets, version: '1' }\npaths: {}\n";

/** Operations for views, conversations and OpenAPI documents of sites. */
export const siteDataOperations = defineOperations(
  {
    listSiteViews: operation({
      method: "GET",
      path: "/sites/{siteId}/views",
      tag: "Content",
      summary: "List the daily views of a site's pages",
      access: { resource: "site", scope: "site:views:read" },
      roles: everyMember,
      query: viewsQuerySchema,
      response: pageOf(viewsSchema),
      example: {
        query: { from: "2026-01-01", to: "2026-01-31" },
        response: { items: [{ pageId: "pag_1", day: "2026-01-15", views: 7 }] },
      },
    }),
    ingestConversations: operation({
      method: "POST",
      path: "/sites/{siteId}/conversations",
      tag: "Content",
      summary: "Store conversations for a site, for 90 days",
      access: { resource: "site", scope: "conversations:ingest" },
      roles: managers,
      // Visitors' messages don't belong in the log, and a helpdesk sends many.
      audit: false,
      body: ingestionSchema,
      maxBodyBytes: contentLimits.pageBodyBytes,
      status: 202,
      response: ingestedSchema,
      example: { body: { conversations: [conversation] }, response: { accepted: 1 } },
    }),
    listConversations: operation({
      method: "GET",
      path: "/sites/{siteId}/conversations",
      tag: "Content",
      summary: "List a site's stored conversations, newest first",
      access: "administrator",
      roles: managers,
      query: pageQuerySchema,
      response: pageOf(conversationSchema),
      example: {
        response: {
          items: [{ ...conversation, source: "helpdesk", receivedAt: "2026-01-15T10:00:00.000Z" }],
        },
      },
    }),
    listOpenApiDocuments: operation({
      method: "GET",
      path: "/sites/{siteId}/openapi",
      tag: "Content",
      summary: "List the latest versions of a site's OpenAPI documents",
      access: { resource: "site", scope: "openapi:read" },
      roles: everyMember,
      query: pageQuerySchema,
      response: pageOf(documentSchema),
      example: { response: { items: [document] } },
    }),
    getOpenApiDocument: operation({
      method: "GET",
      path: "/sites/{siteId}/openapi/{documentName}",
      tag: "Content",
      summary: "Read an OpenAPI document of a site",
      access: { resource: "site", scope: "openapi:read" },
      roles: everyMember,
      query: documentQuerySchema,
      response: documentContentSchema,
      example: { query: { version: 1 }, response: { ...document, text } },
    }),
    uploadOpenApiDocument: operation({
      method: "PUT",
      path: "/sites/{siteId}/openapi/{documentName}",
      tag: "Content",
      summary: "Validate an OpenAPI document and store it as the latest version under its name",
      access: { resource: "site", scope: "openapi:write" },
      roles: editors,
      body: uploadSchema,
      maxBodyBytes: contentLimits.pageBodyBytes,
      response: documentSchema,
      example: { body: { text }, response: document },
    }),
  },
  pathParameters,
);
