import { ApiError } from "@plugboard/api/client";
import type { RequestProblem, WebhookEndpoint } from "@plugboard/api/client";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useChange } from "../../data/queries.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorMessage } from "../../ui/error-message.tsx";
import { Form } from "../../ui/form.tsx";
import { AuthenticationSection } from "./authentication-section.tsx";
import { DestinationSection } from "./destination-section.tsx";
import {
  checkDraft,
  draftOf,
  type EndpointDraft,
  isQueue,
  serverCheckedPaths,
  toCreation,
} from "./endpoint-draft.ts";
import { EventsSection } from "./events-section.tsx";
import { ProblemsContext } from "./form-fields.tsx";
import { HeadersSection, SendingSection } from "./sending-section.tsx";
import { SigningSection } from "./signing-section.tsx";

interface EndpointFormProps {
  /** The endpoint to edit; `undefined` for a new one. */
  readonly endpoint?: WebhookEndpoint | undefined;
  /** The installation whose events the endpoint receives. */
  readonly installationId: string;
  /** The installation field; only for a new endpoint. */
  readonly chooseInstallation?: ReactNode;
  /** Saves the draft and returns the endpoint's ID. */
  readonly save: (draft: EndpointDraft, before: EndpointDraft) => Promise<{ readonly id: string }>;
  readonly onSaved: (saved: { readonly id: string }) => void;
  readonly onCancel: () => void;
}

/** The endpoint form, in sections, with each problem at its field. */
export function EndpointForm(props: EndpointFormProps) {
  const { endpoint, installationId, chooseInstallation, save, onSaved, onCancel } = props;
  const [before] = useState(() => draftOf(endpoint));
  const [draft, setDraft] = useState(before);
  const [found, setFound] = useState<readonly RequestProblem[]>([]);
  const sending = useChange(() => save(draft, before), onSaved);
  const foundPaths = new Set(found.map(({ path }) => path));
  const reported = sending.error instanceof ApiError ? sending.error.problems : [];
  const problems = [...found, ...reported.filter(({ path }) => !foundPaths.has(path))];
  const isHighlighted =
    reported.length > 0 && reported.every(({ path }) => (path.split(".")[0] ?? "") in toCreation(draft));
  const form = useRef<HTMLDivElement>(null);
  const wrongPaths = problems.map(({ path }) => path).join(" ");
  useEffect(() => {
    if (wrongPaths !== "") form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [wrongPaths]);
  const submit = (): void => {
    const wrong = checkDraft(draft, before);
    setFound(wrong);
    // The server reports the problems of all fields at once.
    if (wrong.every(({ path }) => serverCheckedPaths.has(path))) sending.mutate(undefined);
    else sending.reset();
  };
  const isNew = endpoint === undefined;
  const section = {
    draft,
    isNew,
    onChange: (change: Partial<EndpointDraft>) => setDraft((now) => ({ ...now, ...change })),
  };
  return (
    <ProblemsContext value={problems}>
      <Form className="page-part" onSubmit={submit}>
        <div ref={form} className="page-part">
          <DestinationSection {...section} chooseInstallation={chooseInstallation} />
          <EventsSection {...section} installationId={installationId} />
          <SigningSection {...section} />
          {!draft.isPolled && !isQueue(draft) && <AuthenticationSection {...section} before={before} />}
          <HeadersSection {...section} />
          {!draft.isPolled && <SendingSection {...section} />}
        </div>
        {found.length > 0 || isHighlighted ? (
          <div className="error" role="alert">
            <p>Not saved. Fix the highlighted fields.</p>
          </div>
        ) : (
          <ErrorMessage error={sending.error} />
        )}
        <p className="row form-footer">
          <Button
            type="submit"
            variant="primary"
            busy={sending.isPending}
            disabled={!isNew && JSON.stringify(draft) === JSON.stringify(before)}
          >
            {isNew ? "Add endpoint" : "Save"}
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </p>
      </Form>
    </ProblemsContext>
  );
}
