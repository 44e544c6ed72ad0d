import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme";
import { boostPage } from "../../search/boost-page.ts";
import { LiveExample } from "./live-example.ts";
import { PageLayout } from "./page-layout.ts";
import "./style.css";

const theme: Theme = {
  extends: DefaultTheme,
  Layout: PageLayout,
  enhanceApp: ({ app, siteData }) => {
    app.component("LiveExample", LiveExample);
    const { search } = siteData.value.themeConfig;
    search.options.miniSearch.searchOptions.boostDocument = boostPage;
  },
};

// VitePress reads the default export of this file.
export default theme;
