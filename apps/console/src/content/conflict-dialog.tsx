import { getPageContent, getPageDraft, getRevisionPage } from "@plugboard/api/routes";
import { useQuery } from "@tanstack/react-query";
import { createTwoFilesPatch } from "diff";
import type { ReactNode } from "react";
import { api } from "../data/platform-api.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Skeleton } from "../ui/page.tsx";
import { DiffView } from "./diff-view.tsx";
import { mergeTexts } from "./merge-texts.ts";
import type { DraftPlace, PageText } from "./page-draft.ts";

/** What is there instead of what was expected. */
export interface OtherText extends PageText {
  /** Of the page. */
  readonly revisionId: string;
  /** Of the draft; empty for the page itself. */
  readonly version: string;
}

interface ConflictDialogProps {
  readonly place: DraftPlace;
  /** What was changed meanwhile: the page by somebody else, or the draft in another window. */
  readonly subject: "page" | "draft";
  readonly mine: PageText;
  /** The revision that mine is a change of. */
  readonly revisionId: string;
  readonly onTheirs: (theirs: OtherText) => void;
  /** Called with mine, or with both merged. */
  readonly onMine: (text: PageText, theirs: OtherText) => void;
  readonly onClose: () => void;
}

const words = {
  page: {
    title: "Somebody else saved this page",
    description:
      "Nothing is lost: choose which text is the page’s. The other one stays among its revisions, or here.",
    theirs: "Theirs",
    takeTheirs: "Take theirs",
    takeMine: "Save mine over it",
    takeBoth: "Save both",
  },
  draft: {
    title: "You typed on this page in another window",
    description: "Choose which draft to go on with. Closing this goes on with the one of this window.",
    theirs: "The other window",
    takeTheirs: "Take the other",
    takeMine: "Go on with this one",
    takeBoth: "Go on with both",
  },
} as const;

/** Shows what was saved meanwhile beside what is typed here, and lets the reader choose. */
export function ConflictDialog(props: ConflictDialogProps): ReactNode {
  const { place, subject, mine, revisionId, onTheirs, onMine, onClose } = props;
  const params = { spaceId: place.spaceId, pageId: place.pageId };
  const read = useQuery({
    queryKey: ["conflict", subject, place.pageId],
    queryFn: async () => {
      const [theirs, base] = await Promise.all([
        readOther(subject, params),
        // A revision that nobody recorded cannot be read: the texts are shown as they are then.
        api.call(getRevisionPage, { params: { ...params, revisionId } }).catch(() => undefined),
      ]);
      return { theirs, base };
    },
    gcTime: 0,
  });
  const theirs = read.data?.theirs;
  const base = read.data?.base;
  const both = base && theirs && mergeTexts(base, mine, theirs);
  const text = words[subject];
  return (
    <Dialog
      title={text.title}
      description={text.description}
      onClose={onClose}
      footer={
        <>
          {subject === "page" && <Button onClick={onClose}>Go on editing</Button>}
          <Button disabled={theirs === undefined} onClick={() => theirs && onTheirs(theirs)}>
            {text.takeTheirs}
          </Button>
          <Button
            look={both === undefined ? "primary" : undefined}
            disabled={theirs === undefined}
            onClick={() => theirs && onMine(mine, theirs)}
          >
            {text.takeMine}
          </Button>
          {both !== undefined && (
            <Button look="primary" onClick={() => theirs && onMine(both, theirs)}>
              {text.takeBoth}
            </Button>
          )}
        </>
      }
    >
      <ErrorMessage error={read.error} />
      {read.isPending && <Skeleton />}
      {theirs !== undefined && (
        <div className="conflict">
          <Version title={text.theirs} text={theirs} base={base} />
          <Version title="Mine" text={mine} base={base} />
        </div>
      )}
    </Dialog>
  );
}

async function readOther(
  subject: "page" | "draft",
  params: { readonly spaceId: string; readonly pageId: string },
): Promise<OtherText> {
  if (subject === "draft") return await api.call(getPageDraft, { params });
  return { ...(await api.call(getPageContent, { params })), version: "" };
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
