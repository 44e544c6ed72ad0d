import { listSettings } from "@plugboard/api/routes";
import { Fragment, type ReactNode } from "react";
import { useReadOnce } from "../data/queries.ts";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Skeleton } from "../ui/page.tsx";

/** What the server was started with, for the platform's administrator. */
export function ServerSettings(): ReactNode {
  const settings = useReadOnce(listSettings, { query: { limit: 100 } });
  return (
    <section className="panel" aria-label="Server">
      <h2>Server</h2>
      <p className="hint">
        Environment variables. They are changed where the server is started, and count from its next start on.
      </p>
      <ErrorMessage error={settings.error} />
      {settings.isPending && <Skeleton />}
      {settings.isSuccess && (
        <dl className="facts">
          {settings.data.items.map(({ name, meaning, value, isSet, isSecret }) => (
            <Fragment key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>
                {isSet && isSecret ? "hidden" : value === undefined ? "none" : <code>{value}</code>}{" "}
                <span className="badge">{isSet ? "set" : "default"}</span>
                <div className="hint">{withCode(meaning)}</div>
              </dd>
            </Fragment>
          ))}
        </dl>
      )}
    </section>
  );
}

// All that a meaning has of Markdown. A reader of all of it would weigh more than the rest of the page.
function withCode(text: string): ReactNode {
  return text.split("`").map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>));
}
