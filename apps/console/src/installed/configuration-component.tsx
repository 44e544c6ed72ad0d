import { renderComponent } from "@plugboard/api/routes";
import { type ComponentEvent, ComponentView } from "@plugboard/components-react";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { loadOptions } from "../data/load-options.ts";
import { api } from "../data/platform-api.ts";
import { useTheme } from "../ui/theme.ts";
import { showToast } from "../ui/show-toast.ts";
import type { SettingsLocation } from "./settings-location.ts";

interface ConfigurationComponentProps {
  readonly location: SettingsLocation;
  readonly componentId: string;
  /** Called when the component finishes. */
  readonly onSaved: (() => void) | undefined;
}

const contextTypes = {
  organization: "configuration_account",
  space: "configuration_space",
  site: "configuration_site",
} as const;

/** Renders an integration's own settings component, which saves the settings itself. */
export function ConfigurationComponent({ location, componentId, onSaved }: ConfigurationComponentProps) {
  const { installationId, kind } = location;
  const resourceId = location.kind === "organization" ? undefined : location.resourceId;
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
