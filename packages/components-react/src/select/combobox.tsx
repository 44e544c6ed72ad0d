import { type ReactNode, useId, useRef } from "react";
import type { UiNode } from "@plugboard/api";
import { Icon } from "../icons/icon.tsx";
import type { ControlName } from "../view/control.ts";
import { optionId } from "./combobox-attributes.ts";
import { OptionPopup } from "./option-popup.tsx";
import { SelectedChips } from "./selected-chips.tsx";
import { useCombobox } from "./use-combobox.ts";

interface ComboboxProps {
  readonly node: UiNode;
  readonly name: ControlName;
  readonly placeholder: string;
  readonly disabled: boolean;
  /** What is chosen. */
  readonly ids: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

/**
 * A text field with a list of options that follow what is typed. The focus stays in the field; the list is worked with
 * the arrow keys, Enter, Escape and the pointer.
 */
export function Combobox({ node, name, placeholder, disabled, ids, onChange }: ComboboxProps): ReactNode {
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const combobox = useCombobox(node, ids, onChange);
  const { open, query, active, multiple, labels, options, show, hide, onKeyDown } = combobox;
  const [chosen] = multiple ? [] : ids;
  const label = chosen && (labels.get(chosen) ?? chosen);
  return (
    <div
      className="plugboard-combobox"
      role="presentation"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) hide();
      }}
    >
      <div
        className="plugboard-combobox-field"
        role="presentation"
        data-disabled={disabled || undefined}
        onClick={() => field.current?.focus()}
      >
        {multiple && <SelectedChips {...{ ids, labels, disabled, onChange }} />}
        <input
          {...name}
          ref={field}
          type="text"
          role="combobox"
          autoComplete="off"
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={listId}
          aria-activedescendant={open && options.length > 0 ? optionId(listId, active) : undefined}
          disabled={disabled}
          value={open ? query : (label ?? "")}
          placeholder={label ?? (ids.length > 0 ? "" : placeholder)}
          onChange={({ target }) => show(target.value)}
          onClick={() => !open && show("")}
          onKeyDown={onKeyDown}
        />
        <Icon name="chevron-down" />
      </div>
      {open && <OptionPopup {...combobox} listId={listId} ids={ids} />}
    </div>
  );
}
