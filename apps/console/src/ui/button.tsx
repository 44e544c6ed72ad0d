import type { LucideIcon } from "lucide-react";
import type { ButtonHTMLAttributes } from "react";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly icon?: LucideIcon | undefined;
  /** The visual weight. A quiet button has no border. */
  readonly variant?: "primary" | "danger" | "quiet" | undefined;
  readonly busy?: boolean | undefined;
}

// In the first HTML, which has no scripts, only buttons that submit a form work.
const props = { type: "button", disabled: import.meta.env.SSR } as const;

/** A button. While busy it keeps the focus and ignores clicks. */
export function Button({ icon: Icon, variant, busy = false, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      {...props}
      className="button"
      data-variant={variant}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
      {...rest}
    >
      {Icon !== undefined && <Icon aria-hidden size={15} />}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonProps, "children" | "icon"> {
  readonly icon: LucideIcon;
  /** The accessible name and tooltip. */
  readonly label: string;
}

/** A button with only an icon. */
export function IconButton({ icon: Icon, label, variant = "quiet", busy: _busy, ...rest }: IconButtonProps) {
  return (
    <button
      {...props}
      className="button"
      data-icon-only
      data-variant={variant}
      aria-label={label}
      title={label}
      {...rest}
    >
      <Icon aria-hidden size={16} />
    </button>
  );
}
