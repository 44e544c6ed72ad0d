import { serveServices } from "./serve-services.ts";

// The services in a process of their own: its first argument is their port, the second where the console is, the third where webhooks
// of releases go. It ends with the process that started it.

const [port = "", consoleUrl = "", releaseHookUrl = ""] = process.argv.slice(2);
process.once("disconnect", () => process.exit());
try {
  await serveServices(Number(port), { consoleUrl, releaseHookUrl }, (service, text) =>
    console.log(`  ${service.padEnd(12)} ${text}`),
  );
  process.send?.("ready");
} catch (error) {
  console.error(error instanceof Error && "code" in error ? error.code : error);
  process.exit(1);
}
