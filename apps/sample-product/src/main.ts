import { readSettings } from "./read-settings.ts";

const settings = readSettings(process.env);
if (typeof settings === "string") {
  process.stderr.write(`${settings}\n`);
  process.exitCode = 1;
} else {
  const { runTracker } = await import("./run-tracker.ts");
  await runTracker(settings);
}
