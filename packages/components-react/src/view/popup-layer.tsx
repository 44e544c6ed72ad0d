import { createContext, type ReactNode, type RefObject, use, useRef } from "react";

type LayerRef = RefObject<HTMLDivElement | null>;

const PopupLayerContext = createContext<LayerRef | undefined>(undefined);

/** A place for what opens over the page. It is inside the view, where the view's theme and variables hold. */
export function PopupLayer({ children }: { readonly children: ReactNode }): ReactNode {
  const layer = useRef<HTMLDivElement>(null);
  return (
    <PopupLayerContext value={layer}>
      {children}
      <div ref={layer} className="plugboard-popup-layer" />
    </PopupLayerContext>
  );
}

/** The `container` of a portal. */
export function usePopupLayer(): LayerRef | undefined {
  return use(PopupLayerContext);
}
