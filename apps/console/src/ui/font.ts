// A module, so that `scripts/copy-console.ts` finds the styles in Vite's manifest.
import "@fontsource-variable/geist/wght.css";
