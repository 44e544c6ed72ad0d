import type { SettingResource } from "@plugboard/api/client";
import { listSettings, updateSettings } from "@plugboard/api/routes";
import { Fragment, type ReactNode, useState } from "react";
import { api } from "../data/platform-api.ts";
import { useChange, useReadAllOnce } from "../data/queries.ts";
import { Button } from "../ui/button.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Form } from "../ui/form.tsx";
import { Skeleton } from "../ui/page.tsx";
import { showToast } from "../ui/show-toast.ts";
import { problemAt, TextField } from "../ui/text-field.tsx";

/** The server's settings, for the platform administrator, who can edit some of them here. */
export function ServerSettings(): ReactNode {
  const settings = useReadAllOnce(listSettings);
  const items = settings.data ?? [];
  return (
    <>
      {items.length > 0 && <ChangeableSettings settings={items.filter(({ isChangeable }) => isChangeable)} />}
      <section className="panel" aria-label="Server">
        <h2>Server</h2>
        <p className="hint">
          These environment variables are set where the server is started. Changes take effect after a
          restart.
        </p>
        <ErrorMessage error={settings.error} onRetry={() => void settings.refetch()} />
        {settings.isPending && <Skeleton />}
        {settings.isSuccess && (
          <dl className="facts">
            {items
              .filter(({ isChangeable }) => !isChangeable)
              .map(({ name, meaning, value, isSet, isSecret }) => (
                <Fragment key={name}>
                  <dt>
                    <code>{name}</code>
                  </dt>
                  <dd>
                    {isSet && isSecret ? "hidden" : value === undefined ? "none" : <code>{value}</code>}{" "}
                    <Origin isSet={isSet} />
                    <div className="hint">{withCode(meaning)}</div>
                  </dd>
                </Fragment>
              ))}
          </dl>
        )}
      </section>
    </>
  );
}

function ChangeableSettings({ settings }: { readonly settings: readonly SettingResource[] }) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const changes = settings.flatMap(({ name, value }) => {
    const text = typed[name]?.trim();
    return text === undefined || text === value ? [] : { name, value: text === "" ? null : text };
  });
  const save = useChange(
    () => api.call(updateSettings, { body: { settings: changes } }),
    () => {
      setTyped({});
      showToast({ title: "Settings saved" });
    },
  );
  const isShownAtField = settings.some(({ name }) => problemAt(save.error, name) !== undefined);
  return (
    <section className="panel" aria-label="Quotas and retention">
      <h2>Quotas and retention</h2>
      <p className="hint">
        Changes take effect within seconds on all server processes and are recorded in the audit log. Leave a
        field empty to use the value from the environment.
      </p>
      <Form className="settings-form" onSubmit={() => save.mutate(undefined)}>
        {settings.map(({ name, meaning, value = "", isSet }) => (
          <TextField
            key={name}
            label={
              <>
                <code>{name}</code> <Origin isSet={isSet} />
              </>
            }
            hint={withCode(meaning)}
            problem={problemAt(save.error, name)}
            value={typed[name] ?? value}
            onChange={(text) => setTyped({ ...typed, [name]: text })}
          />
        ))}
        {!isShownAtField && <ErrorMessage error={save.error} />}
        <p className="row">
          <Button type="submit" variant="primary" busy={save.isPending} disabled={changes.length === 0}>
            Save
          </Button>
        </p>
      </Form>
    </section>
  );
}

function Origin({ isSet }: { readonly isSet: boolean }) {
  return <span className="badge">{isSet ? "set" : "default"}</span>;
}

// Descriptions use only inline code. A full Markdown renderer would be larger than the rest of the page.
function withCode(text: string): ReactNode {
  return text.split("`").map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>));
}
