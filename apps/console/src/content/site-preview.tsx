import type { SiteResource } from "@plugboard/content/types";
import { createSitePreview } from "@plugboard/content/routes";
import { useMutation } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { api } from "../data/platform-api.ts";
import { Button } from "../ui/button.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Moment } from "../ui/time.tsx";

interface SitePreviewProps {
  readonly site: Pick<SiteResource, "id" | "title">;
}

/**
 * Shows a site as visitors see it, or would see it if it were online. Preview views aren't counted. The frame
 * runs no scripts, so blocks only render behind the link.
 */
export function SitePreview({ site: { id, title } }: SitePreviewProps) {
  const preview = useMutation({
    mutationFn: () => api.call(createSitePreview, { params: { siteId: id } }),
  });
  return (
    <>
      <div className="row">
        <Button busy={preview.isPending} aria-label={`Preview ${title}`} onClick={() => preview.mutate()}>
          {preview.data === undefined ? "Preview" : "Refresh preview"}
        </Button>
        {preview.data !== undefined && (
          <>
            <a href={preview.data.url} target="_blank" rel="noreferrer">
              Open preview <ExternalLink aria-hidden size={13} />
            </a>
            <span className="hint">
              Anyone with this link can view the preview until <Moment time={preview.data.expiresAt} />. Views
              aren’t counted.
            </span>
          </>
        )}
      </div>
      <ErrorMessage error={preview.error} />
      {preview.data !== undefined && (
        <iframe
          className="site"
          title={`Preview of ${title}`}
          src={preview.data.url}
          sandbox="allow-forms allow-same-origin"
        />
      )}
    </>
  );
}
