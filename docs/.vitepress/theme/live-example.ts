import { useData, withBase } from "vitepress";
import { defineComponent, h, onMounted, ref } from "vue";

const minHeight = 120;

/** Shows a gallery component in a frame that fits its height. */
export const LiveExample = defineComponent({
  props: {
    id: { type: String, required: true },
    title: { type: String, required: true },
  },
  setup({ id, title }) {
    const { isDark } = useData();
    const height = ref(minHeight);
    // The reader's theme is unknown during server rendering.
    const isMounted = ref(false);
    onMounted(() => (isMounted.value = true));
    // Overlays of the component need room too.
    const follow = ({ currentTarget }: Event) => {
      if (!(currentTarget instanceof HTMLIFrameElement)) return;
      const body = currentTarget.contentDocument?.body;
      if (body !== undefined)
        new ResizeObserver(() => (height.value = Math.max(minHeight, body.scrollHeight))).observe(body);
    };
    return () => {
      if (!isMounted.value) return h("div", { style: { height: `${minHeight}px` } });
      const theme = isDark.value ? "dark" : "light";
      return h("iframe", {
        key: theme,
        title,
        loading: "lazy",
        src: withBase(`/gallery/index.html?sample=${id}&theme=${theme}`),
        style: {
          height: `${height.value}px`,
          width: "100%",
          border: "1px solid var(--vp-c-divider)",
          borderRadius: "8px",
        },
        onLoad: follow,
      });
    };
  },
});
