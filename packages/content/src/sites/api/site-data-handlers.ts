import { createHash } from "node:crypto";
import { defineFeature, type Feature } from "@plugboard/platform";
import { authorOf, isoTime, numberKey, paginate, showPage } from "@plugboard/platform/product";
import { listSiteViews } from "../../spaces/page-views.ts";
import { ingestConversations, type KeptConversation, listConversations } from "../conversations.ts";
import {
  getOpenApiDocument,
  listOpenApiDocuments,
  type OpenApiDocument,
  uploadOpenApiDocument,
} from "../openapi-documents.ts";
import { siteDataOperations } from "../contract/site-data-operations.ts";

export const siteDataFeature: Feature = defineFeature(siteDataOperations, (platform) => ({
  listSiteViews: async ({ params: { siteId }, query: { from, to, ...page } }) =>
    paginate(
      await listSiteViews(platform, siteId, { from, to }),
      ({ day, pageId }) => `${day}.${pageId}`,
      page,
    ),
  ingestConversations: async ({ params: { siteId }, body: { conversations }, caller }) => {
    const { type, id = type } = authorOf(caller);
    await ingestConversations(platform, siteId, id, conversations);
    return { accepted: conversations.length };
  },
  listConversations: async ({ params: { siteId }, query }) => {
    const conversations = await listConversations(platform, siteId);
    return await showPage(
      paginate(conversations, conversationKey, query),
      ({ receivedAt, ...conversation }) => ({ ...conversation, receivedAt: isoTime(receivedAt) }),
    );
  },
  listOpenApiDocuments: async ({ params: { siteId }, query }) =>
    await showPage(
      paginate(await listOpenApiDocuments(platform, siteId), ({ name }) => name, query),
      show,
    ),
  getOpenApiDocument: async ({ params: { siteId, documentName }, query: { version } }) => {
    const { text, ...document } = await getOpenApiDocument(platform, siteId, documentName, version);
    return { ...show(document), text };
  },
  uploadOpenApiDocument: async ({ params: { siteId, documentName }, body: { text } }) =>
    show(await uploadOpenApiDocument(platform, siteId, documentName, text)),
}));

/** Sorts the newest first. An integration's ids can be too long for a cursor. */
function conversationKey({ receivedAt, source, id }: KeptConversation): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([source, id]))
    .digest("hex");
  return `${numberKey(Number.MAX_SAFE_INTEGER - receivedAt)}.${digest}`;
}

function show({ createdAt, ...document }: OpenApiDocument) {
  return { ...document, createdAt: isoTime(createdAt) };
}
