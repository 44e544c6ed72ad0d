import { ApiError } from "@plugboard/api/client";
import type { SiteCustomization, SiteResource } from "@plugboard/content/types";
import { previewSiteCustomization } from "@plugboard/content/routes";
import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { api } from "../../data/platform-api.ts";
import { ErrorMessage } from "../../ui/error-message.tsx";

const settleMilliseconds = 400;
// Preview links are valid for an hour.
const staleMilliseconds = 30 * 60_000;

/** Creates a preview link for an appearance once it stops changing. */
export function useCustomizationPreview(
  siteId: string,
  customization: SiteCustomization,
  { enabled }: { readonly enabled: boolean },
) {
  const [settled, setSettled] = useState(customization);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(customization), settleMilliseconds);
    return () => clearTimeout(timer);
  }, [customization]);
  return useQuery({
    queryKey: [previewSiteCustomization.id, siteId, settled],
    queryFn: () => api.call(previewSiteCustomization, { params: { siteId }, body: settled }),
    staleTime: staleMilliseconds,
    enabled,
  });
}

interface CustomizationPreviewProps {
  readonly site: Pick<SiteResource, "title">;
  /** The URL of the preview. While it is `undefined`, the last one stays. */
  readonly url: string | undefined;
  readonly error: Error | null;
  readonly isSaved: boolean;
  readonly onRetry: () => void;
}

/**
 * Shows a site with an appearance that may not be saved. The frame runs no scripts. A new preview replaces the last
 * one once it has loaded, so the frame never flashes.
 */
export function CustomizationPreview({
  site: { title },
  url,
  error,
  isSaved,
  onRetry,
}: CustomizationPreviewProps): ReactNode {
  const [shown, setShown] = useState<string>();
  const frames = [...new Set([shown, url])].filter((frame) => frame !== undefined);
  const isInvalid = error instanceof ApiError && error.problems.length > 0;
  const status = isSaved ? "As published" : "Not saved yet";
  return (
    <section className="panel customization-preview" aria-label="Preview">
      <div className="row">
        <h2>Preview</h2>
        <output className="hint">
          {isInvalid ? "Fix the highlighted fields to update the preview" : status}
        </output>
        {shown !== undefined && (
          <a className="end" href={shown} target="_blank" rel="noreferrer">
            Open in a new tab <ExternalLink aria-hidden size={13} />
          </a>
        )}
      </div>
      <p className="hint">
        Anyone with the new tab’s link can view this preview for an hour. Views aren’t counted.
      </p>
      {!isInvalid && <ErrorMessage error={error} onRetry={onRetry} />}
      <div className="preview-frames">
        {frames.map((frame) => (
          <iframe
            key={frame}
            className="site"
            title={frame === shown ? `Preview of ${title}` : "Next preview"}
            inert={frame !== shown}
            src={frame}
            sandbox="allow-forms allow-same-origin"
            onLoad={() => setShown(frame)}
          />
        ))}
      </div>
    </section>
  );
}
