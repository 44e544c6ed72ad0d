export { createMarkup as jsx, createMarkup as jsxs, Fragment } from "./jsx/create-markup.ts";
export type { JSX } from "./jsx/markup.ts";
