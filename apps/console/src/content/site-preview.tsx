import type { SiteResource } from "@plugboard/api/client";
import { createSitePreview } from "@plugboard/api/routes";
import { useMutation } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { api } from "../data/platform-api.ts";
import { Button } from "../ui/button.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Moment } from "../ui/time.tsx";

interface SitePreviewProps {
  readonly site: Pick<SiteResource, "id" | "title">;
  /** Shows it anew when it changes. */
  readonly version?: number | undefined;
}

/**
 * A site as its visitors see it, or would if it were online; whoever looks at it here is no visitor. The frame runs no scripts, so
 * blocks are seen by the link.
 */
export function SitePreview({ site: { id, title }, version }: SitePreviewProps) {
  const preview = useMutation({
    mutationFn: () => api.call(createSitePreview, { params: { siteId: id } }),
  });
  return (
    <>
      <div className="row">
        <Button busy={preview.isPending} aria-label={`Preview ${title}`} onClick={() => preview.mutate()}>
          {preview.data === undefined ? "Preview" : "New preview"}
        </Button>
        {preview.data !== undefined && (
          <>
            <a href={preview.data.url} target="_blank" rel="noreferrer">
              Open the preview <ExternalLink aria-hidden size={13} />
            </a>
            <span className="hint">
              Whoever has this link sees it, until <Moment time={preview.data.expiresAt} />. Nobody is
              counted.
            </span>
          </>
        )}
      </div>
      <ErrorMessage error={preview.error} />
      {preview.data !== undefined && (
        <iframe
          key={version}
          className="site"
          title={`Preview of ${title}`}
          src={preview.data.url}
          sandbox="allow-forms allow-same-origin"
        />
      )}
    </>
  );
}
