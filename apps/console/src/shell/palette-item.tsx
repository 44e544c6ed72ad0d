import { Command } from "cmdk";
import type { LucideIcon } from "lucide-react";

interface PaletteItemProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly id?: string | undefined;
  readonly onSelect: () => void;
}

/** A result of the command palette. */
export function PaletteItem({ icon: Icon, title, id, onSelect }: PaletteItemProps) {
  return (
    <Command.Item value={`${title} ${id ?? ""}`} onSelect={onSelect}>
      <Icon aria-hidden size={15} />
      <span className="clip">{title}</span>
      {id !== undefined && <code className="hint clip">{id}</code>}
    </Command.Item>
  );
}
