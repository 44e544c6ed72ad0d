import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme";
import { LiveExample } from "./live-example.ts";

const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => void app.component("LiveExample", LiveExample),
};

// VitePress reads the default export of this file.
export default theme;
