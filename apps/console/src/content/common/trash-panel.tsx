import { Button } from "../../ui/button.tsx";
import { ErrorMessage } from "../../ui/error-message.tsx";
import { showToast } from "../../ui/show-toast.ts";
import { TimeAgo } from "../../ui/time.tsx";
import { useChange } from "../../data/queries.ts";

interface Trashed {
  readonly id: string;
  readonly title: string;
  readonly trashedAt?: string | undefined;
}

interface TrashPanelProps {
  readonly items: readonly Trashed[];
  readonly canRestore: boolean;
  readonly restore: (id: string) => Promise<Trashed>;
}

/** Lists the items in the trash, with a button to restore each. */
export function TrashPanel({ items, canRestore, restore: call }: TrashPanelProps) {
  const restore = useChange(call, ({ title }) => showToast({ title: `${title} is back` }));
  if (items.length === 0) return null;
  return (
    <section className="panel" aria-label="Trash">
      <h2>Trash</h2>
      <ErrorMessage error={restore.error} />
      <ul className="plain-list">
        {items.map(({ id, title, trashedAt = "" }) => (
          <li key={id} className="row">
            <span className="clip" title={title}>
              {title}
            </span>
            <span className="hint end">
              since <TimeAgo time={trashedAt} />
            </span>
            {canRestore && (
              <Button
                busy={restore.isPending && restore.variables === id}
                onClick={() => restore.mutate(id)}
                aria-label={`Restore ${title}`}
              >
                Restore
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
