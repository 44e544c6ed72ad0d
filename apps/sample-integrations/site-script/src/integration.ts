import { createIntegration } from "@plugboard/content/integration";
import type { IntegrationTypes } from "./service-manifest.types.ts";
import { writeScript } from "./write-script.ts";

/** Serves a site's script with the site's settings. Pages load it after the visitor has allowed cookies. */
export const integration = createIntegration<IntegrationTypes>({
  fetch_published_script: (_event, { environment }) => {
    const { label = "Continue reading", days = 30 } = environment.siteInstallation?.configuration ?? {};
    return new Response(writeScript({ label, days }), {
      headers: {
        "content-type": "text/javascript; charset=utf-8",
        // The URL changes with each version and settings change.
        "cache-control": "public, max-age=86400",
      },
    });
  },
});
