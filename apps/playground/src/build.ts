import { buildConsole, buildSite } from "./build-pages.ts";

// What `pnpm start` does first: builds what the server sends to browsers. One after the other, as each changes the environment for a while.
await buildConsole();
await buildSite();
