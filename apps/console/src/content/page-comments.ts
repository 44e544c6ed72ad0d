import type { CommentAnchor } from "@plugboard/content/types";
import { listComments } from "@plugboard/content/routes";
import { useMemo, useState } from "react";
import { useReadAll } from "../data/queries.ts";
import type { Highlight } from "./editor/comment-highlights.ts";

interface PageComments {
  /** The commented parts of the text, including a new one. */
  readonly highlights: readonly Highlight[];
  /** The thread whose text was clicked last, if any. */
  readonly active: string | undefined;
  readonly open: (threadId: string) => void;
  /** The text of a comment that is being written, if any. */
  readonly anchor: CommentAnchor | undefined;
  readonly start: (anchor: CommentAnchor) => void;
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
