export type { ComponentEvent, ComponentHost, OptionsRequest } from "./component-host.ts";
export { ComponentView, type ComponentViewProps } from "./component-view.tsx";
export { ComponentViewError, type ComponentViewErrorCode } from "./component-view-error.ts";
export { iconNames } from "./view/icon-table.ts";
