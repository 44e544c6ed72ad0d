import { join } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";

async function bundledBytes(packageName: string): Promise<number> {
  const component = `
    import { createComponent } from "${packageName}";
    export const counter = createComponent({
      componentId: "counter",
      initialState: () => ({ count: 0 }),
      action: async ({ state }) => ({ state: { count: state.count + 1 } }),
      render: async ({ state }) => <block><button label={String(state.count)} onPress={{ action: "add" }} /></block>,
    });`;
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
  return outputFiles.reduce((total, { contents }) => total + contents.length, 0);
}

// Bytes of a component with one button, bundled and minified. A change that goes over adds weight to every integration.
test.each([
  ["@plugboard/components/unchecked", 3_000],
  ["@plugboard/components", 11_000],
])("%s stays within %d bytes", async (packageName, budget) => {
  const bytes = await bundledBytes(packageName);
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThanOrEqual(budget);
});
