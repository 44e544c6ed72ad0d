import type { ManifestProperty } from "@plugboard/manifest";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "../call-api.ts";

interface PropertyInputProps {
  readonly property: Exclude<ManifestProperty, { type: "button" }>;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly publicEndpoint: string;
}

interface Option {
  readonly label: string;
  readonly value: string;
}

/** The control that fits a setting's type. */
export function PropertyInput({ property, value, onChange, publicEndpoint }: PropertyInputProps) {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  if (property.type === "boolean") {
    return (
      <input type="checkbox" checked={value === true} onChange={(event) => onChange(event.target.checked)} />
    );
  }
  if (property.type === "number") {
    return (
      <input
        type="number"
        step="any"
        value={text}
        onChange={(event) => onChange(toNumber(event.target.value))}
      />
    );
  }
  if (property.enum !== undefined) {
    const options = property.enum.map((option) => ({ label: option, value: option }));
    return <Choice options={options} value={text} onChange={onChange} />;
  }
  if (property.completion_url !== undefined) {
    return (
      <Completion url={`${publicEndpoint}${property.completion_url}`} value={text} onChange={onChange} />
    );
  }
  return <input value={text} onChange={(event) => onChange(event.target.value)} />;
}

function toNumber(text: string): number | string {
  return text === "" ? "" : Number(text);
}

interface ChoiceProps {
  readonly options: readonly Option[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Choice({ options, value, onChange }: ChoiceProps) {
  return (
    <select value={value} onChange={(event) => onChange(event.target.value)}>
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
  readonly url: string;
}

function Completion({ url, ...rest }: CompletionProps) {
  const options = useQuery({ queryKey: [url], queryFn: () => callApi<readonly Option[]>("GET", url) });
  return (
    <>
      <Choice options={options.data ?? []} {...rest} />
      {options.isError && <span className="hint">The integration did not list its options.</span>}
    </>
  );
}
