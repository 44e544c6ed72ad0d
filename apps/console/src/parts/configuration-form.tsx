import type { ManifestPropertiesConfiguration, ManifestProperty } from "@plugboard/manifest";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../call-api.ts";
import { useChange } from "../queries.ts";
import { ErrorMessage } from "./error-message.tsx";
import { PropertyInput } from "./property-input.tsx";

interface ConfigurationFormProps {
  /** Where the configuration is saved with PATCH. */
  readonly path: string;
  readonly configuration: ManifestPropertiesConfiguration;
  readonly values: Readonly<Record<string, unknown>>;
  readonly publicEndpoint: string;
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

function Setting({ name, property, required, path, values, publicEndpoint }: SettingProps) {
  const saved = values[name];
  const [edited, setEdited] = useState<unknown>();
  const save = useChange((value: unknown) => callApi("PATCH", path, { configuration: { [name]: value } }));
  if (property.type === "button") {
    const url = `${publicEndpoint}${property.callback_url}`;
    return <ConnectButton property={property} url={url} connected={saved !== undefined} />;
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
        <PropertyInput
          property={property}
          value={value}
          onChange={setEdited}
          optionsPath={`${path}/options/${encodeURIComponent(name)}`}
        />
      </label>
      <p className="hint">{property.description}</p>
      <ErrorMessage error={save.error} />
      <button type="submit" disabled={save.isPending || edited === undefined || edited === saved}>
        Save
      </button>
    </form>
  );
}

interface ConnectButtonProps {
  readonly property: Extract<ManifestProperty, { type: "button" }>;
  readonly url: string;
  readonly connected: boolean;
}

/** Opens the integration's callback in a popup; when it closes, the configuration is read again. */
function ConnectButton({ property, url, connected }: ConnectButtonProps) {
  const client = useQueryClient();
  const connect = (): void => {
    const popup = window.open(url, "plugboard-connect", "popup,width=560,height=720");
    const watch = window.setInterval(() => {
      if (popup !== null && !popup.closed) return;
      window.clearInterval(watch);
      void client.invalidateQueries();
    }, 400);
  };
  return (
    <div className="setting">
      <strong>{property.title}</strong>
      <p className="hint">{property.description}</p>
      <p className="row">
        <button type="button" onClick={connect}>
          {property.button_text}
        </button>
        {connected && <span className="badge good">connected</span>}
      </p>
    </div>
  );
}
