export type { ComponentEvent } from "@plugboard/components/session";
export { ComponentView, type ComponentViewProps } from "./component-view/component-view.tsx";
export { iconNames } from "./icons/icon.tsx";
export type { ComponentHost, OptionsRequest } from "./view/component-host.ts";
export { observeHeight } from "./view/observe-height.ts";
