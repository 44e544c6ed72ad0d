import { ApiError, type PropertyOption } from "@plugboard/api/client";
import { listPropertyOptions } from "@plugboard/api/routes";
import type { ManifestPropertiesConfiguration, ManifestProperty } from "@plugboard/manifest";
import { type ReactNode, useEffect, useState } from "react";
import type { SettingsTarget } from "../src/server/open-settings.ts";
import { keyedUrl, type Session } from "./dev-server.ts";
import { messageOf } from "./message-of.ts";

interface SettingsFormProps {
  readonly session: Session;
  readonly target: SettingsTarget;
  readonly section: ManifestPropertiesConfiguration;
  readonly values: Readonly<Record<string, unknown>>;
  readonly onSave: (configuration: Record<string, unknown>) => Promise<void>;
}

/** The form of settings that the manifest declares. */
export function SettingsForm({ session, target, section, values, onSave }: SettingsFormProps): ReactNode {
  const [edited, setEdited] = useState<Readonly<Record<string, unknown>>>({});
  const [error, setError] = useState<unknown>();
  const problems = error instanceof ApiError ? error.problems : [];
  const problemOf = (name: string): string | undefined =>
    problems.find(({ path }) => path === name || path.endsWith(`.${name}`))?.message;
  const submit = async (): Promise<void> => {
    try {
      await onSave(
        Object.fromEntries(
          Object.entries(edited).map(([name, value]) => [name, value === "" ? null : value]),
        ),
      );
      setError(undefined);
      setEdited({});
    } catch (thrown) {
      setError(thrown);
    }
  };
  return (
    <form action={submit} className="settings">
      {Object.entries(section.properties).map(([name, property]) => (
        <div key={name} className="setting">
          {property.type === "button" ? (
            <ConnectLink
              session={session}
              target={target}
              name={name}
              label={property.button_text}
              connected={values[name] !== undefined}
            />
          ) : (
            <label>
              {property.title}
              {section.required?.includes(name) === true && <span className="muted"> required</span>}
              <PropertyInput
                session={session}
                target={target}
                name={name}
                property={property}
                value={name in edited ? edited[name] : values[name]}
                onChange={(value) => setEdited({ ...edited, [name]: value })}
              />
            </label>
          )}
          <p className="muted">{property.description}</p>
          {problemOf(name) !== undefined && (
            <p className="problem" role="alert">
              {problemOf(name)}
            </p>
          )}
        </div>
      ))}
      {error !== undefined && !problems.some(({ path }) => path in section.properties) && (
        <p className="problem" role="alert">
          {messageOf(error)}
        </p>
      )}
      <button type="submit" disabled={Object.keys(edited).length === 0}>
        Save
      </button>
    </form>
  );
}

interface ConnectLinkProps extends Pick<SettingsFormProps, "session" | "target"> {
  readonly name: string;
  readonly label: string;
  readonly connected: boolean;
}

function ConnectLink({ session, target, name, label, connected }: ConnectLinkProps): ReactNode {
  const path = `/connect/${[session.installationId, name].map(encodeURIComponent).join("/")}`;
  const query = target.resourceId === undefined ? {} : { [target.level]: target.resourceId };
  return (
    <p>
      <a className="button" href={keyedUrl(path, query)} target="_blank" rel="noreferrer">
        {label}
      </a>{" "}
      {connected ? "Connected" : "Not connected"}
    </p>
  );
}

interface PropertyInputProps extends Pick<SettingsFormProps, "session" | "target"> {
  readonly name: string;
  readonly property: Exclude<ManifestProperty, { readonly type: "button" }>;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function PropertyInput({ session, target, name, property, value, onChange }: PropertyInputProps): ReactNode {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  if (property.type === "boolean")
    return (
      <input type="checkbox" checked={value === true} onChange={(event) => onChange(event.target.checked)} />
    );
  if (property.type === "number")
    return (
      <input
        type="number"
        step="any"
        value={text}
        onChange={(event) => onChange(event.target.value === "" ? "" : event.target.valueAsNumber)}
      />
    );
  if (property.enum !== undefined)
    return (
      <Choice
        options={property.enum.map((option) => ({ label: option, value: option }))}
        value={text}
        onChange={onChange}
      />
    );
  if (property.completion_url !== undefined)
    return <Completion session={session} target={target} name={name} value={text} onChange={onChange} />;
  return <input value={text} onChange={(event) => onChange(event.target.value)} />;
}

interface ChoiceProps {
  readonly options: readonly PropertyOption[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Choice({ options, value, onChange }: ChoiceProps): ReactNode {
  const isListed = value === "" || options.some((option) => option.value === value);
  return (
    <select value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">Choose…</option>
      {(isListed ? options : [{ label: value, value }, ...options]).map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

type CompletionProps = Omit<ChoiceProps, "options"> &
  Omit<PropertyInputProps, "property" | "value" | "onChange">;

/** A select whose options come from the integration. */
function Completion({ session, target, name, value, onChange }: CompletionProps): ReactNode {
  const [options, setOptions] = useState<readonly PropertyOption[]>([]);
  const [problem, setProblem] = useState("");
  const [query, setQuery] = useState("");
  const { api, installationId } = session;
  useEffect(() => {
    let isCurrent = true;
    const place = target.level === "account" ? {} : { [`${target.level}Id`]: target.resourceId };
    const load = async (): Promise<void> => {
      try {
        const { items } = await api.call(listPropertyOptions, {
          params: { installationId, property: name },
          query: { query: query === "" ? undefined : query, ...place },
        });
        if (isCurrent) setOptions(items);
      } catch (error) {
        if (isCurrent) setProblem(messageOf(error));
      }
    };
    void load();
    return () => {
      isCurrent = false;
    };
  }, [api, installationId, name, query, target]);
  return (
    <>
      <Choice options={options} value={value} onChange={onChange} />
      <input
        type="search"
        aria-label="Search options"
        placeholder="Search options"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      {problem !== "" && <span className="problem">{problem}</span>}
    </>
  );
}
