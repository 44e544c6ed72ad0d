import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import {
  isJsonObject,
  readWebframeMessage,
  resolveBindings,
  safeResourceUrl,
  type WebframeSize,
} from "@plugboard/components/session";
import { ElementChildren, type ElementProps, Problem } from "../view/element-view.tsx";
import { readPositive, readUrl } from "../view/read-attribute.ts";
import { useView } from "../view/view-context.tsx";

/**
 * `webframe`: a web page in a sandboxed frame with an opaque origin. It can't access the surrounding page or
 * storage and communicates only through messages.
 */
export function WebframeElement(element: ElementProps): ReactNode {
  const { node, path } = element;
  const url = safeResourceUrl(readUrl(node, "source"));
  const { frame, size } = useWebframe(element);
  const { height, maxHeight, maxWidth } = size;
  const aspectRatio = size.aspectRatio ?? readPositive(node, "aspectRatio") ?? 16 / 9;
  if (url === undefined) return <Problem path={`${path}.source.url`} message="This frame has no safe URL:" />;
  return (
    <div className="plugboard-webframe">
      <iframe
        ref={frame}
        title={`Page from ${new URL(url).host}`}
        src={url}
        sandbox="allow-scripts allow-forms allow-popups"
        referrerPolicy="no-referrer"
        loading="lazy"
        style={{ aspectRatio: height === undefined ? aspectRatio : "auto", height, maxHeight, maxWidth }}
      />
      {Array.isArray(node["buttons"]) && node["buttons"].length > 0 && (
        <div className="plugboard-webframe-buttons">
          <ElementChildren {...element} name="buttons" />
        </div>
      )}
    </div>
  );
}

interface Webframe {
  readonly frame: React.RefObject<HTMLIFrameElement | null>;
  readonly size: WebframeSize;
}

/** Sends a frame its state when it is ready and on every change, and handles its requests. */
function useWebframe({ node, path }: ElementProps): Webframe {
  const { session, snapshot } = useView();
  const frame = useRef<HTMLIFrameElement>(null);
  const [size, setSize] = useState<WebframeSize>({});
  const [readyCount, setReadyCount] = useState(0);
  const data = isJsonObject(node["data"]) ? resolveBindings(node["data"], snapshot.state ?? {}) : {};
  const message = JSON.stringify({ state: data });

  const receive = useEffectEvent(({ source, origin, data }: MessageEvent<unknown>) => {
    // The opaque origin of a sandboxed page is "null" in message events.
    if (source !== frame.current?.contentWindow || origin !== "null") return;
    const message = readWebframeMessage(data);
    if (message?.kind === "ready") setReadyCount((count) => count + 1);
    if (message?.kind === "resize") setSize(message.size);
    if (message?.kind === "action") session.post(path, message.action);
  });
  useEffect(() => {
    const listener = (event: MessageEvent<unknown>): void => receive(event);
    window.addEventListener("message", listener);
    return () => window.removeEventListener("message", listener);
  }, []);
  useEffect(() => {
    // A target origin can't name an opaque origin. Only the frame's own window receives the message.
    if (readyCount > 0) frame.current?.contentWindow?.postMessage(JSON.parse(message), "*");
  }, [readyCount, message]);
  return { frame, size };
}
