import { cp, glob } from "node:fs/promises";

// Copies the JavaScript modules of a package's sources into its build. Run it in the package after the build.

for await (const file of glob("src/**/*.mjs")) await cp(file, file.replace(/^src/, "dist"));
