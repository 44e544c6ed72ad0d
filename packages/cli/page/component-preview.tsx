import type { JsonObject } from "@plugboard/api";
import { unfurlLink } from "@plugboard/content/routes";
import { type ReactNode, useMemo, useState } from "react";
import { JsonField } from "./json-field.tsx";
import { listPlaces } from "./list-previews.ts";
import { messageOf } from "./message-of.ts";
import { RenderedComponent, type Shown } from "./rendered-component.tsx";

interface ComponentPreviewProps extends Shown {
  readonly componentId: string;
  readonly title: string;
  readonly patterns: readonly string[];
  readonly props: JsonObject;
  readonly onProps: (props: JsonObject) => void;
  /** Called with the block that a link became. */
  readonly onUnfurled: (componentId: string, props: JsonObject) => void;
}

/** Previews a block or component in a selected context, with its props. */
export function ComponentPreview(view: ComponentPreviewProps): ReactNode {
  const { componentId, title, patterns, props, onProps, onUnfurled, ...shown } = view;
  const { session } = shown;
  const places = useMemo(() => listPlaces(session.resources), [session.resources]);
  const [placeIndex, setPlaceIndex] = useState(0);
  const [attempt, setAttempt] = useState(0);
  const [outcome, setOutcome] = useState("");
  const place = places[placeIndex] ?? places[0];
  const unfurl = async (url: string): Promise<void> => {
    const spaceId = place?.context.spaceId ?? session.resources.find(({ kind }) => kind === "space")?.id;
    if (spaceId === undefined)
      throw new Error("Links are unfurled in spaces. Install the integration in a space.");
    const { componentId: unfurledId, props: unfurled } = await session.api.call(unfurlLink, {
      params: { spaceId },
      body: { url },
    });
    onUnfurled(unfurledId, unfurled);
  };
  if (place === undefined) return null;
  return (
    <>
      <div className="bar">
        <h1>{title}</h1>
        <label>
          Place
          <select value={placeIndex} onChange={(event) => setPlaceIndex(Number(event.target.value))}>
            {places.map(({ label }, index) => (
              <option key={label} value={index}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <button type="button" onClick={() => setAttempt(attempt + 1)}>
          Reset state
        </button>
      </div>
      {patterns.length > 0 && <UnfurlForm patterns={patterns} onUnfurl={unfurl} />}
      <div className="canvas">
        <RenderedComponent
          key={`${attempt} ${placeIndex}`}
          {...shown}
          componentId={componentId}
          place={place.context}
          props={props}
          onProps={onProps}
          onUnfurl={unfurl}
          onComplete={(value) =>
            setOutcome(`Completed${value === undefined ? "" : ` with ${JSON.stringify(value)}`}`)
          }
        />
      </div>
      {outcome !== "" && <output>{outcome}</output>}
      <JsonField label="Props" value={props} action="Render" onSubmit={onProps} />
    </>
  );
}

interface UnfurlFormProps {
  readonly patterns: readonly string[];
  readonly onUnfurl: (url: string) => Promise<void>;
}

function UnfurlForm({ patterns, onUnfurl }: UnfurlFormProps): ReactNode {
  const [problem, setProblem] = useState("");
  const submit = async (url: string): Promise<void> => {
    try {
      setProblem("");
      await onUnfurl(url);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <form action={(data) => submit(fieldOf(data, "url"))} className="bar">
      <label className="grow">
        Link
        <input name="url" type="url" required placeholder={patterns[0]} />
      </label>
      <button type="submit">Unfurl</button>
      {problem !== "" && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}

function fieldOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === "string" ? value : "";
}
