import pino from "pino";
import { parseServerConfig } from "./config.ts";
import { startServer } from "./server.ts";
import { ServerError } from "./server-error.ts";

const log = pino({ base: null }, pino.destination({ sync: true }));

try {
  const server = await startServer(parseServerConfig(process.env), (error, details = {}) =>
    log.error({ err: error, ...details }, "something failed"),
  );
  log.info({ console: server.urls.console, sites: server.urls.sites }, "ready");
  if (server.generatedAdminToken !== undefined) {
    log.info({ adminToken: server.generatedAdminToken }, "administrator's token, shown this once");
  }
  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    log.info("stopping");
    await server.stop();
    log.info("stopped");
  };
  // Ctrl-C reaches every process of a terminal, and a parent may pass it on: the second signal changes nothing.
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      stopping ??= stop().catch((error: unknown) => {
        log.error({ err: error }, "did not stop cleanly");
        process.exitCode = 1;
      });
    });
  }
} catch (error) {
  if (!(error instanceof ServerError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
