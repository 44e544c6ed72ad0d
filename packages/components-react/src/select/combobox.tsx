import { Combobox as BaseCombobox } from "@base-ui/react/combobox";
import { type ReactNode, useRef, useState } from "react";
import type { UiNode } from "@plugboard/api";
import type { SelectOption } from "@plugboard/components";
import { Icon } from "../icons/icon.tsx";
import type { ControlName } from "../view/control.ts";
import { usePopupLayer } from "../view/popup-layer.tsx";
import { readFlag } from "../view/read-attribute.ts";
import { shownOptions } from "./option-list.ts";
import { useHeldWhilePressed } from "./use-held-while-pressed.ts";
import { type Options, useOptionLabels, useOptions } from "./use-options.ts";

interface ComboboxProps {
  readonly node: UiNode;
  readonly name: ControlName;
  readonly placeholder: string;
  readonly disabled: boolean;
  /** The selected IDs. */
  readonly ids: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

/** A text field with a filtered list of options, for one or several values. */
export function Combobox({ node, name, placeholder, disabled, ids, onChange }: ComboboxProps): ReactNode {
  const [query, setQuery] = useState("");
  const field = useRef<HTMLDivElement>(null);
  const [found, onPointerDown] = useHeldWhilePressed(useOptions(node, query));
  const labels = useOptionLabels(found.options);
  const options = shownOptions(found.options, query, readFlag(node, "acceptInput"));
  const byId = new Map(options.map((option) => [option.id, option]));
  const labelOf = (id: string): string => labels.get(id) ?? id;
  const multiple = readFlag(node, "multiple");
  const input = (
    <BaseCombobox.Input {...name} placeholder={ids.length > 0 ? "" : placeholder} autoComplete="off" />
  );
  const shared = {
    items: [...byId.keys()],
    // The options are already filtered, here or by the page.
    filter: null,
    itemToStringLabel: labelOf,
    autoHighlight: true,
    disabled,
    onInputValueChange: (text: string, { reason }: { readonly reason: string }) =>
      setQuery(reason === "input-change" ? text : ""),
    onOpenChange: (open: boolean) => {
      if (!open) setQuery("");
    },
  } as const;
  const content = (
    <>
      <BaseCombobox.InputGroup
        ref={field}
        className="plugboard-combobox-field"
        data-disabled={disabled || undefined}
      >
        {multiple ? (
          <BaseCombobox.Chips className="plugboard-chips">
            {ids.map((id) => (
              <BaseCombobox.Chip key={id} className="plugboard-chip" aria-label={labelOf(id)}>
                {labelOf(id)}
                <BaseCombobox.ChipRemove aria-label={`Remove ${labelOf(id)}`}>
                  <Icon name="close" />
                </BaseCombobox.ChipRemove>
              </BaseCombobox.Chip>
            ))}
            {input}
          </BaseCombobox.Chips>
        ) : (
          input
        )}
        <Icon name="chevron-down" />
      </BaseCombobox.InputGroup>
      <OptionPopup {...found} anchor={field} options={byId} onPointerDown={onPointerDown} />
    </>
  );
  return multiple ? (
    <BaseCombobox.Root {...shared} multiple value={[...ids]} onValueChange={onChange}>
      {content}
    </BaseCombobox.Root>
  ) : (
    <BaseCombobox.Root
      {...shared}
      value={ids[0] ?? null}
      onValueChange={(id) => onChange(id === null ? [] : [id])}
    >
      {content}
    </BaseCombobox.Root>
  );
}

interface OptionPopupProps extends Pick<Options, "status" | "retry"> {
  readonly anchor: React.RefObject<HTMLDivElement | null>;
  readonly options: ReadonlyMap<string, SelectOption>;
  readonly onPointerDown: () => void;
}

/** The list below a combobox with its status. */
function OptionPopup({ anchor, options, onPointerDown, status, retry }: OptionPopupProps): ReactNode {
  // A visible line above options would move them once others are loaded.
  const isHidden = status === "loading" && options.size > 0;
  return (
    <BaseCombobox.Portal container={usePopupLayer()}>
      <BaseCombobox.Positioner
        className="plugboard-positioner"
        anchor={anchor}
        sideOffset={6}
        positionMethod="fixed"
      >
        <BaseCombobox.Popup className="plugboard-popup plugboard-options" onPointerDown={onPointerDown}>
          <BaseCombobox.Status className={isHidden ? "plugboard-visually-hidden" : "plugboard-hint"}>
            {messageFor(status, options.size)}
          </BaseCombobox.Status>
          {status === "failed" && (
            <button type="button" className="plugboard-text-button" onClick={retry}>
              Try again
            </button>
          )}
          <BaseCombobox.List aria-label="Options">
            {(id: string) => (
              <BaseCombobox.Item key={id} value={id} className="plugboard-option">
                <OptionContent {...(options.get(id) ?? { id, label: id })} />
              </BaseCombobox.Item>
            )}
          </BaseCombobox.List>
        </BaseCombobox.Popup>
      </BaseCombobox.Positioner>
    </BaseCombobox.Portal>
  );
}

function OptionContent({ icon, label }: SelectOption): ReactNode {
  return (
    <>
      {icon !== undefined && <Icon name={icon} />}
      <span className="plugboard-option-label">{label}</span>
      <BaseCombobox.ItemIndicator className="plugboard-option-mark">
        <Icon name="check" />
      </BaseCombobox.ItemIndicator>
    </>
  );
}

function messageFor(status: Options["status"], count: number): string {
  if (status === "loading") return "Loading…";
  if (status === "failed") return "Options could not be loaded.";
  return count === 0 ? "No options" : "";
}
