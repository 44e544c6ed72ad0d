import type { PageContent } from "@plugboard/api/client";
import { getPageContent } from "@plugboard/api/routes";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api } from "../data/platform-api.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Skeleton } from "../ui/page.tsx";

interface ConflictDialogProps {
  readonly spaceId: string;
  readonly pageId: string;
  readonly mine: Pick<PageContent, "title" | "markdown">;
  readonly onTheirs: (theirs: PageContent) => void;
  readonly onMine: (theirs: PageContent) => void;
  readonly onClose: () => void;
}

/** Shows what somebody else saved meanwhile beside what is typed here, and lets the reader choose. */
export function ConflictDialog({
  spaceId,
  pageId,
  mine,
  onTheirs,
  onMine,
  onClose,
}: ConflictDialogProps): ReactNode {
  const theirs = useQuery({
    queryKey: ["conflict", pageId],
    queryFn: () => api.call(getPageContent, { params: { spaceId, pageId } }),
    gcTime: 0,
  });
  const { data } = theirs;
  return (
    <Dialog
      title="Somebody else saved this page"
      description="Nothing is lost: choose which text is the page’s. The other one stays among its revisions, or here."
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Go on editing</Button>
          <Button disabled={data === undefined} onClick={() => data && onTheirs(data)}>
            Take theirs
          </Button>
          <Button look="primary" disabled={data === undefined} onClick={() => data && onMine(data)}>
            Save mine over it
          </Button>
        </>
      }
    >
      <ErrorMessage error={theirs.error} />
      {theirs.isPending && <Skeleton />}
      {data !== undefined && (
        <div className="conflict">
          <Version title="Theirs" content={data} />
          <Version title="Mine" content={mine} />
        </div>
      )}
    </Dialog>
  );
}

function Version({
  title,
  content,
}: {
  readonly title: string;
  readonly content: Pick<PageContent, "title" | "markdown">;
}) {
  return (
    <section aria-label={title}>
      <h3>
        {title}: {content.title}
      </h3>
      <pre>{content.markdown}</pre>
    </section>
  );
}
