import type { NoticeResource } from "@plugboard/api/client";
import { acknowledgeNotice, listNotices } from "@plugboard/api/routes";
import { Link } from "@tanstack/react-router";
import { api } from "../data/platform-api.ts";
import { useChange, useReadAll } from "../data/queries.ts";
import { disabledReasons } from "./disabled-reasons.ts";
import { ErrorMessage } from "../ui/error-message.tsx";
import { TimeAgo } from "../ui/time.tsx";
import { Button } from "../ui/button.tsx";

/** Notices about endpoints that the platform disabled. */
export function Notices() {
  const notices = useReadAll(listNotices);
  return notices.data?.map((notice) => <Notice key={notice.id} notice={notice} />);
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
        <Link
          to="/installed/$installationId"
          params={{ installationId }}
          search={{ tab: target.kind === "endpoint" ? "endpoints" : "deliveries" }}
        >
          View endpoint
        </Link>
      </p>
      <Button busy={dismiss.isPending} onClick={() => dismiss.mutate(undefined)}>
        Dismiss
      </Button>
      <ErrorMessage error={dismiss.error} />
    </section>
  );
}
