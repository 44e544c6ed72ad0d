import { useQuery } from "@tanstack/react-query";
import { createTwoFilesPatch } from "diff";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorMessage } from "../../ui/error-message.tsx";
import { Skeleton } from "../../ui/page.tsx";
import { DiffView } from "../../ui/diff-view.tsx";
import { mergeTexts, type PageText } from "./merge-texts.ts";

/** The other version and the common ancestor of both. */
export interface OtherVersion {
  readonly theirs: PageText & { readonly revisionId: string };
  /** `undefined` if it is unknown. */
  readonly base: PageText | undefined;
}

interface ConflictDialogProps {
  /** `page`: someone else published the page. `draft`: the author saved a draft in another window. */
  readonly subject: "page" | "draft";
  readonly mine: PageText;
  /** The cache key of the other version. */
  readonly version: string;
  readonly readOther: () => Promise<OtherVersion>;
  readonly onChoose: (
    text: PageText,
    theirs: OtherVersion["theirs"],
    choice: "mine" | "theirs" | "both",
  ) => void;
  readonly onClose: () => void;
}

const texts = {
  page: {
    title: "Someone else published this page",
    description: "Choose which text to publish. The other version stays in the history.",
    theirs: "Theirs",
    mine: "Yours",
    takeTheirs: "Use theirs",
    takeMine: "Publish yours",
    takeBoth: "Publish both",
  },
  draft: {
    title: "You edited this page in another window",
    description: "Both windows changed the same lines. Your text isn’t saved until you choose one.",
    theirs: "Other window",
    mine: "This window",
    takeTheirs: "Use the other window’s text",
    takeMine: "Use this window’s text",
    takeBoth: "Keep both",
  },
} as const;

/** Shows two versions of a page side by side and asks which one to keep. */
export function ConflictDialog(props: ConflictDialogProps): ReactNode {
  const { subject, mine, version, readOther, onChoose, onClose } = props;
  const read = useQuery({ queryKey: ["conflict", subject, version], queryFn: readOther, gcTime: 0 });
  const text = texts[subject];
  return (
    <Dialog
      title={text.title}
      description={text.description}
      onClose={onClose}
      footer={
        read.data !== undefined && (
          <>
            <Button onClick={() => onChoose(read.data.theirs, read.data.theirs, "theirs")}>
              {text.takeTheirs}
            </Button>
            <Button onClick={() => onChoose(mine, read.data.theirs, "mine")}>{text.takeMine}</Button>
            <Button
              variant="primary"
              onClick={() =>
                onChoose(mergeTexts(read.data.base, mine, read.data.theirs), read.data.theirs, "both")
              }
            >
              {text.takeBoth}
            </Button>
          </>
        )
      }
    >
      <ErrorMessage error={read.error} onRetry={() => void read.refetch()} />
      {read.isPending && <Skeleton />}
      {read.data !== undefined && (
        <div className="conflict">
          <Version title={text.theirs} text={read.data.theirs} base={read.data.base} />
          <Version title={text.mine} text={mine} base={read.data.base} />
        </div>
      )}
    </Dialog>
  );
}

interface VersionProps {
  readonly title: string;
  readonly text: PageText;
  readonly base: PageText | undefined;
}

function Version({ title, text, base }: VersionProps) {
  return (
    <section aria-label={title}>
      <h3>
        {title}: {text.title}
      </h3>
      {base === undefined ? (
        <pre>{text.markdown}</pre>
      ) : (
        <DiffView patch={createTwoFilesPatch("page", "page", base.markdown, text.markdown)} />
      )}
    </section>
  );
}
