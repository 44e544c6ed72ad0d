import { type ReactNode, useState } from "react";
import type { Preview } from "./list-previews.ts";

interface SitePreviewProps {
  readonly preview: Extract<Preview, { readonly kind: "site" }>;
  readonly revision: number;
}

/** Frames a site that loads the integration's published script. */
export function SitePreview({ preview, revision }: SitePreviewProps): ReactNode {
  const [attempt, setAttempt] = useState(0);
  const { title, url } = preview.resource;
  return (
    <>
      <div className="bar">
        <h1>{title}</h1>
        <button type="button" onClick={() => setAttempt(attempt + 1)}>
          Load again
        </button>
        <a href={url} target="_blank" rel="noreferrer">
          Open in a tab
        </a>
      </div>
      <iframe
        key={`${revision} ${attempt}`}
        className="site"
        title={title}
        src={url}
        // The site has another origin, so it can't remove its sandbox. Its scripts use cookies.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
      />
    </>
  );
}
