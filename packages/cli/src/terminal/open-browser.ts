import { spawn } from "node:child_process";

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

/** Opens an address in the person's browser, if there is one. Print the address all the same. */
export function openBrowser(url: string): void {
  const [command, ...words] = openers[process.platform] ?? (["xdg-open"] as const);
  spawn(command, [...words, url], { stdio: "ignore", detached: true })
    .on("error", () => {})
    .unref();
}
