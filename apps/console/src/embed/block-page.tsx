import { getEmbedSession } from "@plugboard/api/routes";
import { observeHeight } from "@plugboard/components-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useReadOnce } from "../data/queries.ts";
import { say } from "../data/say-to-host.ts";
import { ErrorMessage } from "../ui/error-message.tsx";
import { lazy } from "../ui/lazy.ts";

// Loads while the session is read.
const embeddedBlock = import("./embedded-block.tsx");
const EmbeddedBlock = lazy(async () => ({ default: (await embeddedBlock).EmbeddedBlock }));

/** The component of an integration that the embedding page embeds. */
export function BlockPage(): ReactNode {
  const { data, error, refetch } = useReadOnce(getEmbedSession);
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = content.current;
    if (element === null) return undefined;
    return observeHeight(element, (height) => say({ type: "plugboard-embed-height", height }));
  }, []);
  return (
    <div ref={content} className="embedded-block">
      <ErrorMessage error={error} onRetry={() => void refetch()} />
      {data !== undefined && <EmbeddedBlock session={data} />}
    </div>
  );
}
