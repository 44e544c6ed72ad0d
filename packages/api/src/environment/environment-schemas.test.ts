import { describe, expect, it } from "vitest";
import { environmentSchema } from "./environment-schemas.ts";
import { exampleEnvironment } from "../fixtures/example-environment.fixture.ts";
import { fieldPaths, withField } from "../fixtures/field-paths.fixture.ts";

const optionalFields = [
  "apiTokens.installation",
  "integration.organization",
  "integration.urls.integrationEndpoint",
  "installation.organization",
  "installation.space_selection",
  "spaceInstallation.urls.app",
  "siteInstallation.urls.app",
  "signingSecrets",
  "signingSecrets.installation",
  "signingSecrets.spaceInstallation",
  "signingSecrets.siteInstallation",
  "installation",
  "integration.urls.icon",
  "integration.urls.assets",
  "installation.space_selection.spaces",
  "installation.urls.app",
  "spaceInstallation",
  "siteInstallation",
  "siteInstallation.space",
  "siteInstallation.urls.published",
];
const isOpen = (path: string) => path.includes("configuration.");

// The tables under "Environment context".
const tables = {
  "API information": ["apiEndpoint", "apiTokens"],
  "Integration information": ["integration", "integration.urls.publicEndpoint"],
  "Site installation": ["space", "status", "configuration", "externalIds", "urls"].map(
    (field) => `spaceInstallation.${field}`,
  ),
  "Organization installation": [
    "id",
    "space_selection",
    "configuration",
    "urls",
    "externalIds",
    "target",
  ].map((field) => `installation.${field}`),
  "Runtime secrets": ["secrets"],
};

const paths = fieldPaths(exampleEnvironment).filter((path) => !isOpen(path));

describe("environmentSchema", () => {
  it.each(Object.entries(tables))("has every field of the table %s", (_name, fields) => {
    expect(paths).toEqual(expect.arrayContaining(fields));
  });

  it("accepts the whole environment, and unknown fields", () => {
    const newer = { ...exampleEnvironment, region: "eu", apiTokens: { integration: "t", visitor: "v" } };
    expect(environmentSchema.parse(newer)).toEqual(newer);
  });

  it.each(paths.filter((path) => path !== "secrets.API_KEY"))("requires %s unless it is optional", (path) => {
    const result = environmentSchema.safeParse(withField(exampleEnvironment, path, undefined));
    expect(result.success).toBe(optionalFields.includes(path));
  });

  // The environment doesn't know a product's further fields.
  const known = paths.filter((path) => path !== "siteInstallation.space");

  it.each(known)("rejects %s of another type", (path) => {
    const result = environmentSchema.safeParse(withField(exampleEnvironment, path, [17]));
    expect(result.error?.issues[0]?.path.join(".")).toMatch(new RegExp(`^${path}`));
  });
});
