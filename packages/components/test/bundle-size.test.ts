import { join } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";

const component = `
  import { createComponent } from "@plugboard/components";
  export const counter = createComponent({
    componentId: "counter",
    initialState: () => ({ count: 0 }),
    action: async ({ state }) => ({ state: { count: state.count + 1 } }),
    render: async ({ state }) => <block><button label={String(state.count)} onPress={{ action: "add" }} /></block>,
  });`;

// A larger bundle adds weight to every integration with a component.
test("a component with one button, bundled and minified, stays within 8,600 bytes", async () => {
  const { outputFiles } = await build({
    stdin: { contents: component, loader: "tsx", resolveDir: join(import.meta.dirname, "..") },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
    conditions: ["@plugboard/source"],
    jsx: "automatic",
    jsxImportSource: "@plugboard/components",
  });
  const bytes = outputFiles.reduce((total, { contents }) => total + contents.length, 0);
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThanOrEqual(8_600);
});
