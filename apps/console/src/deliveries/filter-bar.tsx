import { runtimeEventTypes } from "@plugboard/api";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useCustomEventTypes } from "../data/custom-event-types.ts";
import { usePortalSession } from "../data/portal-session.ts";
import type { Targets } from "../data/targets.ts";
import { Button } from "../ui/button.tsx";
import { formatTime } from "../ui/format.ts";
import { ChoiceFilter, TextFilter } from "../ui/filters.tsx";
import { type DeliveriesSearch, type Range, rangeNames, ranges, statuses } from "./deliveries-search.ts";

interface FilterBarProps {
  readonly search: DeliveriesSearch;
  readonly targets: Targets;
  readonly onChange: (change: DeliveriesSearch) => void;
  readonly children?: ReactNode;
}

/** The filters of the delivery list. */
export function FilterBar({ search, targets, onChange, children }: FilterBarProps) {
  const { status, type, endpoint, code, event, text, range = "24h", since, before } = search;
  const customTypes = useCustomEventTypes();
  const isPortal = usePortalSession() !== undefined;
  const isFiltered = [status, type, endpoint, code, event, text, since].some((value) => value !== undefined);
  const isBrushed = since !== undefined && before !== undefined;
  return (
    <search className="filter-bar">
      <ChoiceFilter
        label="Status"
        value={status}
        options={statuses.map((value) => ({ value, title: value }))}
        onChange={(chosen) => onChange({ status: statuses.find((one) => one === chosen) })}
      />
      <ChoiceFilter
        label="Event type"
        value={type}
        options={[...runtimeEventTypes, ...customTypes.map((one) => one.type)].map((value) => ({
          value,
          title: value,
        }))}
        onChange={(chosen) => onChange({ type: chosen })}
      />
      <ChoiceFilter
        label="Endpoint"
        value={endpoint}
        options={[
          ...targets.endpoints.map(({ id, url }) => ({ value: id, title: url })),
          // The portal shows only deliveries to webhook endpoints.
          ...(isPortal ? [] : targets.installations).map(({ id, title }) => ({
            value: id,
            title: `Integration ${title}`,
          })),
        ]}
        onChange={(chosen) => onChange({ endpoint: chosen })}
      />
      <TextFilter
        key={`code ${code}`}
        label="HTTP status"
        value={code === undefined ? "" : String(code)}
        size={9}
        inputMode="numeric"
        onChange={(text) => onChange({ code: /^[1-9]\d\d$/.test(text) ? Number(text) : undefined })}
      />
      <TextFilter
        key={`event ${event}`}
        label="Event ID"
        value={event ?? ""}
        size={14}
        onChange={(text) => onChange({ event: text === "" ? undefined : text })}
      />
      <TextFilter
        key={`text ${text}`}
        label="Payload contains"
        value={text ?? ""}
        size={18}
        onChange={(typed) => onChange({ text: typed.length < 2 ? undefined : typed })}
      />
      {isBrushed ? (
        <Button icon={X} onClick={() => onChange({ since: undefined, before: undefined })}>
          {formatTime(since)} – {formatTime(before)}
        </Button>
      ) : (
        <ChoiceFilter
          label="Time"
          value={range}
          required
          options={rangeNames.map((value) => ({ value, title: ranges[value].title }))}
          // The options are the names of the ranges.
          onChange={(chosen) => onChange({ range: chosen as Range })}
        />
      )}
      {isFiltered && (
        <Button
          variant="quiet"
          onClick={() =>
            onChange({
              status: undefined,
              type: undefined,
              endpoint: undefined,
              code: undefined,
              event: undefined,
              text: undefined,
              since: undefined,
              before: undefined,
            })
          }
        >
          Clear
        </Button>
      )}
      {children}
    </search>
  );
}
