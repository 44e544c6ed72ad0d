import type { ApiClient } from "@plugboard/api/client";
import type { RevisionChange } from "@plugboard/content/types";
import { getRevision, listRevisionChanges } from "@plugboard/content/routes";
import { readAll } from "./compat-call.ts";

const defaultLimit = 10;

/** Returns the changes of a revision in GitBook's form: one for each page and kind of change. */
export async function readSemanticChanges(
  api: ApiClient,
  spaceId: string,
  revisionId: string,
  { limit = defaultLimit }: { readonly limit?: number | undefined } = {},
): Promise<object> {
  const params = { spaceId, revisionId };
  const [{ pages }, changes] = await Promise.all([
    api.call(getRevision, { params }),
    readAll(api.list(listRevisionChanges, { params })),
  ]);
  const paths = new Map(pages.map(({ id, path }) => [id, path]));
  const all = changes.flatMap((change) => toSemanticChanges(change, paths.get(change.pageId)));
  const more = all.length - limit;
  return { changes: all.slice(0, limit), ...(more > 0 && { more }) };
}

const types: Readonly<Partial<Record<RevisionChange["changes"][number], string>>> = {
  created: "page_created",
  deleted: "page_deleted",
  moved: "page_moved",
};

function toSemanticChanges({ pageId, title, changes, patch }: RevisionChange, path: string | undefined) {
  const page = { id: pageId, type: "document", title, ...(path !== undefined && { path }) };
  const attributes = {
    ...(changes.includes("renamed") && { title: { after: title } }),
    ...(changes.includes("edited") && { document: { after: patch ?? "" } }),
  };
  return [
    ...changes.flatMap((change) => {
      const type = types[change];
      if (type === undefined) return [];
      return [{ type, page, ...(type === "page_moved" && { parent: {} }) }];
    }),
    ...(Object.keys(attributes).length > 0 ? [{ type: "page_edited", page, attributes }] : []),
  ];
}
