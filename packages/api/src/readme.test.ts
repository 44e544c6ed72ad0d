import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { startHttp } from "@plugboard/test-http";
import { expect, it, onTestFinished } from "vitest";
import { getInstallation, listWebhookEndpoints } from "./contract/routes.ts";

const packageFolder = join(import.meta.dirname, "..");
const readme = await readFile(join(packageFolder, "README.md"), "utf8");
const [events = "", client = "", server = "", contract = ""] = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(
  ([, code]) => code,
);

async function runExample(code: string, variables: Readonly<Record<string, string>> = {}): Promise<string> {
  const flags = ["--conditions=@plugboard/source", "--input-type=module-typescript", "--eval", code];
  const env = { ...process.env, ...variables };
  return (await promisify(execFile)(process.execPath, flags, { cwd: packageFolder, env })).stdout;
}

/** A platform with one installation and two endpoints. */
async function startPlatform(): Promise<string> {
  const pathOf = ({ path }: { readonly path: string }) => `/v1${path.replace("{installationId}", "ins_1")}`;
  const endpointsPath = pathOf(listWebhookEndpoints);
  const responses = new Map<string | undefined, unknown>([
    [pathOf(getInstallation), { id: "ins_1", status: "active" }],
    [endpointsPath, { items: [{ url: "https://a.example" }], next: "c1" }],
    [`${endpointsPath}?cursor=c1`, { items: [{ url: "https://b.example" }] }],
  ]);
  const { url, close } = await startHttp(({ url: path }, response) =>
    response.end(JSON.stringify(responses.get(path))),
  );
  onTestFinished(close);
  return `${url}/v1`;
}

it("has an example that parses an event", async () => {
  expect(await runExample(events)).toBe("now active\n");
});

it("has an example that calls the platform", async () => {
  const variables = { PLATFORM_API: await startPlatform(), PLATFORM_TOKEN: "token" };
  expect(await runExample(client, variables)).toBe("active\n- https://a.example\n- https://b.example\n");
  expect(await runExample(server, variables)).toBe("active\n");
  expect(
    await runExample(client, { PLATFORM_API: "http://127.0.0.1:1/v1", PLATFORM_TOKEN: "token" }),
  ).toMatch(/^network: GET \/installations/);
});

it("has an example that reads the contract", async () => {
  const output = await runExample(contract);
  expect(output).toMatch(/^PATCH \S+ installation\n400 invalid_request\n/);
  expect(output).toContain("412 precondition_failed\n");
});
