import "../ui/choices.css";
import type { IntegrationResource } from "@plugboard/api/client";
import type { StreamFilter } from "../streams/stream-dialog.tsx";
import { LabeledField } from "../ui/labeled-field.tsx";
import { levels } from "./logs-search.ts";

interface LogFilterFieldsProps {
  readonly integrations: readonly Pick<IntegrationResource, "name" | "title">[];
  readonly filter: StreamFilter;
  readonly onChange: (filter: StreamFilter) => void;
}

/** The level and integrations that a stream of logs is limited to. */
export function LogFilterFields({ integrations, filter, onChange }: LogFilterFieldsProps) {
  const { level, integrations: chosen = [], installations } = filter;
  const names = [...new Set([...integrations.map(({ name }) => name), ...chosen])];
  const toggle = (name: string): void => {
    const rest = chosen.filter((one) => one !== name);
    const next = rest.length < chosen.length ? rest : [...chosen, name];
    onChange({ ...filter, integrations: next.length === 0 ? undefined : next });
  };
  return (
    <>
      <LabeledField label="Level">
        {(control) => (
          <select
            {...control}
            value={level ?? ""}
            onChange={({ target }) =>
              onChange({ ...filter, level: levels.find((one) => one === target.value) })
            }
          >
            <option value="">All levels</option>
            {levels.slice(1).map((one) => (
              <option key={one} value={one}>
                {one} and above
              </option>
            ))}
          </select>
        )}
      </LabeledField>
      <fieldset className="choices">
        <legend>Integrations</legend>
        <p className="hint">Select none to stream the logs of all integrations, including later ones.</p>
        {names.map((name) => (
          <label key={name} className="choice-line">
            <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} />
            <span>{integrations.find((one) => one.name === name)?.title ?? name}</span>
          </label>
        ))}
      </fieldset>
      {installations !== undefined && (
        <p className="hint">Limited to the installations {installations.join(", ")}.</p>
      )}
    </>
  );
}
