import { type ReactNode, useEffect, useRef } from "react";
import type { SelectOption } from "@plugboard/components";
import { Icon } from "../icons/icon.tsx";
import { listAttributes, optionAttributes } from "./combobox-attributes.ts";
import type { ComboboxState } from "./use-combobox.ts";
import type { Options } from "./use-options.ts";

type PopupState = Pick<ComboboxState, "options" | "status" | "active" | "multiple" | "choose" | "retry">;

interface OptionPopupProps extends PopupState {
  readonly listId: string;
  /** What is chosen. */
  readonly ids: readonly string[];
}

/** The list below a combobox, and what there is to say about it. The pointer never takes the focus from the field. */
export function OptionPopup(popup: OptionPopupProps): ReactNode {
  const { listId, options, status, active, ids, multiple, choose, retry } = popup;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <div className="plugboard-popup" role="presentation" onMouseDown={(event) => event.preventDefault()}>
      <div ref={list} {...listAttributes(listId, multiple)}>
        {options.map((option, index) => {
          const selected = ids.includes(option.id);
          return (
            <div
              key={option.id}
              {...optionAttributes(listId, index, selected, () => choose(option))}
              className="plugboard-option"
              data-active={index === active || undefined}
            >
              <OptionContent option={option} selected={selected} />
            </div>
          );
        })}
      </div>
      <output className="plugboard-hint">{messageFor(status, options.length)}</output>
      {status === "failed" && (
        <button type="button" className="plugboard-text-button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

function OptionContent({
  option,
  selected,
}: {
  readonly option: SelectOption;
  readonly selected: boolean;
}): ReactNode {
  return (
    <>
      {option.icon !== undefined && <Icon name={option.icon} />}
      <span className="plugboard-option-label">{option.label}</span>
      {selected && <Icon name="check" />}
    </>
  );
}

function messageFor(status: Options["status"], count: number): string {
  if (status === "loading") return "Loading…";
  if (status === "failed") return "The options could not be loaded.";
  return count === 0 ? "No options" : "";
}
