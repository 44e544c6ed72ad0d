import type { LucideIcon } from "lucide-react";
import { type ReactNode, useContext, useLayoutEffect } from "react";
import { takeOver } from "./take-over.ts";
import { ProductContext } from "../product/console-product.ts";

interface PageProps {
  readonly title: string;
  /** An image before the title. */
  readonly icon?: ReactNode;
  /** A one-sentence description below the title. */
  readonly description?: ReactNode;
  /** The breadcrumb above the title. */
  readonly above?: ReactNode;
  /** Buttons next to the title. */
  readonly actions?: ReactNode;
  /** Uses the full width and height, for tables that scroll by themselves. */
  readonly wide?: boolean | undefined;
  readonly children: ReactNode;
}

/** A console page with its heading, which is also the title of the browser tab. */
export function Page({ title, icon, description, above, actions, wide = false, children }: PageProps) {
  // The portal has no product.
  const product = useContext(ProductContext);
  useLayoutEffect(takeOver, []);
  return (
    <div className="page" data-wide={wide || undefined}>
      <title>{`${title} · ${product?.title ?? "Plugboard"}`}</title>
      {above !== undefined && <p className="page-above">{above}</p>}
      <header className="page-header">
        {icon}
        <div className="page-title">
          <h1>{title}</h1>
          {description !== undefined && <p className="hint">{description}</p>}
        </div>
        {actions !== undefined && <div className="actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

interface EmptyStateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  /** An explanation of what will appear here, and how. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** The placeholder of an empty list. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="empty">
      <span className="empty-icon">
        <Icon aria-hidden size={20} />
      </span>
      <p className="empty-title">{title}</p>
      <p className="hint">{children}</p>
      {action}
    </div>
  );
}

/** A placeholder for text that is loading. */
export function Skeleton({ rows = 3 }: { readonly rows?: number }) {
  return (
    <div className="skeleton" aria-hidden>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} />
      ))}
    </div>
  );
}
