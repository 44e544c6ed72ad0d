export { type Console, type ConsoleOptions, createConsole } from "./serving/create-console.ts";
