import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import type { JsonObject } from "@plugboard/api";
import type { NumberedReport } from "../src/dev/report-log.ts";
import { Activity } from "./activity.tsx";
import { ComponentPreview } from "./component-preview.tsx";
import { loadSession, type Session } from "./dev-server.ts";
import { groupOf, listPreviews } from "./list-previews.ts";
import { messageOf } from "./message-of.ts";
import { SettingsPreview } from "./settings-preview.tsx";
import { SitePreview } from "./site-preview.tsx";
import { Tasks } from "./tasks.tsx";
import { ToolPreview } from "./tool-preview.tsx";
import { useReports } from "./use-reports.ts";

type Theme = "light" | "dark";

/** Shows everything the integration renders and its tools, with state and activity alongside. */
export function DevPage(): ReactNode {
  const reports = useReports();
  const [theme, setTheme] = useState<Theme>(() =>
    matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
  );
  // Each reload renders the shown component again, with its state.
  const revision = lastId(reports.items, "reloaded");
  const { session, error } = useSession(Math.max(revision, lastId(reports.items, "published")));
  const failure = reports.items.findLast(({ report }) => report.kind === "failed");
  const broken = failure?.report.kind === "failed" && failure.id > revision ? failure.report : undefined;
  return (
    <div className="page" data-theme={theme}>
      <header>
        <strong>{session?.manifest.title ?? "plugboard dev"}</strong>
        <span className="muted">{location.origin}</span>
        <output className="status" data-connected={reports.connected}>
          {reports.connected ? "Live" : "plugboard dev has stopped"}
        </output>
        <button type="button" onClick={() => setTheme(theme === "dark" ? "light" : "dark")}>
          {theme === "dark" ? "Light" : "Dark"} theme
        </button>
      </header>
      {broken && (
        <div className="failure" role="alert">
          <pre>
            {[broken.message, ...broken.problems.map(({ path, message }) => `${path}: ${message}`)].join(
              "\n",
            )}
          </pre>
          <p>The previous version keeps running until this is fixed.</p>
        </div>
      )}
      {error !== undefined && (
        <p className="failure" role="alert">
          {error}
        </p>
      )}
      {session && <Workbench session={session} theme={theme} revision={revision} reports={reports} />}
    </div>
  );
}

interface WorkbenchProps {
  readonly session: Session;
  readonly theme: Theme;
  readonly revision: number;
  readonly reports: ReturnType<typeof useReports>;
}

function Workbench({ session, theme, revision, reports }: WorkbenchProps): ReactNode {
  const { manifest, description, resources } = session;
  const previews = useMemo(
    () => listPreviews(manifest, description, resources),
    [manifest, description, resources],
  );
  const [selected, setSelected] = useState(() => decodeURIComponent(location.hash.slice(1)));
  const [props, setProps] = useState<Readonly<Record<string, JsonObject>>>({});
  const [state, setState] = useState<JsonObject | undefined>();
  const preview = previews.find(({ id }) => id === selected) ?? previews[0];
  const select = useCallback((id: string) => {
    setState(undefined);
    setSelected(id);
    history.replaceState(null, "", `#${encodeURIComponent(id)}`);
  }, []);
  const storeProps = useCallback(
    (id: string, next: JsonObject) => setProps((known) => ({ ...known, [id]: next })),
    [],
  );
  const shown = { session, theme, revision, onState: setState };
  return (
    <div className="workbench">
      <nav aria-label="Previews">
        {[...Map.groupBy(previews, groupOf)].map(([group, members]) => (
          <section key={group}>
            <h2>{group}</h2>
            {members.map(({ id, title }) => (
              <button
                key={id}
                type="button"
                aria-current={id === preview?.id ? "page" : undefined}
                onClick={() => select(id)}
              >
                {title}
              </button>
            ))}
          </section>
        ))}
      </nav>
      <main>
        {preview === undefined && (
          <p className="muted">
            The integration shows nothing yet. Add a block, a tool or settings to the manifest, or a component
            to the code.
          </p>
        )}
        {preview?.kind === "settings" && <SettingsPreview key={preview.id} {...shown} preview={preview} />}
        {(preview?.kind === "block" || preview?.kind === "component") && (
          <ComponentPreview
            key={preview.id}
            {...shown}
            componentId={preview.componentId}
            title={preview.title}
            patterns={preview.patterns}
            props={props[preview.id] ?? noProps}
            onProps={(next) => storeProps(preview.id, next)}
            onUnfurled={(component, next) => {
              storeProps(`component:${component}`, next);
              select(`component:${component}`);
            }}
          />
        )}
        {preview?.kind === "tool" && <ToolPreview key={preview.id} session={session} tool={preview.tool} />}
        {preview?.kind === "site" && <SitePreview key={preview.id} preview={preview} revision={revision} />}
      </main>
      <aside>
        {preview !== undefined && preview.kind !== "site" && preview.kind !== "tool" && (
          <StateView state={state} />
        )}
        <Tasks session={session} />
        <Activity session={session} reports={reports} />
      </aside>
    </div>
  );
}

const noProps = {};

function StateView({ state }: { readonly state: JsonObject | undefined }): ReactNode {
  return (
    <section aria-label="State">
      <h2>State</h2>
      <pre>{state === undefined ? "Nothing rendered yet" : JSON.stringify(state, null, 2)}</pre>
    </section>
  );
}

function lastId(items: readonly NumberedReport[], kind: NumberedReport["report"]["kind"]): number {
  return items.findLast(({ report }) => report.kind === kind)?.id ?? 0;
}

/** Loads the session, and reloads it whenever `revision` changes. */
function useSession(revision: number): { session: Session | undefined; error: string | undefined } {
  const [loaded, setLoaded] = useState<{ session?: Session; error?: string }>({});
  useEffect(() => {
    let isCurrent = true;
    loadSession(revision).then(
      (session) => isCurrent && setLoaded({ session }),
      (error: unknown) => isCurrent && setLoaded((known) => ({ ...known, error: messageOf(error) })),
    );
    return () => {
      isCurrent = false;
    };
  }, [revision]);
  return { session: loaded.session, error: loaded.error };
}
