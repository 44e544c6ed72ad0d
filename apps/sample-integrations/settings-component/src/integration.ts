import { createIntegration } from "@plugboard/runtime";
import { notice, settings } from "./settings-component.tsx";

/** Shows a notice on pages, configured through a component. */
export const integration = createIntegration({ components: [settings, notice] });
