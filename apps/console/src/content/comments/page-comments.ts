import type { CommentAnchor } from "@plugboard/content/types";
import { listComments } from "@plugboard/content/routes";
import { useMemo, useState } from "react";
import { useReadAll } from "../../data/queries.ts";
import type { TextComments } from "../editor/comment-highlights.ts";

/** The comments of an open page. */
export interface PageComments extends TextComments {
  /** The thread whose text was clicked last, if any. */
  readonly active: string | undefined;
  /** The text of a comment that is being written, if any. */
  readonly anchor: CommentAnchor | undefined;
  readonly close: () => void;
}

/** Connects the text of a page with its comments. */
export function usePageComments(params: { readonly spaceId: string; readonly pageId: string }): PageComments {
  const [active, open] = useState<string>();
  const [anchor, setAnchor] = useState<CommentAnchor>();
  const { data: threads } = useReadAll(listComments, { params });
  const highlights = useMemo(
    () => [
      ...(threads ?? []).filter(({ resolvedAt }) => resolvedAt === undefined),
      ...(anchor === undefined ? [] : [{ id: "new", anchor }]),
    ],
    [threads, anchor],
  );
  return { highlights, active, open, anchor, start: setAnchor, close: () => setAnchor(undefined) };
}
