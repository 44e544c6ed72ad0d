import { buildConsole, buildSite } from "./build-pages.ts";

// The first step of `pnpm start`: builds the browser apps. They run one after the other because each changes
// the environment temporarily.
await buildConsole();
await buildSite();
