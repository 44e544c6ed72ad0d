export { createMarkup as jsxDEV, Fragment } from "./jsx/create-markup.ts";
export type { JSX } from "./jsx/markup.ts";
