import { type ReactNode, useId, useRef, useState } from "react";
import type { UiNode } from "@plugboard/api";
import type { SelectOption } from "@plugboard/components";
import type { ControlName } from "../elements/control-label.ts";
import { readFlag } from "../tree/read-attribute.ts";
import { Icon } from "../view/icon.tsx";
import { optionId } from "./combobox-attributes.ts";
import { comboboxKeys } from "./combobox-keys.ts";
import { OptionPopup } from "./option-popup.tsx";
import { shownOptions, toggleId } from "./option-list.ts";
import { SelectedChips } from "./selected-chips.tsx";
import { useOptionLabels } from "./use-option-labels.ts";
import { useOptions } from "./use-options.ts";

interface ComboboxProps {
  readonly node: UiNode;
  readonly name: ControlName;
  readonly placeholder: string;
  readonly disabled: boolean;
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
  const [query, setQuery] = useState("");
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const { options, status, retry } = useOptions(node, query);
  const labels = useOptionLabels(options);
  const multiple = readFlag(node, "multiple");
  const shown = shownOptions(options, query, readFlag(node, "acceptInput"));
  const label = multiple ? undefined : ids[0] && (labels.get(ids[0]) ?? ids[0]);

  const show = (query: string): void => {
    setQuery(query);
    setActive(0);
    setOpen(true);
  };
  const hide = (): void => {
    setQuery("");
    setOpen(false);
  };
  const choose = ({ id }: SelectOption): void => {
    onChange(toggleId(ids, id, multiple));
    if (multiple) setQuery("");
    else hide();
  };
  const onKeyDown = comboboxKeys({
    open,
    shown,
    active,
    query,
    ids,
    multiple,
    show,
    hide,
    choose,
    setActive,
    onChange,
  });

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
        {multiple && <SelectedChips ids={ids} labels={labels} disabled={disabled} onChange={onChange} />}
        <input
          {...name}
          ref={field}
          type="text"
          role="combobox"
          autoComplete="off"
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={listId}
          aria-activedescendant={open && shown.length > 0 ? optionId(listId, active) : undefined}
          disabled={disabled}
          value={open ? query : (label ?? "")}
          placeholder={label ?? (ids.length > 0 ? "" : placeholder)}
          onChange={({ target }) => show(target.value)}
          onClick={() => !open && show("")}
          onKeyDown={onKeyDown}
        />
        <Icon name="chevron-down" />
      </div>
      {open && <OptionPopup {...{ listId, options: shown, status, active, ids, multiple, choose, retry }} />}
    </div>
  );
}
