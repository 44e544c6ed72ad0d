export { type CliHost, runCli } from "./program/run-cli.ts";
export { exitCodes } from "./terminal/cli-error.ts";
export type { Output } from "./terminal/terminal.ts";
