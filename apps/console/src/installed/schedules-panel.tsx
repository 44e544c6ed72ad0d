import type { ScheduleResource } from "@plugboard/api/client";
import { listSchedules, sendSampleEvent } from "@plugboard/api/routes";
import { api, readAll } from "../data/platform-api.ts";
import { useChange, useLive } from "../data/queries.ts";
import { ActionTable } from "../ui/action-table.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { showToast } from "../ui/show-toast.ts";
import { Moment, TimeAgo } from "../ui/time.tsx";

interface SchedulesPanelProps {
  readonly installationId: string;
  /** Only active installations receive events. */
  readonly isActive: boolean;
}

/** Lists the schedules of an installation with their next run. Hidden if there are none. */
export function SchedulesPanel({ installationId, isActive }: SchedulesPanelProps) {
  const params = { installationId };
  const schedules = useLive(
    [listSchedules.id, installationId],
    () => readAll(listSchedules, { params }),
    "installations",
    // Each run is an event.
    "deliveries",
  );
  const run = useChange(
    (schedule: { readonly id: string; readonly scheduledFor: string }) =>
      api.call(sendSampleEvent, {
        params: { installationId, eventType: "schedule" },
        body: { fields: { schedule } },
      }),
    () => showToast({ title: "Schedule event sent" }),
  );
  if (schedules.data?.length === 0) return null;
  return (
    <section className="panel" aria-label="Schedules">
      <h2>Schedules</h2>
      <ErrorMessage error={schedules.error ?? run.error} onRetry={() => void schedules.refetch()} />
      <ActionTable columns={["Schedule", "Runs", "Next run"]}>
        {(schedules.data ?? []).map((schedule) => (
          <tr key={schedule.id}>
            <td>{schedule.id}</td>
            <td>{describe(schedule)}</td>
            <td>
              {isActive ? (
                <>
                  <Moment time={schedule.nextAt} /> (<TimeAgo time={schedule.nextAt} />)
                </>
              ) : (
                "When the installation is active"
              )}
            </td>
            <td>
              <Button
                busy={run.isPending && run.variables.id === schedule.id}
                disabled={!isActive}
                onClick={() => run.mutate({ id: schedule.id, scheduledFor: new Date().toISOString() })}
              >
                Run now
              </Button>
            </td>
          </tr>
        ))}
      </ActionTable>
    </section>
  );
}

function describe({ cron, timeZone = "UTC", everyMinutes = 0 }: ScheduleResource): string {
  return cron === undefined ? `Every ${everyMinutes} minutes` : `${cron} (${timeZone})`;
}
