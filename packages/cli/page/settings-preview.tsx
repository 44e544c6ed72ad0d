import type { JsonObject } from "@plugboard/api";
import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import { type OpenSettings, openSettings, type SettingsTarget } from "../src/server/open-settings.ts";
import { JsonField } from "./json-field.tsx";
import { type Preview, settingsContext } from "./list-previews.ts";
import { messageOf } from "./message-of.ts";
import { RenderedComponent, type Shown } from "./rendered-component.tsx";
import { SettingsForm } from "./settings-form.tsx";

interface SettingsPreviewProps extends Shown {
  readonly preview: Extract<Preview, { readonly kind: "settings" }>;
}

/** Shows the settings of a level: the integration's component or the form of the manifest, and the stored values. */
export function SettingsPreview({ preview, ...shown }: SettingsPreviewProps): ReactNode {
  const { session, onState } = shown;
  const { api, installationId, manifest } = session;
  const { level, resource } = preview;
  const target = useMemo(
    (): SettingsTarget =>
      level === "account" || resource === undefined
        ? { level: "account" }
        : { level: resource.kind, resourceId: resource.id },
    [level, resource],
  );
  const [settings, setSettings] = useState<OpenSettings>();
  const [problem, setProblem] = useState("");
  const load = useCallback(
    () =>
      openSettings(api, installationId, target).then(
        (opened) => setSettings(opened),
        (error: unknown) => setProblem(messageOf(error)),
      ),
    [api, installationId, target],
  );
  // Each change to the integration creates a new client, which reloads the settings.
  useEffect(() => void load(), [load]);
  const context = useMemo(() => settingsContext(level, resource), [level, resource]);
  const section = manifest.configurations?.[level];
  // A form has no state of its own: it shows the stored settings.
  const isForm = section !== undefined && "properties" in section;
  const stored = settings?.configuration;
  useEffect(() => {
    // Configurations are JSON.
    if (isForm) onState(stored as JsonObject | undefined);
  }, [isForm, onState, stored]);
  if (section === undefined) return null;
  const save = async (configuration: Record<string, unknown>): Promise<void> => {
    await settings?.update(configuration);
    await load();
  };
  return (
    <>
      <div className="bar">
        <h1>
          Settings of {resource === undefined ? "the organization" : `${resource.kind} ${resource.title}`}
        </h1>
        {settings && <span className="status">{settings.status}</span>}
      </div>
      {problem !== "" && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <div className="canvas">
        {"componentId" in section ? (
          <RenderedComponent
            {...shown}
            componentId={section.componentId}
            place={context}
            props={noProps}
            onComplete={() => void load()}
          />
        ) : (
          settings && (
            <SettingsForm
              session={session}
              target={target}
              section={section}
              values={settings.configuration}
              onSave={save}
            />
          )
        )}
      </div>
      {settings && "componentId" in section && (
        <>
          <p>
            Stored: {Object.keys(settings.configuration).join(", ") || "nothing"}.{" "}
            <span className="muted">Values that a component stores can’t be read back.</span>
          </p>
          <JsonField label="Settings to store" value={noProps} action="Store" onSubmit={save} />
        </>
      )}
    </>
  );
}

const noProps = {};
