export type { ComponentEvent } from "@plugboard/components/session";
export type { ComponentHost, OptionsRequest } from "./component-host.ts";
export { ComponentView, type ComponentViewProps } from "./component-view.tsx";
export { iconNames } from "./view/icon-table.ts";
