import type { SetupProblem } from "@plugboard/api/client";
import { renderComponent } from "@plugboard/api/routes";
import { type ComponentEvent, ComponentView } from "@plugboard/components-react";
import type { ManifestConfiguration } from "@plugboard/manifest";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { api } from "../data/platform-api.ts";
import { useTheme } from "../ui/theme.ts";
import { showToast } from "../ui/show-toast.ts";
import { ConfigurationForm } from "./configuration-form.tsx";
import type { SettingsPlace } from "./settings-place.ts";

interface PlaceSettingsProps {
  readonly title: string;
  readonly place: SettingsPlace;
  readonly configuration: ManifestConfiguration;
  readonly values: Readonly<Record<string, unknown>>;
  /** What the integration reported about them. */
  readonly problems?: readonly SetupProblem[] | undefined;
  /** Called when everything was saved. */
  readonly onSaved?: (() => void) | undefined;
}

const none: readonly SetupProblem[] = [];

/** The settings of an installation, or of its part in a space or site. */
export function PlaceSettings(props: PlaceSettingsProps) {
  const { title, place, configuration, values, problems = none, onSaved } = props;
  return (
    <section className="panel" aria-label={title}>
      <h2>{title}</h2>
      {"componentId" in configuration ? (
        <>
          {problems.map(({ path, message }) => (
            <p key={`${path} ${message}`} className="problem" role="alert">
              {message}
            </p>
          ))}
          <ConfigurationComponent place={place} componentId={configuration.componentId} onSaved={onSaved} />
        </>
      ) : (
        <ConfigurationForm
          place={place}
          configuration={configuration}
          values={values}
          reported={problems}
          onSaved={onSaved}
        />
      )}
    </section>
  );
}

type ConfigurationComponentProps = Pick<PlaceSettingsProps, "place" | "onSaved"> & {
  readonly componentId: string;
};

const contextTypes = {
  organization: "configuration_account",
  space: "configuration_space",
  site: "configuration_site",
} as const;

/** The component with which an integration asks for its settings, and which saves them itself. */
function ConfigurationComponent({ place, componentId, onSaved }: ConfigurationComponentProps) {
  const { installationId, kind } = place;
  const resourceId = place.kind === "organization" ? undefined : place.resourceId;
  const theme = useTheme();
  const client = useQueryClient();
  const dispatch = useCallback(
    ({ componentId: rendered, ...body }: ComponentEvent) =>
      api.call(renderComponent, { params: { installationId, componentId: rendered }, body }),
    [installationId],
  );
  const context = useMemo(
    () => ({
      type: contextTypes[kind],
      theme,
      ...(kind === "space" && resourceId !== undefined && { spaceId: resourceId }),
      ...(kind === "site" && resourceId !== undefined && { siteId: resourceId }),
    }),
    [kind, theme, resourceId],
  );
  return (
    <ComponentView
      componentId={componentId}
      props={noProps}
      context={context}
      dispatch={dispatch}
      onComplete={() => {
        void client.invalidateQueries();
        showToast({ title: "Saved" });
        onSaved?.();
      }}
    />
  );
}

const noProps = {};
