import { serveServices } from "./serve-services.ts";

// Runs the demo services in their own process. Arguments: the port, the console's URL and the URL for release
// webhooks. Exits with its parent.

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
