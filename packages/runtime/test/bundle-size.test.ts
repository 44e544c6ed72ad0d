import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, it } from "vitest";

const handler = `events: { space_content_updated: async ({ spaceId }, { api }) => {
  await api.call(getSpace, { params: { spaceId } });
} }`;
const component = `createComponent({
  componentId: "counter",
  initialState: { count: 0 },
  action: ({ state }) => ({ state: { count: state.count + 1 } }),
  render: ({ state }) => ({ type: "block", children: [{ type: "button", label: \`\${state.count}\`, onPress: { action: "add" } }] }),
})`;
const runtime =
  'import { createIntegration } from "@plugboard/runtime"; import { getSpace } from "../../content/src/client/routes.ts";';
const bound = runtime.replace("@plugboard/runtime", "../../content/src/integration.ts");
const components = (name: string) => `import { createComponent } from "${name}";`;

// Optional features must be removed by tree shaking, and so must lists of values and the explanations of
// signature errors.
const notNeeded =
  /\/(routing|webhooks|standard-webhooks|schemes)\/|(storage|once-for-event|encode-envelope|platform-event|content-event|scope|explain-mismatch)\.ts$/;

// Minified and compressed size in bytes. Raising a limit makes every integration larger.
it.each([
  ["one event handler", `${runtime} export const i = createIntegration({ ${handler} });`, 13_460, 6_050],
  ["the types of a product", `${bound} export const i = createIntegration({ ${handler} });`, 13_470, 6_055],
  [
    "an event handler and a component",
    `${runtime} ${components("@plugboard/components")} export const i = createIntegration({ ${handler}, components: [${component}] });`,
    21_700,
    9_550,
  ],
])("an integration with %s stays within its size limits", async (_what, source, minified, compressed) => {
  const { outputFiles, metafile } = await build({
    stdin: { contents: source, loader: "ts", resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
    metafile: true,
    conditions: ["@plugboard/source"],
    outdir: "out",
  });
  const contents = outputFiles[0]?.contents ?? new Uint8Array();
  expect(contents.length).toBeGreaterThan(5_000);
  expect(contents.length).toBeLessThanOrEqual(minified);
  expect(gzipSync(contents).length).toBeLessThanOrEqual(compressed);
  expect(Object.keys(metafile.inputs).filter((input) => input.includes("/zod/"))).toEqual([]);
  const [output] = Object.values(metafile.outputs);
  const present = Object.entries(output?.inputs ?? {}).flatMap(([input, { bytesInOutput }]) =>
    bytesInOutput > 0 ? [input] : [],
  );
  expect(
    present.filter((input) => input.endsWith("runtime/src/integration/create-integration.ts")),
  ).toHaveLength(1);
  expect(present.filter((input) => notNeeded.test(input))).toEqual([]);
});
