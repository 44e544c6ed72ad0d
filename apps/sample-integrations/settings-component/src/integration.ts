import { createIntegration } from "@plugboard/runtime";
import { notice, settings } from "./settings-component.tsx";

/** Shows a notice in pages, and is set up by a component. */
export const integration = createIntegration({ components: [settings, notice] });
