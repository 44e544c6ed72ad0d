import { isCustomEventType } from "@plugboard/api";
import type { CustomEventTypeResource } from "@plugboard/api/client";
import { createCustomEventType, listCustomEventTypes, updateCustomEventType } from "@plugboard/api/routes";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { api } from "../data/platform-api.ts";
import { invalidField, readObject } from "../data/read-object.ts";
import { useChange, useReadAllOnce } from "../data/queries.ts";
import { useSignedIn } from "../people/use-person.ts";
import { Button } from "../ui/button.tsx";
import { FormDialog } from "../ui/dialog.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { EventTypeDescription } from "./event-catalog.tsx";
import { LabeledField } from "../ui/labeled-field.tsx";
import { problemAt, TextField } from "../ui/text-field.tsx";

/** Defines, edits, archives and restores the organization's custom event types. */
export function CustomEventTypes({ organizationId }: { readonly organizationId: string }) {
  const params = { organizationId };
  const { isDeveloper: mayChange } = useSignedIn();
  const types = useReadAllOnce(listCustomEventTypes, { params });
  const [edited, setEdited] = useState<CustomEventTypeResource | "new">();
  const archive = useChange(({ type, archivedAt }: CustomEventTypeResource) =>
    api.call(updateCustomEventType, {
      params: { ...params, customEventType: type },
      body: { archived: archivedAt === undefined },
    }),
  );
  return (
    <section className="panel" aria-label="Custom events">
      <div className="row">
        <h2>Custom events</h2>
        {mayChange && (
          <span className="end">
            <Button icon={Plus} onClick={() => setEdited("new")}>
              Add event type
            </Button>
          </span>
        )}
      </div>
      <p className="hint">
        Custom events that you send through the API. Webhook endpoints can subscribe to them.
      </p>
      <ErrorMessage error={types.error ?? archive.error} />
      {types.data?.map((type) => (
        <div key={type.type} className="choice">
          <div className="row">
            <code>{type.type}</code>
            {type.archivedAt !== undefined && <span className="badge">archived</span>}
            {mayChange && (
              <span className="actions end">
                {type.archivedAt === undefined && (
                  <Link className="button" to="/events/new" search={{ type: type.type }}>
                    Publish event
                  </Link>
                )}
                <Button aria-label={`Edit ${type.type}`} onClick={() => setEdited(type)}>
                  Edit…
                </Button>
                <Button
                  aria-label={`${type.archivedAt === undefined ? "Archive" : "Restore"} ${type.type}`}
                  busy={archive.isPending && archive.variables.type === type.type}
                  onClick={() => archive.mutate(type)}
                >
                  {type.archivedAt === undefined ? "Archive" : "Restore"}
                </Button>
              </span>
            )}
          </div>
          <EventTypeDescription type={type} />
        </div>
      ))}
      {edited !== undefined && (
        <TypeDialog
          organizationId={organizationId}
          before={edited === "new" ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </section>
  );
}

interface TypeDialogProps {
  readonly organizationId: string;
  /** The type to edit; `undefined` for a new one. */
  readonly before: CustomEventTypeResource | undefined;
  readonly onClose: () => void;
}

function TypeDialog({ organizationId, before, onClose }: TypeDialogProps) {
  const [type, setType] = useState<string>(before?.type ?? "");
  const [summary, setSummary] = useState(before?.summary ?? "");
  const [version, setVersion] = useState(before?.version ?? "1");
  const [schema, setSchema] = useState(toText(before?.schema));
  const [example, setExample] = useState(toText(before?.example));
  const save = useChange(async () => {
    const body = {
      summary,
      version,
      schema: readObject("schema", schema),
      example: readObject("example", example),
    };
    const params = { organizationId };
    if (!isCustomEventType(type))
      throw invalidField("type", "must be at least two words separated by a dot, such as invoice.paid");
    // Empty fields are omitted for a new type and cleared for an existing one.
    return before === undefined
      ? await api.call(createCustomEventType, { params, body: { type, ...body } })
      : await api.call(updateCustomEventType, {
          params: { ...params, customEventType: before.type },
          body: { ...body, schema: body.schema ?? null, example: body.example ?? null },
        });
  }, onClose);
  return (
    <FormDialog
      title={before === undefined ? "Add event type" : `Edit ${before.type}`}
      action={before === undefined ? "Add" : "Save"}
      busy={save.isPending}
      error={save.error}
      fields={["type", "summary", "version", "schema", "example"]}
      onSubmit={() => save.mutate(undefined)}
      onClose={onClose}
    >
      {before === undefined && (
        <TextField
          label="Name"
          autoComplete="off"
          value={type}
          onChange={setType}
          problem={problemAt(save.error, "type")}
          hint="Words separated by dots, such as invoice.paid."
          required
        />
      )}
      <TextField
        label="Summary"
        autoComplete="off"
        value={summary}
        onChange={setSummary}
        problem={problemAt(save.error, "summary")}
        required
      />
      <TextField
        label="Version"
        autoComplete="off"
        value={version}
        onChange={setVersion}
        problem={problemAt(save.error, "version")}
        hint="Increase the version for breaking changes."
        required
      />
      <JsonField
        label="JSON Schema of the data"
        value={schema}
        onChange={setSchema}
        problem={problemAt(save.error, "schema")}
      />
      <JsonField
        label="Example data"
        value={example}
        onChange={setExample}
        problem={problemAt(save.error, "example")}
      />
    </FormDialog>
  );
}

interface JsonFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly problem: string | undefined;
}

function JsonField({ label, value, onChange, problem }: JsonFieldProps) {
  return (
    <LabeledField label={label} problem={problem}>
      {(control) => (
        <textarea
          {...control}
          className="code-input"
          rows={6}
          spellCheck={false}
          value={value}
          placeholder="Optional"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </LabeledField>
  );
}

function toText(value: object | undefined): string {
  return value === undefined ? "" : JSON.stringify(value, null, 2);
}
