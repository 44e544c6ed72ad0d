import { renderComponent } from "@plugboard/api/routes";
import type { EmbedSession } from "@plugboard/api/client";
import { type ComponentEvent, ComponentView } from "@plugboard/components-react";
import { type ReactNode, useCallback, useMemo } from "react";
import { loadOptions } from "../data/load-options.ts";
import { api } from "../data/platform-api.ts";
import { useTheme } from "../ui/theme.ts";

const noProps = {};

/** The component that an embed token names. */
export function EmbeddedBlock({ session }: { readonly session: EmbedSession }): ReactNode {
  const { installationId = "", componentId = "", props = noProps, resource } = session;
  const theme = useTheme();
  const dispatch = useCallback(
    ({ componentId: rendered, ...body }: ComponentEvent) =>
      api.call(renderComponent, { params: { installationId, componentId: rendered }, body }),
    [installationId],
  );
  const context = useMemo(
    () => ({
      type: "document" as const,
      theme,
      ...(resource !== undefined && { [`${resource.kind}Id`]: resource.id }),
    }),
    [theme, resource],
  );
  return (
    <ComponentView
      componentId={componentId}
      props={props}
      context={context}
      dispatch={dispatch}
      loadOptions={(request) => loadOptions(installationId, request)}
    />
  );
}
