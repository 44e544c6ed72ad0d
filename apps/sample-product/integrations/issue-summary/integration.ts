import { createIntegration } from "@plugboard/runtime";
import { incident, summary } from "./components.ts";

/** Shows a summary next to an issue, and incidents for links to a status page. */
export const integration = createIntegration({ components: [summary, incident] });
