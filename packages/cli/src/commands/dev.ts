import { once } from "node:events";
import { type DevReport, printReport } from "../dev/dev-report.ts";
import { joinDev } from "../dev/join-dev.ts";
import { startDev } from "../dev/start-dev.ts";
import { readProject } from "../project/project.ts";
import { type CommandContext, connectServer } from "./command-context.ts";

/** Options for `plugboard dev`. */
export interface DevCommandOptions {
  readonly port: number;
  /** Uses the selected server instead of an embedded one. */
  readonly join?: true | undefined;
}

/** Runs the integration in this folder until interrupted. */
export async function dev(context: CommandContext, { port, join }: DevCommandOptions): Promise<void> {
  const { cwd, env, terminal, signal } = context;
  const { folder } = await readProject(cwd);
  const report = (entry: DevReport): void => terminal.show(entry, printReport(entry, terminal.paint, folder));
  const { close } =
    join === undefined
      ? await startDev({ folder, port, env, report })
      : await joinDev({ folder, env, report, server: await connectServer(context, { dev: false }) });
  if (!signal.aborted) await once(signal, "abort");
  await close();
}
