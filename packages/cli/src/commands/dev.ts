import { once } from "node:events";
import { printReport } from "../dev/dev-report.ts";
import { startDev } from "../dev/start-dev.ts";
import { readProject } from "../project/project.ts";
import type { CommandContext } from "./command-context.ts";

/** Runs the integration in this folder until it is ended. */
export async function dev(
  { cwd, env, terminal, signal }: CommandContext,
  { port }: { readonly port: number },
): Promise<void> {
  const { folder } = await readProject(cwd);
  const { close } = await startDev({
    folder,
    port,
    env,
    report: (report) => terminal.show(report, printReport(report, terminal.paint, folder)),
  });
  if (!signal.aborted) await once(signal, "abort");
  await close();
}
