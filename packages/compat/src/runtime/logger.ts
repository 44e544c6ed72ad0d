/**
 * Creates a logger that writes to the console, with the namespace before each line. The platform collects the lines.
 *
 * @example
 * import { Logger } from "@plugboard/compat/runtime";
 *
 * Logger("digest").info("sent", { pages: 3 }); // [digest] sent { pages: 3 }
 */
export function Logger(
  namespace: string,
): Readonly<Record<"info" | "debug" | "error", (message: string, ...details: readonly unknown[]) => void>> {
  const at =
    (level: "log" | "debug" | "error") =>
    (message: string, ...details: readonly unknown[]) =>
      console[level](`[${namespace}] ${message}`, ...details);
  return { info: at("log"), debug: at("debug"), error: at("error") };
}
