import { type KeyboardEvent, useState } from "react";
import type { UiNode } from "@plugboard/api";
import type { SelectOption } from "@plugboard/components";
import { readFlag } from "../view/read-attribute.ts";
import { comboboxKeys } from "./combobox-keys.ts";
import { shownOptions, toggleId } from "./option-list.ts";
import { useOptionLabels } from "./use-option-labels.ts";
import { type Options, useOptions } from "./use-options.ts";

/** A combobox at work: what is typed, what is listed, and what the user can do. */
export interface ComboboxState extends Options {
  readonly open: boolean;
  readonly query: string;
  /** Index of the option that Enter chooses. */
  readonly active: number;
  readonly multiple: boolean;
  /** Labels of what may be chosen, as far as they were seen. */
  readonly labels: ReadonlyMap<string, string>;
  /** Opens the list for what was typed. */
  readonly show: (query: string) => void;
  readonly hide: () => void;
  readonly choose: (option: SelectOption) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Keeps the state of the combobox of a `select`, where `ids` are chosen. */
export function useCombobox(
  node: UiNode,
  ids: readonly string[],
  onChange: (ids: readonly string[]) => void,
): ComboboxState {
  const [query, setQuery] = useState("");
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const { options: found, status, retry } = useOptions(node, query);
  const labels = useOptionLabels(found);
  const options = shownOptions(found, query, readFlag(node, "acceptInput"));
  const multiple = readFlag(node, "multiple");

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
    options,
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
  return { open, query, active, multiple, labels, options, status, retry, show, hide, choose, onKeyDown };
}
