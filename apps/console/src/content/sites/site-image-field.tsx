import { ImageUp } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { uploadedTypes, uploadPageImage } from "../editor/upload-page-image.ts";

interface SiteImageFieldProps {
  /** The space that stores uploaded images. */
  readonly spaceId: string;
  readonly label: string;
  readonly hint: string;
  readonly problem: string | undefined;
  readonly canUpload: boolean;
  /** An https URL, the path of a stored image, or an empty string. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A field for an image of a site, with an upload and the image as it is now. */
export function SiteImageField({
  spaceId,
  label,
  hint,
  problem,
  canUpload,
  value,
  onChange,
}: SiteImageFieldProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [isUploading, setIsUploading] = useState(false);
  const upload = async (file: File): Promise<void> => {
    setIsUploading(true);
    const path = await uploadPageImage(spaceId, file);
    setIsUploading(false);
    if (path !== undefined) onChange(path);
  };
  const source = value.startsWith("~images/")
    ? `/images/${spaceId}/${value.slice("~images/".length)}`
    : value;
  return (
    <>
      <TextField label={label} hint={hint} problem={problem} value={value} onChange={onChange} />
      <div className="row">
        {/^(https:|\/)/.test(source) && (
          <img className="site-image" src={source} alt={`The ${label.toLowerCase()}`} />
        )}
        {canUpload && (
          <>
            <Button icon={ImageUp} busy={isUploading} onClick={() => input.current?.click()}>
              {`Upload ${label.toLowerCase()}`}
            </Button>
            <input
              ref={input}
              type="file"
              hidden
              aria-label={`File of the ${label.toLowerCase()}`}
              accept={uploadedTypes}
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                // The same file can be chosen again.
                target.value = "";
                if (file !== undefined) void upload(file);
              }}
            />
          </>
        )}
      </div>
    </>
  );
}
