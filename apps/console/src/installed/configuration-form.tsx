import type { ManifestPropertiesConfiguration, ManifestProperty } from "@plugboard/manifest";
import { useState } from "react";
import { useChange } from "../data/queries.ts";
import { ConnectButton } from "./connect-button.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { PropertyInput } from "./property-input.tsx";
import { saveSetting, type SettingsPlace } from "./settings-place.ts";

interface ConfigurationFormProps {
  readonly place: SettingsPlace;
  readonly configuration: ManifestPropertiesConfiguration;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A form made from the manifest; each setting is saved on its own. */
export function ConfigurationForm({ configuration, ...rest }: ConfigurationFormProps) {
  const required = new Set(configuration.required);
  return Object.entries(configuration.properties).map(([name, property]) => (
    <Setting key={name} name={name} property={property} required={required.has(name)} {...rest} />
  ));
}

interface SettingProps extends Omit<ConfigurationFormProps, "configuration"> {
  readonly name: string;
  readonly property: ManifestProperty;
  readonly required: boolean;
}

function Setting({ name, property, required, place, values }: SettingProps) {
  const saved = values[name];
  const [edited, setEdited] = useState<unknown>();
  const save = useChange((value: unknown) => saveSetting(place, name, value));
  if (property.type === "button") {
    return <ConnectButton place={place} name={name} property={property} connected={saved !== undefined} />;
  }
  const value = edited === undefined ? saved : edited;
  return (
    <form
      className="setting"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(value === "" ? null : value);
      }}
    >
      <label>
        {property.title}
        {required && <span className="hint"> required</span>}
        <PropertyInput place={place} name={name} property={property} value={value} onChange={setEdited} />
      </label>
      <p className="hint">{property.description}</p>
      <ErrorMessage error={save.error} />
      <button
        type="submit"
        className="button"
        disabled={save.isPending || edited === undefined || edited === saved}
      >
        Save
      </button>
    </form>
  );
}
