import type { ManifestConfiguration } from "@plugboard/manifest";
import { ConfigurationForm } from "./configuration-form.tsx";
import type { SettingsPlace } from "./settings-place.ts";

interface PlaceSettingsProps {
  readonly title: string;
  readonly place: SettingsPlace;
  readonly configuration: ManifestConfiguration;
  readonly values: Readonly<Record<string, unknown>>;
  /** Called when everything was saved. */
  readonly onSaved?: (() => void) | undefined;
}

/** The settings of an installation, or of its part in a space or site. */
export function PlaceSettings({ title, place, configuration, values, onSaved }: PlaceSettingsProps) {
  return (
    <section className="panel" aria-label={title}>
      <h2>{title}</h2>
      {"componentId" in configuration ? (
        <p className="hint">This integration asks for its settings in a component of its own.</p>
      ) : (
        <ConfigurationForm place={place} configuration={configuration} values={values} onSaved={onSaved} />
      )}
    </section>
  );
}
