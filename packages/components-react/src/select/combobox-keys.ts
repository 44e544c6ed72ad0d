import type { KeyboardEvent } from "react";
import type { SelectOption } from "@plugboard/components";

/** What the keys of a combobox work on. */
export interface ComboboxKeys {
  readonly open: boolean;
  readonly options: readonly SelectOption[];
  readonly active: number;
  readonly query: string;
  readonly ids: readonly string[];
  readonly multiple: boolean;
  readonly show: (query: string) => void;
  readonly hide: () => void;
  readonly choose: (option: SelectOption) => void;
  readonly setActive: (index: number) => void;
  readonly onChange: (ids: readonly string[]) => void;
}

/** Handles the keys of a combobox's text field. */
export function comboboxKeys(combobox: ComboboxKeys): (event: KeyboardEvent) => void {
  const { open, options, active, query, ids, multiple } = combobox;
  const move = (step: number) => () => {
    if (!open) combobox.show("");
    else combobox.setActive((active + step + options.length) % Math.max(options.length, 1));
  };
  const keys: ReadonlyMap<string, (() => void) | undefined> = new Map([
    ["ArrowDown", move(1)],
    ["ArrowUp", move(-1)],
    ["Enter", open ? () => options[active] && combobox.choose(options[active]) : undefined],
    ["Escape", open ? combobox.hide : undefined],
    ["Backspace", multiple && query === "" ? () => combobox.onChange(ids.slice(0, -1)) : undefined],
  ]);
  return (event) => {
    const handle = keys.get(event.key);
    if (handle === undefined) return;
    // Escape would close the dialog around the list too.
    event.preventDefault();
    handle();
  };
}
