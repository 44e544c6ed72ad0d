import type { SiteFont } from "@plugboard/content/types";
import { uploadFont } from "@plugboard/content/routes";
import { contentLimits } from "@plugboard/content/limits";
import { Type, X } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { uploadApi } from "../../data/platform-api.ts";
import { useChange } from "../../data/queries.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { ErrorMessage } from "../../ui/error-message.tsx";
import { type FontsDraft, fontUses } from "./customization-draft.ts";
import { readBase64 } from "../editor/upload-page-image.ts";

type Use = (typeof fontUses)[number];

const titles: Readonly<Record<Use, string>> = {
  bodyRegular: "text font",
  bodyBold: "bold text font",
  headingsRegular: "heading font",
  headingsBold: "bold heading font",
};
/** A bold font needs the regular one. */
const regularOf: Readonly<Partial<Record<Use, Use>>> = {
  bodyBold: "bodyRegular",
  headingsBold: "headingsRegular",
};

interface SiteFontsFieldProps {
  /** The space that stores uploaded fonts. */
  readonly spaceId: string;
  readonly canUpload: boolean;
  readonly value: FontsDraft;
  readonly onChange: (change: FontsDraft) => void;
}

/** Uploads and removes the fonts of a site. */
export function SiteFontsField({ spaceId, canUpload, value, onChange }: SiteFontsFieldProps): ReactNode {
  return (
    <fieldset className="site-links">
      <legend>Uploaded fonts</legend>
      <p className="hint">
        WOFF2 files of at most {contentLimits.fontBytes / 1024 / 1024} MiB. Headings use the text font unless
        they have their own. Upload only fonts whose license allows it.
      </p>
      {fontUses.map((use) => {
        const regular = regularOf[use];
        const isShown = regular === undefined || value[regular] !== undefined || value[use] !== undefined;
        return (
          isShown && (
            <FontField
              key={use}
              title={titles[use]}
              spaceId={spaceId}
              canUpload={canUpload}
              font={value[use]}
              onChange={(font) =>
                onChange(font === undefined ? { ...without(use), [use]: undefined } : { [use]: font })
              }
            />
          )
        );
      })}
    </fieldset>
  );
}

/** Returns the change that removes the bold font of a regular one. */
function without(regular: Use): FontsDraft {
  const bold = fontUses.find((use) => regularOf[use] === regular);
  return bold === undefined ? {} : { [bold]: undefined };
}

interface FontFieldProps {
  readonly title: string;
  readonly spaceId: string;
  readonly canUpload: boolean;
  readonly font: SiteFont | undefined;
  readonly onChange: (font: SiteFont | undefined) => void;
}

function FontField({ title, spaceId, canUpload, font, onChange }: FontFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  // The API stores no file names.
  const [fileName, setFileName] = useState<string>();
  const hint = useId();
  const upload = useChange(
    async (file: File) => {
      if (file.size > contentLimits.fontBytes)
        throw new Error(
          `${file.name} is larger than 2 MiB. Remove the characters that the site doesn’t need.`,
        );
      const body = { content: await readBase64(file) };
      return { file, font: (await uploadApi.call(uploadFont, { params: { spaceId }, body })).font };
    },
    ({ file, font: uploaded }) => {
      setFileName(file.name);
      onChange(uploaded);
    },
  );
  return (
    <>
      <div className="row">
        <span id={hint}>{font === undefined ? `No ${title}` : (fileName ?? `Uploaded ${title}`)}</span>
        {canUpload && (
          <>
            <Button
              icon={Type}
              busy={upload.isPending}
              aria-describedby={hint}
              onClick={() => input.current?.click()}
            >
              {`${font === undefined ? "Upload" : "Replace"} ${title}`}
            </Button>
            <input
              ref={input}
              type="file"
              hidden
              aria-label={`File of the ${title}`}
              accept=".woff2,font/woff2"
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                // The same file can be chosen again.
                target.value = "";
                if (file !== undefined) upload.mutate(file);
              }}
            />
          </>
        )}
        {canUpload && font !== undefined && (
          <IconButton
            icon={X}
            label={`Remove ${title}`}
            onClick={() => {
              upload.reset();
              setFileName(undefined);
              onChange(undefined);
            }}
          />
        )}
      </div>
      <ErrorMessage error={upload.error} />
    </>
  );
}
