import type { PropertyOption } from "@plugboard/api/client";
import type { ManifestProperty } from "@plugboard/manifest";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ControlAttributes } from "../ui/form.tsx";
import { listOptions, type SettingsLocation } from "./settings-location.ts";

interface PropertyInputProps {
  readonly location: SettingsLocation;
  readonly name: string;
  readonly property: Exclude<ManifestProperty, { type: "button" }>;
  readonly value: unknown;
  readonly control: ControlAttributes;
  readonly onChange: (value: unknown) => void;
}

/** The input for a setting's type. */
export function PropertyInput({ location, name, property, value, control, onChange }: PropertyInputProps) {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  if (property.type === "boolean") {
    return (
      <input
        type="checkbox"
        {...control}
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
    );
  }
  if (property.type === "number") {
    return (
      <input
        type="number"
        step="any"
        {...control}
        value={text}
        onChange={(event) => onChange(toNumber(event.target.value))}
      />
    );
  }
  if (property.enum !== undefined) {
    const options = property.enum.map((option) => ({ label: option, value: option }));
    return <Choice control={control} options={options} value={text} onChange={onChange} />;
  }
  if (property.completion_url !== undefined) {
    return <Completion control={control} location={location} name={name} value={text} onChange={onChange} />;
  }
  return <input {...control} value={text} onChange={(event) => onChange(event.target.value)} />;
}

function toNumber(text: string): number | string {
  return text === "" ? "" : Number(text);
}

interface ChoiceProps {
  readonly control: ControlAttributes;
  readonly options: readonly PropertyOption[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Choice({ control, options, value, onChange }: ChoiceProps) {
  return (
    <select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">Choose…</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

interface CompletionProps extends Omit<ChoiceProps, "options"> {
  readonly location: SettingsLocation;
  readonly name: string;
}

/** A select whose options come from the integration, filtered by the typed text. */
function Completion({ control, location, name, value, onChange }: CompletionProps) {
  const [query, setQuery] = useState("");
  const options = useQuery({
    queryKey: ["options", location, name, query],
    queryFn: () => listOptions(location, name, query),
    placeholderData: keepPreviousData,
  });
  const offered = options.data?.items ?? [];
  const isOffered = value === "" || offered.some((option) => option.value === value);
  return (
    <>
      <Choice
        control={control}
        options={isOffered ? offered : [{ label: value, value }, ...offered]}
        value={value}
        onChange={onChange}
      />
      <input
        type="search"
        aria-label="Search options"
        placeholder="Search options"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      {options.isError && <span className="hint">Couldn’t load options from the integration.</span>}
    </>
  );
}
