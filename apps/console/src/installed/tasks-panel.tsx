import type { TaskState } from "@plugboard/api/client";
import { cancelTask, listTasks } from "@plugboard/api/routes";
import { ConfirmButton } from "../changes/confirm-button.tsx";
import { api } from "../data/platform-api.ts";
import { useReadPage } from "../data/queries.ts";
import { ActionTable } from "../ui/action-table.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { formatNumber } from "../ui/format.ts";
import { StatusBadge } from "../ui/status-badge.tsx";
import { TimeAgo } from "../ui/time.tsx";

const shown = 20;

/** Lists the latest tasks of an installation with their progress. Hidden if there are none. */
export function TasksPanel({ installationId }: { readonly installationId: string }) {
  const tasks = useReadPage(listTasks, { params: { installationId }, query: { limit: shown } });
  if (tasks.data?.items.length === 0) return null;
  return (
    <section className="panel" aria-label="Tasks">
      <h2>Tasks</h2>
      <ErrorMessage error={tasks.error} onRetry={() => void tasks.refetch()} />
      <ActionTable columns={["Task", "Status", "Progress", "Updated"]}>
        {(tasks.data?.items ?? []).map((task) => (
          <tr key={task.id}>
            <td>{task.type}</td>
            <td>
              <StatusBadge status={task.status} />
            </td>
            <td>
              <TaskProgress task={task} />
            </td>
            <td>
              <TimeAgo time={task.updatedAt} />
            </td>
            <td>
              {(task.status === "queued" || task.status === "running") && (
                <ConfirmButton
                  label="Cancel"
                  title={`Cancel ${task.type}?`}
                  consequence="The task stops before its next step. Finished steps aren’t undone."
                  action="Cancel task"
                  run={() => api.call(cancelTask, { params: { installationId, taskId: task.id } })}
                />
              )}
            </td>
          </tr>
        ))}
      </ActionTable>
    </section>
  );
}

function TaskProgress({ task: { progress, steps, error } }: { readonly task: TaskState }) {
  const { done, total, message } = progress ?? {};
  return (
    <>
      {done !== undefined && total !== undefined && (
        <>
          <progress aria-label="Progress" value={done} max={Math.max(total, done, 1)} /> {formatNumber(done)}{" "}
          of {formatNumber(total)}{" "}
        </>
      )}
      {done === undefined && steps > 0 && `${formatNumber(steps)} ${steps === 1 ? "step" : "steps"} `}
      {message}
      {error !== undefined && <p>{error}</p>}
    </>
  );
}
