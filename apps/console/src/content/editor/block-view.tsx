import type { Node } from "@tiptap/core";
import { renderComponent } from "@plugboard/api/routes";
import { type ComponentEvent, ComponentView } from "@plugboard/components-react";
import { type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from "@tiptap/react";
import { GripVertical, Trash2 } from "lucide-react";
import { createContext, type ReactNode, useCallback, useContext, useMemo } from "react";
import { loadOptions } from "../../data/load-options.ts";
import { api } from "../../data/platform-api.ts";
import { useTheme } from "../../ui/theme.ts";
import type { OfferedBlock } from "./block-catalog.ts";
import { IntegrationBlock, propsOf } from "./integration-block.ts";

/** The space and page of the blocks in an editor. */
export interface BlockLocation {
  readonly spaceId: string;
  readonly pageId: string;
  readonly offered: readonly OfferedBlock[];
}

/** Provides the space and page to the blocks in an editor. */
export const BlockLocationContext = createContext<BlockLocation>({ spaceId: "", pageId: "", offered: [] });

/** The editor node of a block, rendered by its integration. */
export const RenderedBlock: Node = IntegrationBlock.extend({
  addNodeView: () =>
    ReactNodeViewRenderer(BlockView, {
      // Without this, the editor takes focus away from inputs inside the component.
      stopEvent: ({ event }) =>
        event.target instanceof Element && event.target.closest(`.${bodyClass}`) !== null,
    }),
});

const bodyClass = "editor-block-body";

function BlockView({ node, editor, updateAttributes, deleteNode, selected }: NodeViewProps): ReactNode {
  const { spaceId, pageId, offered } = useContext(BlockLocationContext);
  const theme = useTheme();
  const integration = String(node.attrs["integration"]);
  const component = String(node.attrs["component"]);
  const block = offered.find((each) => each.integration === integration && each.component === component);
  const installationId = block?.installationId ?? "";
  const dispatch = useCallback(
    ({ componentId, ...body }: ComponentEvent) =>
      api.call(renderComponent, { params: { installationId, componentId }, body }),
    [installationId],
  );
  const context = useMemo(
    () => ({ type: "document" as const, theme, spaceId, pageId, editable: editor.isEditable }),
    [theme, spaceId, pageId, editor],
  );
  const title = block?.title ?? `${integration}/${component}`;
  return (
    <NodeViewWrapper className="editor-block" data-selected={selected || undefined} aria-label={title}>
      {editor.isEditable && (
        <div className="editor-block-bar" contentEditable={false}>
          <span data-drag-handle title="Drag to move">
            <GripVertical aria-hidden size={14} />
          </span>
          <span>{title}</span>
          <button
            type="button"
            className="button"
            data-variant="quiet"
            data-icon-only
            aria-label={`Remove ${title}`}
            onClick={deleteNode}
          >
            <Trash2 aria-hidden size={14} />
          </button>
        </div>
      )}
      {block === undefined ? (
        <p className="hint">
          The integration {integration} isn’t active in this space. The block is kept as it is.
        </p>
      ) : (
        <div className={bodyClass}>
          <ComponentView
            componentId={component}
            props={propsOf(node.attrs)}
            context={context}
            dispatch={dispatch}
            loadOptions={(request) => loadOptions(installationId, request)}
            // A popup inside the editor would count as an edit and re-render the block.
            popupContainer={document.body}
            onUpdateProps={(props) => updateAttributes({ props })}
          />
        </div>
      )}
    </NodeViewWrapper>
  );
}
