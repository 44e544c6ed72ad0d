export type { ComponentEvent, ComponentHost, OptionsRequest } from "./component-host.ts";
export { ComponentView, type ComponentViewProps } from "./component-view.tsx";
export { iconNames } from "./view/icon-table.ts";
