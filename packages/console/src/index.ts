export type { ProductDeclaration, ProductPage } from "./page/product-declaration.ts";
export { type Console, type ConsoleOptions, createConsole } from "./serving/create-console.ts";
