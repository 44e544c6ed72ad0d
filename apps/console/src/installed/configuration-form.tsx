import { ApiError, type SetupProblem } from "@plugboard/api/client";
import type { ManifestPropertiesConfiguration, ManifestProperty } from "@plugboard/manifest";
import { useState } from "react";
import { useChange } from "../data/queries.ts";
import { Button } from "../ui/button.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Form } from "../ui/form.tsx";
import { LabeledField } from "../ui/labeled-field.tsx";
import { showToast } from "../ui/show-toast.ts";
import { awaitSetup } from "./await-setup.ts";
import { ConnectButton } from "./connect-button.tsx";
import { PropertyInput } from "./property-input.tsx";
import { saveSettings, type SettingsLocation } from "./settings-location.ts";

interface ConfigurationFormProps {
  readonly location: SettingsLocation;
  readonly configuration: ManifestPropertiesConfiguration;
  readonly values: Readonly<Record<string, unknown>>;
  /** Problems the integration reported about the saved settings. */
  readonly reported: readonly SetupProblem[];
  /**
   * Called after “Save and continue”, once the integration has accepted the settings. The button is hidden
   * without it.
   */
  readonly onContinue?: (() => void) | undefined;
}

/**
 * A settings form generated from the manifest. It saves all settings together and shows each problem at its
 * field.
 */
export function ConfigurationForm({
  location,
  configuration,
  values,
  reported,
  onContinue,
}: ConfigurationFormProps) {
  const [edited, setEdited] = useState<Readonly<Record<string, unknown>>>({});
  const required = new Set(configuration.required);
  const changed = Object.entries(edited).filter(([name, value]) => value !== values[name]);
  const save = useChange(
    async () => {
      const configuration = Object.fromEntries(
        changed.map(([name, value]) => [name, value === "" ? null : value]),
      );
      if (changed.length > 0) await saveSettings(location, configuration);
      const rejected = location.kind === "organization" ? await awaitSetup(location.installationId) : [];
      return { saved: edited, rejected };
    },
    ({ saved, rejected }) => {
      // Keeps settings that were typed while the integration checked the saved ones.
      const typed = Object.entries(edited).filter(([name, value]) => value !== saved[name]);
      setEdited(Object.fromEntries(typed));
      if (rejected.length > 0 || typed.length > 0) return;
      if (onContinue === undefined) showToast({ title: "Settings saved" });
      else onContinue();
    },
  );
  // A reported problem is about the saved value, not the one being typed.
  const stillReported = reported.filter(({ path }) => !changed.some(([name]) => isAt(path, name)));
  const problems = save.error instanceof ApiError ? save.error.problems : stillReported;
  const problemOf = (name: string) => problems.find(({ path }) => isAt(path, name))?.message;
  const properties = Object.entries(configuration.properties);
  const inputs = properties.filter(([, property]) => property.type !== "button");
  const isShownAtField = problems.length > 0 && inputs.some(([name]) => problemOf(name) !== undefined);
  const withoutField = stillReported.filter(({ path }) => !inputs.some(([name]) => isAt(path, name)));
  return (
    <>
      {withoutField.map(({ path, message }) => (
        <p key={`${path} ${message}`} className="problem" role="alert">
          {message}
        </p>
      ))}
      {/* Settings can list options from the connected account, so the connection comes first. */}
      {properties.map(
        ([name, property]) =>
          property.type === "button" && (
            <ConnectButton
              key={name}
              location={location}
              name={name}
              property={property}
              connected={values[name] !== undefined}
            />
          ),
      )}
      {(inputs.length > 0 || onContinue !== undefined) && (
        <Form className="settings-form" onSubmit={() => save.mutate(undefined)}>
          {inputs.map(([name, property]) => (
            <Setting
              key={name}
              name={name}
              property={property}
              required={required.has(name)}
              location={location}
              value={name in edited ? edited[name] : values[name]}
              problem={problemOf(name)}
              onChange={(value) => setEdited({ ...edited, [name]: value })}
            />
          ))}
          {!isShownAtField && <ErrorMessage error={save.error} />}
          <p className="row">
            <Button
              type="submit"
              variant="primary"
              busy={save.isPending}
              disabled={onContinue === undefined && changed.length === 0}
            >
              {onContinue === undefined ? "Save" : "Save and continue"}
            </Button>
            {save.isPending && <span className="hint">Checking the settings with the integration…</span>}
          </p>
        </Form>
      )}
    </>
  );
}

function isAt(path: string, name: string): boolean {
  return path === name || path.endsWith(`.${name}`);
}

interface SettingProps {
  readonly name: string;
  readonly property: ManifestProperty;
  readonly required: boolean;
  readonly location: SettingsLocation;
  readonly value: unknown;
  readonly problem: string | undefined;
  readonly onChange: (value: unknown) => void;
}

function Setting({ name, property, required, location, value, problem, onChange }: SettingProps) {
  if (property.type === "button") return null;
  return (
    <LabeledField
      label={
        <>
          {property.title}
          {required && <span className="hint"> required</span>}
        </>
      }
      problem={problem}
      hint={property.description}
    >
      {(control) => (
        <PropertyInput
          location={location}
          name={name}
          property={property}
          value={value}
          control={control}
          onChange={onChange}
        />
      )}
    </LabeledField>
  );
}
