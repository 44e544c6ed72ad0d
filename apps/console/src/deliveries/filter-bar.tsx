import type { ReactNode } from "react";
import type { Targets } from "../data/targets.ts";
import { Button } from "../ui/button.tsx";
import { ChoiceFilter, TextFilter } from "../ui/filters.tsx";
import {
  type DeliveriesSearch,
  defaultRange,
  orders,
  readDeliveriesSearch,
  statuses,
} from "./deliveries-search.ts";
import { ClearFilters, EndpointFilter, TextSearch, TimeFilter, TypeFilter } from "./search-filters.tsx";

const cleared: DeliveriesSearch = {
  status: undefined,
  type: undefined,
  endpoint: undefined,
  code: undefined,
  event: undefined,
  text: undefined,
  since: undefined,
  before: undefined,
};

interface FilterBarProps {
  readonly search: DeliveriesSearch;
  readonly targets: Targets;
  readonly onChange: (change: DeliveriesSearch) => void;
  readonly children?: ReactNode;
}

/** The filters of the delivery list. */
export function FilterBar({ search, targets, onChange, children }: FilterBarProps) {
  const { status, endpoint, code, event, order, view } = search;
  return (
    <search>
      {/* Its fields also work in the first HTML, without scripts. */}
      <form
        method="get"
        className="filter-bar"
        onSubmit={(submit) => {
          submit.preventDefault();
          onChange(readFields(submit.currentTarget, search));
        }}
      >
        <ChoiceFilter
          name="status"
          label="Status"
          value={status}
          options={statuses.map((value) => ({ value, title: value }))}
          onChange={(chosen) => onChange({ status: statuses.find((one) => one === chosen) })}
        />
        <TypeFilter search={search} onChange={onChange} />
        <EndpointFilter
          targets={targets}
          value={endpoint}
          onChange={(chosen) => onChange({ endpoint: chosen })}
        />
        <TextFilter
          key={`code ${code}`}
          name="code"
          label="HTTP status"
          value={code === undefined ? "" : String(code)}
          size={9}
          inputMode="numeric"
          format={{ pattern: "\\s*[1-9]\\d\\d\\s*", title: "Enter three digits, such as 503." }}
          onChange={(text) => onChange({ code: text === "" ? undefined : Number(text) })}
        />
        <TextFilter
          key={`event ${event}`}
          name="event"
          label="Event ID"
          value={event ?? ""}
          size={14}
          onChange={(text) => onChange({ event: text === "" ? undefined : text })}
        />
        <TextSearch search={search} onChange={onChange} />
        <TimeFilter search={search} defaultRange={defaultRange} onChange={onChange} />
        {event === undefined && view === undefined && (
          <ChoiceFilter
            name="order"
            label="Order"
            value={order ?? "newest"}
            required
            options={[
              { value: "newest", title: "Newest first" },
              { value: "oldest", title: "Oldest first" },
              { value: "next_attempt", title: "Next retry first" },
              { value: "attempts", title: "Most attempts first" },
            ]}
            onChange={(chosen) => onChange({ order: orders.find((one) => one === chosen) })}
          />
        )}
        <ClearFilters search={search} cleared={cleared} onChange={onChange} />
        {import.meta.env.SSR && (
          <Button type="submit" disabled={false}>
            Apply
          </Button>
        )}
        {children}
      </form>
    </search>
  );
}

/** Returns the values of the form's fields. */
function readFields(form: HTMLFormElement, { range }: DeliveriesSearch): DeliveriesSearch {
  const fields = Object.fromEntries(new FormData(form));
  const { status, type, endpoint, code, event, text, order, range: chosen } = readDeliveriesSearch(fields);
  return {
    status,
    type,
    endpoint,
    code,
    event,
    text,
    order,
    range: chosen === defaultRange ? range : chosen,
  };
}
