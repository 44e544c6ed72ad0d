/**
 * Replaces the server's HTML with the page that React rendered. Keeps values, focus and caret of its fields, and applies
 * filters that the user changed and left. Does nothing after the first call.
 */
export function takeOver(): void {
  const first = document.getElementById("first-page");
  const root = document.getElementById("root");
  if (first === null || root === null) return;
  const focused = first.querySelector<HTMLElement>(":focus");
  const changed = [...first.querySelectorAll<Field>("input[name], select[name]")].filter(isChanged);
  const fieldOf = (field: Field) => root.querySelector<Field>(selectorOf(field));
  const next = focused && root.querySelector<HTMLElement>(selectorOf(focused));
  first.remove();
  const forms = new Set<HTMLFormElement>();
  for (const field of changed.filter((one) => one !== focused || one instanceof HTMLSelectElement)) {
    const form = copy(field, fieldOf(field))?.form;
    if (form) forms.add(form);
  }
  // Unlike `requestSubmit`, this doesn't move the focus to malformed text.
  for (const form of forms)
    form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  next?.focus({ preventScroll: true });
  if (!(focused instanceof HTMLInputElement && next instanceof HTMLInputElement)) return;
  // Text is applied once the user leaves its field.
  copy(focused, next);
  next.setSelectionRange(
    focused.selectionStart,
    focused.selectionEnd,
    focused.selectionDirection ?? undefined,
  );
}

type Field = HTMLInputElement | HTMLSelectElement;

function copy({ value }: Field, next: Field | null): Field | null {
  if (next !== null) next.value = value;
  return next;
}

/** Returns a selector that finds the same field or link in the console. */
function selectorOf(element: Element): string {
  const attribute = element.hasAttribute("name") ? "name" : "href";
  return `${element.localName}[${attribute}="${CSS.escape(element.getAttribute(attribute) ?? "")}"]`;
}

function isChanged(field: Field): boolean {
  if (field instanceof HTMLInputElement) return field.value !== field.defaultValue;
  return field.selectedOptions[0]?.defaultSelected === false;
}
