import type { AriaAttributes, AriaRole } from "react";

// Set here and not in the markup, because no native element can take the place of either role in a combobox.

interface Attributes extends AriaAttributes {
  readonly id: string;
  readonly role: AriaRole;
}

/** Attributes of the list of a combobox. */
export function listAttributes(id: string, multiple: boolean): Attributes {
  return { id, role: "listbox", "aria-label": "Options", "aria-multiselectable": multiple };
}

/** Id of an option of the list `listId`. */
export function optionId(listId: string, index: number): string {
  return `${listId}${index}`;
}

/** Attributes of an option of the list `listId`. Keys are the text field's to handle, which keeps the focus. */
export function optionAttributes(
  listId: string,
  index: number,
  selected: boolean,
  onClick: () => void,
): Attributes & { readonly onClick: () => void } {
  return { id: optionId(listId, index), role: "option", "aria-selected": selected, onClick };
}
