import type { UiContext } from "@plugboard/api";
import { renderComponent } from "@plugboard/api/routes";
import { type ComponentEvent, ComponentView } from "@plugboard/components-react";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { loadOptions } from "../data/load-options.ts";
import { api } from "../data/platform-api.ts";
import { useTheme } from "../ui/theme.ts";
import { showToast } from "../ui/show-toast.ts";
import { isOfResource, resourceField, type SettingsLocation } from "./settings-location.ts";

interface ConfigurationComponentProps {
  readonly location: SettingsLocation;
  readonly componentId: string;
  /** Called when the component finishes. */
  readonly onSaved: (() => void) | undefined;
}

/** Renders an integration's own settings component, which saves the settings itself. */
export function ConfigurationComponent({ location, componentId, onSaved }: ConfigurationComponentProps) {
  const { installationId } = location;
  const theme = useTheme();
  const client = useQueryClient();
  const dispatch = useCallback(
    ({ componentId: rendered, ...body }: ComponentEvent) =>
      api.call(renderComponent, { params: { installationId, componentId: rendered }, body }),
    [installationId],
  );
  const context = useMemo(() => contextOf(location, theme), [location, theme]);
  return (
    <ComponentView
      componentId={componentId}
      props={noProps}
      context={context}
      dispatch={dispatch}
      loadOptions={(request) => loadOptions(installationId, request)}
      onComplete={() => {
        void client.invalidateQueries();
        showToast({ title: "Saved" });
        onSaved?.();
      }}
    />
  );
}

const noProps = {};

function contextOf(location: SettingsLocation, theme: UiContext["theme"]): UiContext {
  const level = isOfResource(location) ? location.kind.kind : "account";
  return { type: `configuration_${level}`, theme, ...resourceField(location) };
}
