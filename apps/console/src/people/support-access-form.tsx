import { requestSupportAccess } from "@plugboard/api/routes";
import { useState } from "react";
import { api } from "../data/platform-api.ts";
import { useChange } from "../data/queries.ts";
import { Button } from "../ui/button.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Form } from "../ui/form.tsx";
import { Page } from "../ui/page.tsx";
import { isShownAtFields, problemAt, TextField } from "../ui/text-field.tsx";

interface SupportAccessFormProps {
  readonly organizationId: string;
  readonly title: string;
}

/** Asks the platform administrator for a reason before granting support access to an organization. */
export function SupportAccessForm({ organizationId, title }: SupportAccessFormProps) {
  const [reason, setReason] = useState("");
  const enter = useChange(() =>
    api.call(requestSupportAccess, { params: { organizationId }, body: { reason } }),
  );
  return (
    <Page title={title}>
      <Form className="panel entry-form" onSubmit={() => enter.mutate(undefined)}>
        <p>This organization has members. Your access and the reason will be recorded in its audit log.</p>
        <TextField
          label="Reason"
          autoComplete="off"
          value={reason}
          onChange={setReason}
          problem={problemAt(enter.error, "reason")}
          required
        />
        {!isShownAtFields(enter.error, ["reason"]) && <ErrorMessage error={enter.error} />}
        <Button type="submit" variant="primary" disabled={enter.isPending}>
          Get access for one hour
        </Button>
      </Form>
    </Page>
  );
}
