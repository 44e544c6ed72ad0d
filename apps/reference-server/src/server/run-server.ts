import pino from "pino";
import { parseServerConfig } from "../settings/parse-server-config.ts";
import { plainOrigins } from "../settings/plain-origins.ts";
import type { ServerConfig } from "../settings/server-config.ts";
import { showSettings } from "../settings/show-settings.ts";
import { unknownVariables } from "../settings/unknown-variables.ts";
import { startProcessMetrics } from "../health/process-metrics.ts";
import type { ProcessTraces } from "../health/process-traces.ts";
import { createErrorReport } from "./report-errors.ts";
import { type RunningServer, startServer } from "./start-server.ts";
import { ServerError } from "../settings/server-error.ts";

const stopMilliseconds = 25_000;

const log = pino({ base: null }, pino.destination({ sync: true }));

/** Runs the server until a signal ends it. What keeps it from starting is said in one line on stderr. */
export async function runServer(env: Readonly<Record<string, string | undefined>>): Promise<void> {
  try {
    const config = parseServerConfig(env);
    const variables = unknownVariables(env);
    if (variables.length > 0) log.warn({ variables }, "these variables mean nothing to the server");
    const unsafe = plainOrigins(config);
    if (unsafe.length > 0) log.warn({ variables: unsafe }, "tokens and cookies go unencrypted over http://");
    const metrics = startProcessMetrics();
    const traces = await startTraces(config);
    const reportError = createErrorReport((fields) => log.error(fields, "something failed"), Date.now);
    const server = await startServer(config, metrics, reportError, {
      settings: showSettings(env),
      log: (fields, message) => log.info(fields, message),
    });
    sayReady(server);
    stopOnSignal(async () => {
      await server.stop();
      await traces?.stop();
      await metrics.stop();
    });
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

/** The SDK is loaded only where somebody wants traces: it takes time at the start, and memory ever after. */
async function startTraces({ tracesUrl, tracesShare }: ServerConfig): Promise<ProcessTraces | undefined> {
  if (tracesUrl === undefined) return undefined;
  const { startProcessTraces } = await import("../health/process-traces.ts");
  return startProcessTraces({ url: tracesUrl, share: tracesShare / 100 });
}

function sayReady({ urls, port, generatedAdminToken: adminToken, firstOwnerUrl }: RunningServer): void {
  log.info({ console: urls.console, sites: urls.sites, port, firstOwner: firstOwnerUrl }, "ready");
  if (adminToken !== undefined) log.info({ adminToken }, "administrator's token, shown this once");
}

function stopOnSignal(stop: () => Promise<void>): void {
  let stopping: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    log.info("stopping");
    // A database that hangs must not keep the process; what was not recorded is taken over by the next one.
    setTimeout(() => {
      log.error("did not stop in time");
      process.exit(1);
    }, stopMilliseconds).unref();
    await stop();
    log.info("stopped");
  };
  // Ctrl-C reaches every process of a terminal, and a parent may pass it on: the second signal changes nothing.
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      stopping ??= end().catch((error: unknown) => {
        log.error({ err: error }, "did not stop cleanly");
        process.exitCode = 1;
      });
    });
  }
}
