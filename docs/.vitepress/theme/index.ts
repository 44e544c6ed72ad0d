import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme";
import { LiveExample } from "./live-example.ts";
import { PageLayout } from "./page-layout.ts";
import "./style.css";

const theme: Theme = {
  extends: DefaultTheme,
  Layout: PageLayout,
  enhanceApp: ({ app }) => void app.component("LiveExample", LiveExample),
};

// VitePress reads the default export of this file.
export default theme;
