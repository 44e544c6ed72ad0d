import { useEffect, useState } from "react";
import { TextField } from "../ui/text-field.tsx";
import { callAccounts } from "./call-accounts.ts";

interface NewPasswordFieldProps {
  /** Defaults to “Password”. */
  readonly label?: string;
  /** The server's message about the password. */
  readonly problem?: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** An input for a new password. */
export function NewPasswordField({ label = "Password", problem, value, onChange }: NewPasswordFieldProps) {
  const [minLength, setMinLength] = useState<number>();
  useEffect(() => {
    // Without the answer, the server checks the length.
    void callAccounts<{ readonly minPasswordLength: number }>("/methods").then(
      ({ minPasswordLength }) => setMinLength(minPasswordLength),
      () => {},
    );
  }, []);
  return (
    <TextField
      label={label}
      type="password"
      autoComplete="new-password"
      value={value}
      onChange={onChange}
      problem={problem}
      minLength={minLength}
      required
      hint={`${minLength === undefined ? "" : `At least ${minLength} characters. `}Several words make a good password.`}
    />
  );
}
