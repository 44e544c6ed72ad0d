import type { JsonObject } from "@plugboard/api";
import { type ReactNode, useId, useState } from "react";
import { parseJsonObject } from "../src/server/parse-json-object.ts";
import { messageOf } from "./message-of.ts";

interface JsonFieldProps {
  readonly label: string;
  readonly value: JsonObject;
  /** The label of the button. */
  readonly action: string;
  readonly onSubmit: (value: JsonObject) => void | Promise<void>;
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
      const object = parseJsonObject(edited.text);
      if (object === undefined) throw new Error("Enter a JSON object.");
      await onSubmit(object);
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
