import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface PageProps {
  readonly title: string;
  /** One sentence below the title. */
  readonly description?: ReactNode;
  /** Above the title: where this page belongs. */
  readonly above?: ReactNode;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  /** Takes the whole width and height, for tables with their own scrolling. */
  readonly wide?: boolean | undefined;
  readonly children: ReactNode;
}

/** A page of the console with its heading; it names the browser's tab too. */
export function Page({ title, description, above, actions, wide = false, children }: PageProps) {
  return (
    <div className="page" data-wide={wide || undefined}>
      <title>{`${title} · Plugboard`}</title>
      {above !== undefined && <p className="page-above">{above}</p>}
      <header className="page-header">
        <div>
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
  /** What will be here, and how it gets here. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** What a list shows while there is nothing in it. */
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

/** A placeholder for text while it is read. */
export function Skeleton({ rows = 3 }: { readonly rows?: number }) {
  return (
    <div className="skeleton" aria-hidden>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} />
      ))}
    </div>
  );
}
