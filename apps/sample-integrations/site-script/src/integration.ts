import { createIntegration } from "@plugboard/runtime";
import type { IntegrationTypes } from "./service-manifest.types.ts";
import { writeScript } from "./write-script.ts";

/** Publishes the script of a site, with the settings that the site has. Pages load it once the visitor has allowed cookies. */
export const integration = createIntegration<IntegrationTypes>({
  fetch_published_script: (_event, { environment }) => {
    const { label = "Continue reading", days = 30 } = environment.siteInstallation?.configuration ?? {};
    return new Response(writeScript({ label, days }), {
      headers: {
        "content-type": "text/javascript; charset=utf-8",
        // Its address changes with each version and each change of the settings.
        "cache-control": "public, max-age=86400",
      },
    });
  },
});
