import type { Json, JsonObject } from "@plugboard/api";
import { type ReactNode, useId, useState } from "react";
import { messageOf } from "./message-of.ts";

interface JsonFieldProps {
  readonly label: string;
  readonly value: JsonObject;
  /** The label of the button. */
  readonly action: string;
  readonly onSubmit: (value: Record<string, Json>) => void | Promise<void>;
}

/** Edits a JSON object as text. A changed `value` replaces the text. */
export function JsonField({ label, value, action, onSubmit }: JsonFieldProps): ReactNode {
  const id = useId();
  const text = JSON.stringify(value, null, 2);
  const [edited, setEdited] = useState({ of: text, text });
  const [problem, setProblem] = useState("");
  if (edited.of !== text) setEdited({ of: text, text });
  const submit = async (): Promise<void> => {
    try {
      setProblem("");
      await onSubmit(parseObject(edited.text));
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <form action={submit} className="json">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        spellCheck={false}
        rows={Math.min(14, edited.text.split("\n").length + 1)}
        value={edited.text}
        onChange={(event) => setEdited({ of: text, text: event.target.value })}
      />
      <button type="submit">{action}</button>
      {problem !== "" && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}

function parseObject(text: string): Record<string, Json> {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error("Enter a JSON object.");
  // Parsed JSON contains only JSON.
  return value as Record<string, Json>;
}
