import type { ImageResource, SpaceResource } from "@plugboard/content/types";
import { deleteImage, listImages } from "@plugboard/content/routes";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { api } from "../../data/platform-api.ts";
import { useChange, useReadAll } from "../../data/queries.ts";
import { IconButton } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { ConfirmDialog, Dialog } from "../../ui/dialog.tsx";
import { ErrorMessage } from "../../ui/error-message.tsx";
import { formatCount, formatNumber } from "../../ui/format.ts";
import { Skeleton } from "../../ui/page.tsx";
import { showToast } from "../../ui/show-toast.ts";
import { TimeAgo } from "../../ui/time.tsx";

interface ImagesDialogProps {
  readonly space: SpaceResource;
  readonly canEdit: boolean;
  readonly onClose: () => void;
}

/** Lists the images stored with a space, newest first, and deletes them. */
export function ImagesDialog({ space: { id: spaceId, title }, canEdit, onClose }: ImagesDialogProps) {
  const images = useReadAll(listImages, { params: { spaceId } });
  const [asked, setAsked] = useState<ImageResource>();
  const remove = useChange(
    (imageId: string) => api.call(deleteImage, { params: { spaceId, imageId } }),
    () => {
      setAsked(undefined);
      showToast({ title: "Image deleted" });
    },
  );
  if (asked !== undefined)
    return (
      <ConfirmDialog
        title="Delete this image?"
        consequence="Pages that use it, and their earlier revisions, show its description instead. You can’t undo this."
        action="Delete image"
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(asked.id)}
        onCancel={() => setAsked(undefined)}
      />
    );
  const total = (images.data ?? []).reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <Dialog title={`Images of ${title}`} onClose={onClose}>
      <ErrorMessage error={images.error} onRetry={() => void images.refetch()} />
      {images.isPending && <Skeleton />}
      {images.data?.length === 0 && <p className="hint">No images yet. Add them while you edit a page.</p>}
      {images.data !== undefined && images.data.length > 0 && (
        <>
          <p className="hint">
            {formatCount(images.data.length, "image")}, {formatKibibytes(total)}
          </p>
          <ul className="plain-list image-list">
            {images.data
              .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
              .map((image) => (
                <li key={image.id} className="row">
                  <img
                    src={`/images/${spaceId}/${image.path.replace("~images/", "")}`}
                    alt=""
                    loading="lazy"
                  />
                  <span>
                    {formatKibibytes(image.bytes)}, <TimeAgo time={image.createdAt} />
                  </span>
                  <span className="row end">
                    <CopyButton text={`![](${image.path})`} label={`Copy Markdown of ${image.id}`} />
                    {canEdit && (
                      <IconButton
                        icon={Trash2}
                        label={`Delete ${image.id}`}
                        data-small
                        onClick={() => setAsked(image)}
                      />
                    )}
                  </span>
                </li>
              ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

function formatKibibytes(bytes: number): string {
  return `${formatNumber(Math.ceil(bytes / 1024))} KiB`;
}
