import type { PageContent, PagePresence } from "@plugboard/content/types";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { ErrorMessage } from "../../ui/error-message.tsx";
import { Skeleton } from "../../ui/page.tsx";
import type { DraftTarget } from "../drafts/kept-drafts.ts";
import type { SharedChanges } from "./create-shared-session.ts";
import { type JoiningDraft, SharedEditor } from "./shared-editor.tsx";
import { openSharedDraft, startShared } from "./shared-server.ts";
import { sharedFormat } from "./shared-text.ts";

interface OpenSharedDraftProps {
  readonly target: DraftTarget;
  readonly content: PageContent;
  /** Whether the space requires an approval before pages are published. */
  readonly requiresApproval: boolean;
  readonly joining: JoiningDraft | undefined;
  /** The other windows that have the page open. */
  readonly others: readonly PagePresence[];
  readonly onType: () => void;
  readonly onCaret: (caret: string | undefined) => void;
  /** Called once the shared draft is shown. */
  readonly onOpen: (joining: JoiningDraft | undefined) => void;
  /** Called if there is no shared draft, or no longer. */
  readonly onEnd: () => void;
  /** Closes the editor of someone whose role no longer allows editing. */
  readonly onStop: (() => void) | undefined;
}

/** Reads a page's shared draft, and shows its editor. */
export function OpenSharedDraft({ onOpen, onEnd, ...props }: OpenSharedDraftProps): ReactNode {
  const { target, content, joining } = props;
  // Read once: the editor owns the text from then on.
  const reading = useRef<Promise<SharedChanges | null>>(undefined);
  const {
    data: opened,
    error,
    refetch,
  } = useQuery({
    queryKey: ["shared-draft", "opened", target],
    queryFn: async () => {
      reading.current ??= openOrStart(target, content).then((read) => read ?? null);
      try {
        return await reading.current;
      } catch (cause) {
        reading.current = undefined;
        throw cause;
      }
    },
    gcTime: 0,
  });
  useEffect(() => {
    if (opened === null) onEnd();
    else if (opened !== undefined) onOpen(joining);
  }, [opened, joining, onOpen, onEnd]);
  if (opened === undefined && error !== null)
    return <ErrorMessage error={error} onRetry={() => void refetch()} />;
  if (opened === undefined || opened === null) return <Skeleton />;
  if (opened.format !== sharedFormat)
    return (
      <p className="panel">
        This page is being edited with a different version of the editor. Reload to join.
      </p>
    );
  return <SharedEditor {...props} opened={opened} onEnd={onEnd} />;
}

/** Starts the draft if it is part of a change request, whose pages have one from the first edit on. */
async function openOrStart(target: DraftTarget, content: PageContent): Promise<SharedChanges | undefined> {
  const opened = await openSharedDraft(target);
  if (opened !== undefined || target.changeRequest === undefined) return opened;
  await startShared(target, content, content.revisionId);
  return await openSharedDraft(target);
}
