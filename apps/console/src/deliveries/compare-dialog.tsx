import type { DeliveryResource } from "@plugboard/api/client";
import { getDeliveryBody, listDeliveries } from "@plugboard/api/routes";
import { useQuery } from "@tanstack/react-query";
import { createTwoFilesPatch } from "diff";
import { useState } from "react";
import { DiffView } from "../ui/diff-view.tsx";
import { useOrganizationId } from "../data/organization.ts";
import { api, readPage } from "../data/platform-api.ts";
import { Button } from "../ui/button.tsx";
import { indent } from "../ui/code.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { formatTime } from "../ui/format.ts";
import { Skeleton } from "../ui/page.tsx";

const maxOffered = 50;

interface CompareDialogProps {
  readonly delivery: DeliveryResource;
  readonly body: string;
  readonly onClose: () => void;
}

/** Shows the differences between an event and another one of the same type. */
export function CompareDialog({ delivery, body, onClose }: CompareDialogProps) {
  const { eventType, eventId } = delivery;
  const organization = useOrganizationId();
  const listed = useQuery({
    queryKey: [listDeliveries.id, "to compare", organization, eventType],
    queryFn: () => readPage(listDeliveries, { query: { organization, eventType, limit: maxOffered } }),
  });
  const events = new Map(listed.data?.items.map((each) => [each.eventId, each]));
  const others = [...events.values()].filter((each) => each.eventId !== eventId);
  const [chosenId, setChosen] = useState<string>();
  const chosen = others.find(({ id }) => id === chosenId) ?? others[0];
  const other = useQuery({
    queryKey: [getDeliveryBody.id, chosen?.id],
    queryFn: () => api.call(getDeliveryBody, { params: paramsOf(chosen ?? delivery) }),
    enabled: chosen !== undefined,
  });
  const patch =
    other.data && createTwoFilesPatch("other", "this", indent(other.data.body), indent(body), "", "");
  return (
    <Dialog
      title={`Compare ${eventType}`}
      description="Changes from the other event to this one."
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <ErrorMessage error={listed.error ?? other.error} />
      {listed.isPending && <Skeleton />}
      {listed.data !== undefined && others.length === 0 && (
        <p>There are no other events of this type to compare with.</p>
      )}
      {chosen !== undefined && (
        <label>
          Compare with
          <select value={chosen.id} onChange={(event) => setChosen(event.target.value)}>
            {others.map((each) => (
              <option key={each.id} value={each.id}>
                {formatTime(each.createdAt)} · {each.eventId}
              </option>
            ))}
          </select>
        </label>
      )}
      {patch !== undefined && <DiffView patch={patch} />}
    </Dialog>
  );
}

function paramsOf({ installationId, id: deliveryId }: DeliveryResource) {
  return { installationId, deliveryId };
}
