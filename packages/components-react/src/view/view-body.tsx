import type { ReactNode } from "react";
import { FailureNotice } from "./failure-notice.tsx";
import { useView } from "./view-context.ts";

/** What a view shows around its tree: that it loads, what failed, and to screen readers that it is busy. */
export function ViewBody({ children }: { readonly children: ReactNode }): ReactNode {
  const { session, snapshot } = useView();
  const { element, failure, requests } = snapshot;
  const loading = element === undefined && failure === undefined;
  return (
    <>
      {failure && (
        <FailureNotice failure={failure} onRetry={session.retry} onDismiss={session.dismissFailure} />
      )}
      {loading && <Skeleton />}
      {children}
      <output className="plugboard-visually-hidden">
        {loading ? "Loading" : requests.length > 0 ? "Working" : ""}
      </output>
    </>
  );
}

function Skeleton(): ReactNode {
  return (
    <div className="plugboard-skeleton" aria-hidden="true">
      <span />
      <span />
      <span />
    </div>
  );
}
