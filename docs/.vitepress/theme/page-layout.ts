import { useRoute } from "vitepress";
import DefaultTheme from "vitepress/theme";
import { defineComponent, h, onMounted, watch } from "vue";

/** Adds the main landmark, which the theme's front page lacks, to the layout. */
export const PageLayout = defineComponent(() => {
  const route = useRoute();
  const mark = () => {
    const content = document.querySelector("#VPContent");
    if (content?.querySelector("main") === null) content.setAttribute("role", "main");
    else content?.removeAttribute("role");
  };
  onMounted(() => watch(() => route.path, mark, { immediate: true, flush: "post" }));
  return () => h(DefaultTheme.Layout);
});
