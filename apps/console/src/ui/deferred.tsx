import { type ReactNode, Suspense, useDeferredValue } from "react";

interface DeferredProps {
  /** Shown while the children load. Defaults to nothing. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/**
 * Shows its children once their code is loaded. `Suspense` alone would keep its fallback for 300 ms, even if
 * the code is there in five.
 */
export function Deferred({ fallback, children }: DeferredProps): ReactNode {
  const isShown = useDeferredValue(true, false);
  return <Suspense fallback={fallback}>{isShown ? children : fallback}</Suspense>;
}
