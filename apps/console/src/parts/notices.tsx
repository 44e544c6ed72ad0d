import type { NoticeResource } from "@plugboard/api/client";
import { acknowledgeNotice, listNotices } from "@plugboard/api/routes";
import { Link } from "wouter";
import { api } from "../platform-api.ts";
import { useChange, useRead } from "../queries.ts";
import { disabledReasons } from "./disabled-reasons.ts";
import { ErrorMessage } from "./error-message.tsx";
import { TimeAgo } from "./time-ago.tsx";

/** What the platform did by itself and somebody should know: endpoints it disabled. */
export function Notices() {
  const notices = useRead(listNotices);
  return notices.data?.items.map((notice) => <Notice key={notice.id} notice={notice} />);
}

function Notice({ notice }: { readonly notice: NoticeResource }) {
  const { id, installationId, target, reason, disabledAt } = notice;
  const dismiss = useChange(() => api.call(acknowledgeNotice, { params: { noticeId: id } }));
  return (
    <section className="error row" aria-label="Notice">
      <p>
        {target.kind === "endpoint" ? (
          <>
            The webhook endpoint <code>{target.url}</code>
          </>
        ) : (
          `The integration ${target.integration}`
        )}{" "}
        was disabled <TimeAgo time={disabledAt} />: {disabledReasons[reason]}.{" "}
        <Link href={`/installations/${installationId}`}>Look at it</Link>
      </p>
      <button
        type="button"
        className="quiet"
        disabled={dismiss.isPending}
        onClick={() => dismiss.mutate(undefined)}
      >
        Dismiss
      </button>
      <ErrorMessage error={dismiss.error} />
    </section>
  );
}
