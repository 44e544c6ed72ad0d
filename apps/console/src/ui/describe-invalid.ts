/** Explains why a control is invalid, worded like errors of the API. */
export function describeInvalid(control: HTMLInputElement | HTMLTextAreaElement): string {
  const { validity, title } = control;
  if (validity.valueMissing) return "must not be empty";
  if (validity.badInput) return control.type === "number" ? "must be a number" : "must be a date and time";
  if (validity.typeMismatch) return examples[control.type] ?? "has another format";
  if (validity.tooShort) return `must have at least ${control.minLength} characters`;
  if (control instanceof HTMLTextAreaElement) return control.validationMessage;
  if (validity.rangeUnderflow) return `must be at least ${control.min.replace("T", " ")}`;
  if (validity.rangeOverflow) return `must be at most ${control.max.replace("T", " ")}`;
  if (validity.stepMismatch) return "must be a whole number";
  return title === "" ? control.validationMessage : title;
}

const examples: Readonly<Record<string, string>> = {
  email: "must be an email address, such as ada@example.com",
  url: "must be a URL, such as https://example.com",
};
