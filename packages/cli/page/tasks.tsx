import type { TaskState } from "@plugboard/api/client";
import { cancelTask, listTasks } from "@plugboard/api/routes";
import { type ReactNode, useEffect, useState } from "react";
import type { Session } from "./dev-server.ts";
import { messageOf } from "./message-of.ts";

const shown = 5;
const pollMilliseconds = 1000;

/** Shows the latest tasks with their progress and cancels them. Hidden if there are none. */
export function Tasks({ session }: { readonly session: Session }): ReactNode {
  const { api, installationId } = session;
  const [tasks, setTasks] = useState<readonly TaskState[]>([]);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isCurrent = true;
    const load = async (): Promise<void> => {
      const read = api.call(listTasks, { params: { installationId }, query: { limit: shown } });
      // The header shows that `plugboard dev` has stopped.
      const items = (await read.catch(() => undefined))?.items;
      if (!isCurrent) return;
      if (items !== undefined) setTasks(items);
      timer = setTimeout(() => void load(), pollMilliseconds);
    };
    void load();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [api, installationId]);
  const cancel = async (taskId: string): Promise<void> => {
    try {
      setProblem("");
      const canceled = await api.call(cancelTask, { params: { installationId, taskId } });
      setTasks((known) => known.map((task) => (task.id === taskId ? canceled : task)));
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  if (tasks.length === 0) return null;
  return (
    <section aria-label="Tasks">
      <h2>Tasks</h2>
      {problem !== "" && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <ol>
        {tasks.map((task) => (
          <li key={task.id}>
            <Task task={task} onCancel={() => void cancel(task.id)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Task({ task, onCancel }: { readonly task: TaskState; readonly onCancel: () => void }): ReactNode {
  const { type, status, progress = {}, steps, runs, error } = task;
  const { done, total, message } = progress;
  const counts = [
    done !== undefined && total !== undefined && `${done} of ${total}`,
    steps > 0 && `${steps} ${steps === 1 ? "step" : "steps"}`,
    runs > 1 && `${runs} requests`,
    message,
  ].filter((part) => typeof part === "string");
  return (
    <>
      <div className="bar">
        <span>{type === "" ? "task" : type}</span>
        <span className="status">{status}</span>
        {isUnfinished(task) && (
          <button type="button" onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
      {done !== undefined && total !== undefined && (
        <progress aria-label="Progress" value={done} max={Math.max(total, done, 1)} />
      )}
      {counts.length > 0 && <p className="muted">{counts.join(" · ")}</p>}
      {error !== undefined && <p className="problem">{error}</p>}
    </>
  );
}

function isUnfinished({ status }: TaskState): boolean {
  return status === "queued" || status === "running";
}
