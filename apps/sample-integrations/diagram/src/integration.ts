import { createIntegration, createRouter } from "@plugboard/runtime";
import { diagram, diagramEditor } from "./diagram-component.tsx";
import { framePage } from "./frame-page.ts";

/** Draws boxes and arrows in a block, with a dialog to edit them and a webframe page to draw them. */
export const integration = createIntegration({
  components: [diagram, diagramEditor],
  fetch: createRouter({
    "/frame": {
      GET: () =>
        new Response(framePage, {
          headers: { "content-type": "text/html; charset=utf-8", "cache-control": "public, max-age=3600" },
        }),
    },
  }),
});
