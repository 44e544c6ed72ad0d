export type { Element } from "./elements/element.ts";
