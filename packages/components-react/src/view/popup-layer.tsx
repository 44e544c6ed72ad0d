import { createContext, type ReactNode, type RefObject, use, useMemo, useRef } from "react";

type LayerRef = RefObject<HTMLElement | null>;

const PopupLayerContext = createContext<LayerRef | undefined>(undefined);

interface PopupLayerProps {
  /** An element of the page to use instead. */
  readonly container: HTMLElement | undefined;
  readonly children: ReactNode;
}

/** Contains popups. It sits inside the view, so the view's theme and variables apply. */
export function PopupLayer({ container, children }: PopupLayerProps): ReactNode {
  const layer = useRef<HTMLDivElement>(null);
  const given = useMemo(() => (container === undefined ? undefined : { current: container }), [container]);
  return (
    <PopupLayerContext value={given ?? layer}>
      {children}
      <div ref={layer} className="plugboard-popup-layer" />
    </PopupLayerContext>
  );
}

/** Returns the `container` for a portal. */
export function usePopupLayer(): LayerRef | undefined {
  return use(PopupLayerContext);
}
