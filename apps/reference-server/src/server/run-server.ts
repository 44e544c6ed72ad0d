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

/** Runs the server until a signal stops it. Startup errors go to stderr in one line. */
export async function runServer(env: Readonly<Record<string, string | undefined>>): Promise<void> {
  try {
    const config = parseServerConfig(env);
    const variables = unknownVariables(env);
    if (variables.length > 0) log.warn({ variables }, "unknown variables; check their spelling");
    const unsafe = plainOrigins(config);
    if (unsafe.length > 0)
      log.warn({ variables: unsafe }, "tokens and cookies are sent unencrypted over http://");
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

/** The SDK is loaded only if traces are enabled, because it costs startup time and memory. */
async function startTraces({ tracesUrl, tracesShare }: ServerConfig): Promise<ProcessTraces | undefined> {
  if (tracesUrl === undefined) return undefined;
  const { startProcessTraces } = await import("../health/process-traces.ts");
  return startProcessTraces({ url: tracesUrl, share: tracesShare / 100 });
}

function sayReady({ urls, port, generatedAdminToken: adminToken, firstOwnerUrl }: RunningServer): void {
  log.info({ console: urls.console, sites: urls.public, port, firstOwner: firstOwnerUrl }, "ready");
  if (adminToken !== undefined) log.info({ adminToken }, "administrator token, shown only once");
}

function stopOnSignal(stop: () => Promise<void>): void {
  let stopping: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    log.info("stopping");
    // A hanging database must not keep the process alive. Unrecorded deliveries are taken over by the next
    // process.
    setTimeout(() => {
      log.error("did not stop in time");
      process.exit(1);
    }, stopMilliseconds).unref();
    await stop();
    log.info("stopped");
  };
  // Ctrl-C reaches all processes of a terminal, and a parent can forward it, so a second signal is ignored.
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      stopping ??= end().catch((error: unknown) => {
        log.error({ err: error }, "did not stop cleanly");
        process.exitCode = 1;
      });
    });
  }
}
