import { startCluster } from "./cluster/start-cluster.ts";

const defaultPort = 4000;

try {
  const port = Number(process.env["PORT"] || defaultPort);
  const cluster = await startCluster({ port, onLine: (line) => console.error(line) });
  const { consoleUrl, sitesUrl, adminToken, databaseUrl, processes } = cluster;
  console.log(`
  Two API processes and two workers are ready, on PostgreSQL.

  Console    ${consoleUrl}
  Token      ${adminToken}
  Site       ${sitesUrl}/sites/handbook/
  Database   ${databaseUrl}
${processes.map(({ role, processId, url }) => `  ${role.padEnd(10)} ${url}, process ${processId}`).join("\n")}

  Kill any of them: the others take over its work. Ctrl-C stops everything and deletes the data.
`);
  let stopping: Promise<void> | undefined;
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => {
      stopping ??= cluster.stop();
    });
  await cluster.ended;
  await (stopping ?? cluster.stop());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
