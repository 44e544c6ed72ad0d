import { isCustomEventType } from "@plugboard/api";
import type { EndpointEventType } from "@plugboard/api/client";
import type { ReactNode } from "react";
import { useCustomEventTypes } from "../../data/custom-event-types.ts";
import { useEventTypes } from "../../data/event-types.ts";
import { usePortalSession } from "../../data/portal-session.ts";
import { EventTypeDescription } from "../../developers/event-catalog.tsx";
import { ErrorMessage } from "../../ui/error-message.tsx";
import { Skeleton } from "../../ui/page.tsx";
import { toggleEventType } from "./toggle-event-type.ts";

interface EventTypeChoicesProps {
  readonly selected: readonly EndpointEventType[];
  readonly onChange: (selected: readonly EndpointEventType[]) => void;
  /** Shown above the choices. */
  readonly children?: ReactNode;
}

/** Checkboxes for event types and their wildcards. */
export function EventTypeChoices({ selected, onChange, children }: EventTypeChoicesProps) {
  const visible = usePortalSession()?.eventTypes;
  const chosen = new Set(selected);
  const listed = useEventTypes();
  const customTypes = useCustomEventTypes();
  const types = [...(listed.data ?? []), ...customTypes];
  const names = new Set(types.map(({ type }) => type));
  const families = new Set(
    [
      ...(visible ?? customTypes.map(({ type }) => `${type.slice(0, type.indexOf("."))}.*`)),
      ...selected,
    ].filter((type) => type.endsWith(".*")),
  );
  const toggle = (type: EndpointEventType): void => {
    const listedTypes = (listed.data ?? []).map((one) => one.type);
    onChange(toggleEventType(selected, type, listedTypes));
  };
  return (
    <fieldset className="plain-fieldset">
      <legend>Event types</legend>
      {children}
      {listed.isPending && <Skeleton />}
      <ErrorMessage error={listed.error} onRetry={() => void listed.refetch()} />
      {types.map((type) => (
        <div key={type.type} className="choice">
          <label className="row">
            <input type="checkbox" checked={chosen.has(type.type)} onChange={() => toggle(type.type)} />
            <code>{type.type}</code>
          </label>
          <EventTypeDescription type={type} />
        </div>
      ))}
      {[...families].toSorted().map((type) => (
        <div key={type} className="choice">
          <label className="row">
            <input type="checkbox" checked={chosen.has(type)} onChange={() => toggle(type)} />
            <code>{type}</code>
          </label>
          <span className="hint">
            All types that begin with {type.slice(0, -1)}, including types defined later.
          </span>
        </div>
      ))}
      {selected
        .filter((type) => !names.has(type) && !families.has(type))
        .map((type) => (
          <div key={type} className="choice">
            <label className="row">
              <input type="checkbox" checked onChange={() => toggle(type)} />
              <code>{type}</code>
            </label>
            {listed.isSuccess && (
              <span className="hint">
                {isCustomEventType(type) ? "Archived." : "Not offered by this server."} You can’t select it
                again after removing it.
              </span>
            )}
          </div>
        ))}
    </fieldset>
  );
}
