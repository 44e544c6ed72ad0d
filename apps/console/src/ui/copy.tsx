import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { IconButton } from "./button.tsx";

const shownMilliseconds = 1500;

interface CopyButtonProps {
  readonly text: string;
  /** The accessible name: “Copy URL”. */
  readonly label: string;
}

/** Copies text, such as the ID next to it, and shows a confirmation. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), shownMilliseconds);
  };
  return (
    <IconButton
      icon={copied ? Check : Copy}
      label={copied ? "Copied" : label}
      data-small
      onClick={() => void copy()}
    />
  );
}

/** An ID, URL or secret with a copy button. */
export function Copyable({ text, label }: CopyButtonProps) {
  return (
    <span className="copyable">
      <code>{text}</code>
      <CopyButton text={text} label={label} />
    </span>
  );
}
