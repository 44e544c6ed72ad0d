import * as z from "zod";
import { editors, everyMember, managers } from "./callers.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { type PageQuery, pageOf, pageQueryFields, pageQuerySchema } from "./page.ts";

/** How often a page of a site was seen on a day. */
export interface PageViewsResource {
  readonly pageId: string;
  /** A day of UTC, as in `2026-01-15`. */
  readonly day: string;
  readonly views: number;
}

/** Which days to count. */
export interface PageViewsQuery extends PageQuery {
  /** The first day; thirty days before the last one when left out. */
  readonly from?: string | undefined;
  /** The last day; today when left out. */
  readonly to?: string | undefined;
}

/** A message of a conversation. */
export interface ConversationMessage {
  readonly role: "assistant" | "user";
  /** At most 20,000 characters. */
  readonly text: string;
  /** ISO 8601 time. */
  readonly at?: string | undefined;
}

/** A conversation with a visitor or a customer, to be kept with a site. */
export interface Conversation {
  /** An id of the integration's own. The same again replaces the one before. */
  readonly id: string;
  readonly subject?: string | undefined;
  /** ISO 8601 time. */
  readonly startedAt: string;
  readonly messages: readonly ConversationMessage[];
}

/** Conversations to keep, at most fifty at once. */
export interface ConversationIngestion {
  readonly conversations: readonly Conversation[];
}

/** How many conversations were taken. */
export interface IngestedConversations {
  readonly accepted: number;
}

/** A conversation that is kept, for ninety days after it was last sent. */
export interface ConversationResource extends Conversation {
  /** The integration it came from. */
  readonly source: string;
  /** ISO 8601 time. */
  readonly receivedAt: string;
}

/** An OpenAPI document of a site, without its text. */
export interface OpenApiDocumentResource {
  readonly name: string;
  /** Counts the documents that were uploaded under the name, from 1; the version for `If-Match`. */
  readonly version: number;
  readonly title: string;
  /** Of the specification, as in `3.1`. */
  readonly specification: string;
  /** ISO 8601 time. */
  readonly createdAt: string;
}

/** The same, with its text. */
export interface OpenApiDocumentContent extends OpenApiDocumentResource {
  /** As it was uploaded, JSON or YAML. */
  readonly text: string;
}

/** An OpenAPI document to upload. */
export interface OpenApiDocumentUpload {
  /** OpenAPI 2.0 to 3.2 as JSON or YAML, at most a million characters. */
  readonly text: string;
}

/** Which version of a document to read. */
export interface OpenApiDocumentQuery {
  /** The newest when left out. */
  readonly version?: number | undefined;
}

const day = z.iso.date().max(limits.identifierLength);

const viewsSchema: z.ZodType<PageViewsResource> = z.object({
  pageId: z.string(),
  day: z.iso.date(),
  views: z.int(),
});

const viewsQuerySchema: z.ZodType<PageViewsQuery, PageViewsQuery> = z.object({
  ...pageQueryFields,
  from: day.meta({ description: "The first day; thirty days before the last one when left out." }).optional(),
  to: day.meta({ description: "The last day; today when left out." }).optional(),
});

const maxMessageLength = 20_000;
const maxMessages = 500;
const maxConversations = 50;
const identifier = z.string().min(1).max(limits.identifierLength);
const time = z.iso.datetime().max(limits.identifierLength);

const conversationFields = {
  id: identifier,
  subject: z.string().max(limits.identifierLength).optional(),
  startedAt: time,
  messages: z
    .array(
      z.object({
        role: z.enum(["assistant", "user"]),
        text: z.string().max(maxMessageLength),
        at: time.optional(),
      }),
    )
    .min(1)
    .max(maxMessages),
};

const ingestionSchema: z.ZodType<ConversationIngestion, ConversationIngestion> = z.object({
  conversations: z.array(z.object(conversationFields)).min(1).max(maxConversations),
});

const ingestedSchema: z.ZodType<IngestedConversations> = z.object({ accepted: z.int() });

const conversationSchema: z.ZodType<ConversationResource> = z.object({
  ...conversationFields,
  source: z.string(),
  receivedAt: z.iso.datetime(),
});

const documentFields = {
  name: z.string(),
  version: z.int(),
  title: z.string(),
  specification: z.string(),
  createdAt: z.iso.datetime(),
};

const documentSchema: z.ZodType<OpenApiDocumentResource> = z.object(documentFields);
const documentContentSchema: z.ZodType<OpenApiDocumentContent> = z.object({
  ...documentFields,
  text: z.string(),
});
const uploadSchema: z.ZodType<OpenApiDocumentUpload, OpenApiDocumentUpload> = z.object({
  text: z.string().min(1).max(limits.markdownLength),
});
const documentQuerySchema: z.ZodType<OpenApiDocumentQuery, OpenApiDocumentQuery> = z.object({
  version: z.coerce.number<number>().int().min(1).max(1_000_000_000).optional(),
});

/** Schemas of this file that the OpenAPI document names. */
export const siteDataSchemas = {
  PageViews: viewsSchema,
  Conversation: conversationSchema,
  ConversationIngestion: ingestionSchema,
  IngestedConversations: ingestedSchema,
  OpenApiDocument: documentSchema,
  OpenApiDocumentContent: documentContentSchema,
  OpenApiDocumentUpload: uploadSchema,
};

const conversation: Conversation = {
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

/** What a site has besides its pages: how often they are seen, conversations, and descriptions of APIs. */
export const siteDataOperations = defineOperations({
  listSiteViews: operation({
    method: "GET",
    path: "/sites/{siteId}/views",
    tag: "Content",
    summary: "List how often each page of a site was seen, day by day",
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
    summary: "Keep conversations with a site, for ninety days",
    access: { resource: "site", scope: "conversations:ingest" },
    roles: managers,
    // What visitors said does not belong in a log, and a helpdesk sends much.
    audit: false,
    body: ingestionSchema,
    maxBodyBytes: limits.pageBodyBytes,
    status: 202,
    response: ingestedSchema,
    example: { body: { conversations: [conversation] }, response: { accepted: 1 } },
  }),
  listConversations: operation({
    method: "GET",
    path: "/sites/{siteId}/conversations",
    tag: "Content",
    summary: "List the conversations that are kept with a site, newest first",
    access: "administrator",
    roles: managers,
    query: pageQuerySchema,
    response: pageOf(conversationSchema),
    example: {
      response: { items: [{ ...conversation, source: "helpdesk", receivedAt: "2026-01-15T10:00:00.000Z" }] },
    },
  }),
  listOpenApiDocuments: operation({
    method: "GET",
    path: "/sites/{siteId}/openapi",
    tag: "Content",
    summary: "List the OpenAPI documents of a site, each in its newest version",
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
    summary: "Check an OpenAPI document and make it the newest version under its name",
    access: { resource: "site", scope: "openapi:write" },
    roles: editors,
    body: uploadSchema,
    maxBodyBytes: limits.pageBodyBytes,
    response: documentSchema,
    example: { body: { text }, response: document },
  }),
});
