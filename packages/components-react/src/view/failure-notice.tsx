import type { ReactNode } from "react";
import type { SessionFailure } from "@plugboard/components/session";
import { Icon } from "./icon.tsx";

interface FailureNoticeProps {
  readonly failure: SessionFailure;
  readonly onRetry: () => void;
  readonly onDismiss: () => void;
}

/** Says what failed, where it failed, and offers to try again where that can help. */
export function FailureNotice({ failure, onRetry, onDismiss }: FailureNoticeProps): ReactNode {
  return (
    <div className="plugboard-failure" role="alert">
      <Icon name="error" />
      <p className="plugboard-failure-message">{failure.message}</p>
      {failure.request && (
        <button type="button" className="plugboard-button" onClick={onRetry}>
          Try again
        </button>
      )}
      <button type="button" className="plugboard-icon-button" aria-label="Dismiss" onClick={onDismiss}>
        <Icon name="close" />
      </button>
    </div>
  );
}
