import { X } from "lucide-react";
import { useCustomEventTypes } from "../data/custom-event-types.ts";
import { useEventTypes } from "../data/event-types.ts";
import { usePortalSession } from "../data/portal-session.ts";
import { readChoice } from "../data/search.ts";
import type { Targets } from "../data/targets.ts";
import { useRuntimeEventTypes } from "../product/event-types.ts";
import { Button } from "../ui/button.tsx";
import { ChoiceFilter, TextFilter } from "../ui/filters.tsx";
import { formatTime } from "../ui/format.ts";
import { type Range, rangeNames, ranges } from "./deliveries-search.ts";

/** The filters that the lists of events and deliveries share. */
interface CommonSearch {
  readonly type?: string | undefined;
  readonly text?: string | undefined;
  readonly range?: Range | undefined;
  readonly since?: string | undefined;
  readonly before?: string | undefined;
}

interface SearchFilterProps {
  readonly search: CommonSearch;
  readonly onChange: (change: CommonSearch) => void;
}

/** A filter by event type, including the types of the product and the organization. */
export function TypeFilter({ search: { type }, onChange }: SearchFilterProps) {
  const { data: webhookTypes = [] } = useEventTypes();
  const customTypes = useCustomEventTypes();
  const types = new Set([
    ...useRuntimeEventTypes(),
    ...[...webhookTypes, ...customTypes].map((one) => one.type),
  ]);
  return (
    <ChoiceFilter
      name="type"
      label="Event type"
      value={type}
      options={[...types].map((value) => ({ value, title: value }))}
      onChange={(chosen) => onChange({ type: chosen })}
    />
  );
}

interface EndpointFilterProps {
  readonly targets: Targets;
  /** The ID of a webhook endpoint, or of an installation for its integration. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** A filter by the target of deliveries: a webhook endpoint or an integration. */
export function EndpointFilter({ targets, value, onChange }: EndpointFilterProps) {
  const isPortal = usePortalSession() !== undefined;
  return (
    <ChoiceFilter
      name="endpoint"
      label="Endpoint"
      value={value}
      options={[
        ...targets.endpoints.map(({ id, url }) => ({ value: id, title: url })),
        // The portal shows only deliveries to webhook endpoints.
        ...(isPortal ? [] : targets.installations).map(({ id, title }) => ({
          value: id,
          title: `Integration ${title}`,
        })),
      ]}
      onChange={onChange}
    />
  );
}

interface TextSearchProps {
  /** Defaults to “Payload contains”. */
  readonly label?: string | undefined;
  readonly search: { readonly text?: string | undefined };
  readonly onChange: (change: { readonly text: string | undefined }) => void;
}

/** A filter by text. */
export function TextSearch({ label = "Payload contains", search: { text }, onChange }: TextSearchProps) {
  return (
    <TextFilter
      key={text}
      name="text"
      label={label}
      value={text ?? ""}
      size={18}
      format={{ pattern: "\\s*\\S.*\\S\\s*", title: "Enter at least two characters." }}
      onChange={(typed) => onChange({ text: typed === "" ? undefined : typed })}
    />
  );
}

interface TimeFilterProps extends SearchFilterProps {
  /** The range if none is chosen. Defaults to any time. */
  readonly defaultRange?: Range | undefined;
}

/** A filter by a time range that ends now, or by the span selected in a chart. */
export function TimeFilter({ search: { range, since, before }, defaultRange, onChange }: TimeFilterProps) {
  if (since !== undefined && before !== undefined)
    return (
      <Button icon={X} onClick={() => onChange({ since: undefined, before: undefined })}>
        {formatTime(since)} – {formatTime(before)}
      </Button>
    );
  return (
    <ChoiceFilter
      name="range"
      label="Time"
      value={range ?? defaultRange}
      required={defaultRange !== undefined}
      options={rangeNames.map((value) => ({ value, title: ranges[value].title }))}
      onChange={(chosen) => onChange({ range: readChoice(chosen, rangeNames) })}
    />
  );
}

interface ClearFiltersProps<Search> {
  readonly search: Search;
  /** The filters to clear, all `undefined`. */
  readonly cleared: Search;
  readonly onChange: (change: Search) => void;
}

/** A button that clears the filters; hidden if none is set. */
export function ClearFilters<Search extends object>({
  search,
  cleared,
  onChange,
}: ClearFiltersProps<Search>) {
  if (!isFiltered(search, cleared)) return null;
  return (
    <Button variant="quiet" onClick={() => onChange(cleared)}>
      Clear
    </Button>
  );
}

/** Returns whether any of the filters of `cleared` is set. */
export function isFiltered<Search extends object>(search: Search, cleared: Search): boolean {
  return Object.entries(search).some(([name, value]) => name in cleared && value !== undefined);
}
