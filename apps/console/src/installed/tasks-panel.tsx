import type { TaskState } from "@plugboard/api/client";
import { cancelTask, listTasks } from "@plugboard/api/routes";
import { useState } from "react";
import { api } from "../data/platform-api.ts";
import { useChange, useReadPage } from "../data/queries.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { formatNumber } from "../ui/format.ts";
import { StatusBadge } from "../ui/status-badge.tsx";
import { TimeAgo } from "../ui/time.tsx";

const shown = 20;

/** Lists the latest tasks of an installation with their progress. Hidden if there are none. */
export function TasksPanel({ installationId }: { readonly installationId: string }) {
  const tasks = useReadPage(listTasks, { params: { installationId }, query: { limit: shown } });
  const [canceling, setCanceling] = useState<TaskState>();
  const cancel = useChange(
    (taskId: string) => api.call(cancelTask, { params: { installationId, taskId } }),
    () => setCanceling(undefined),
  );
  if (tasks.data?.items.length === 0) return null;
  return (
    <section className="panel" aria-label="Tasks">
      <h2>Tasks</h2>
      <ErrorMessage error={tasks.error} onRetry={() => void tasks.refetch()} />
      <div className="scroll">
        <table>
          <thead>
            <tr>
              <th>Task</th>
              <th>Status</th>
              <th>Progress</th>
              <th>Updated</th>
              <th>
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
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
                    <Button onClick={() => setCanceling(task)}>Cancel</Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {canceling !== undefined && (
        <ConfirmDialog
          title={`Cancel ${canceling.type}?`}
          action="Cancel task"
          busy={cancel.isPending}
          error={cancel.error}
          onConfirm={() => cancel.mutate(canceling.id)}
          consequence="The task stops before its next step. Finished steps aren’t undone."
          onCancel={() => setCanceling(undefined)}
        />
      )}
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
