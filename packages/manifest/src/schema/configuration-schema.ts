import * as z from "zod/mini";
import type {
  ManifestComponentConfiguration,
  ManifestConfiguration,
  ManifestConfigurations,
  ManifestPropertiesConfiguration,
  ManifestProperty,
} from "../model/manifest.ts";
import { explainUnknownWord } from "../wording/explain-unknown-word.ts";
import { quote } from "../wording/quote.ts";
import { closedMap, uniqueList } from "./closed-map.ts";
import { text, textFormats } from "./text-formats.ts";

const { filled, id, propertyName, endpointPath } = textFormats;

const common = {
  title: text(filled, { description: "Label of the setting." }),
  description: text(filled, { description: "Explains the setting." }),
};

function kind<Word extends ManifestProperty["type"]>(word: Word): z.ZodMiniEnum<z.core.util.ToEnum<Word>> {
  return z.enum([word]).check(z.describe("Kind of setting: string, number, boolean or button."));
}

const choices = uniqueList(z.string()).check(
  z.refine((list) => list.length > 0, {
    params: { code: "empty_list" },
    error: "This list is empty. Add the options to select from, or remove the key.",
  }),
  z.meta({
    minItems: 1,
    description: "Options to select from, shown as a dropdown.",
    examples: [["EU", "US"]],
  }),
);

const checkDefaultIsListed = z.check<{ default?: unknown; enum?: unknown }>(
  ({ value, issues }) => {
    const { default: chosen, enum: listed } = value;
    if (typeof chosen !== "string" || !Array.isArray(listed) || listed.includes(chosen)) return;
    const message = `${quote(chosen)} is not one of the options. Add it to enum or choose another.`;
    issues.push({
      code: "custom",
      input: chosen,
      path: ["default"],
      params: { code: "default_not_listed" },
      message,
    });
  },
  { when: ({ value }) => typeof value === "object" && value !== null },
);

const stringProperty = closedMap("a string property", {
  type: kind("string"),
  ...common,
  default: z.exactOptional(z.string().check(z.describe("The default value."))),
  enum: z.exactOptional(choices),
  completion_url: z.exactOptional(
    text(endpointPath, {
      description: "The path of your endpoint that returns the options.",
      examples: ["/channels"],
    }),
  ),
}).check(checkDefaultIsListed);

const numberProperty = closedMap("a number property", {
  type: kind("number"),
  ...common,
  default: z.exactOptional(z.number().check(z.describe("The default value."))),
});

const booleanProperty = closedMap("a boolean property", {
  type: kind("boolean"),
  ...common,
  default: z.exactOptional(z.boolean().check(z.describe("The default value."))),
});

const buttonProperty = closedMap("a button property", {
  type: kind("button"),
  ...common,
  button_text: text(filled, { description: "Text on the button.", examples: ["Connect"] }),
  callback_url: text(endpointPath, {
    description: "The path of your endpoint that the button opens, to start an OAuth connection.",
    examples: ["/oauth"],
  }),
});

const propertySchema: z.ZodMiniType<ManifestProperty> = z
  .discriminatedUnion("type", [stringProperty, numberProperty, booleanProperty, buttonProperty])
  .check(z.describe("A setting: a text, a number, a switch, or a button that starts an OAuth connection."));

const checkRequiredExist = z.check<{ properties?: unknown; required?: unknown }>(
  ({ value: { properties, required }, issues }) => {
    if (typeof properties !== "object" || properties === null || !Array.isArray(required)) return;
    for (const [index, name] of required.entries()) {
      if (typeof name !== "string" || Object.hasOwn(properties, name)) continue;
      issues.push({
        code: "custom",
        input: name,
        path: ["required", index],
        params: { code: "unknown_property" },
        message: explainUnknownWord(name, "a property of this configuration", Object.keys(properties)),
      });
    }
  },
  { when: ({ value }) => typeof value === "object" && value !== null },
);

const checkInternalAreHidden = z.check<{ properties?: unknown; internal?: unknown }>(
  ({ value: { properties, internal }, issues }) => {
    if (typeof properties !== "object" || properties === null || !Array.isArray(internal)) return;
    for (const [index, name] of internal.entries()) {
      if (typeof name !== "string" || !Object.hasOwn(properties, name)) continue;
      const message = `${quote(name)} is a visible property. Remove it from one of the two.`;
      const params = { code: "shown_property" };
      issues.push({ code: "custom", input: name, path: ["internal", index], params, message });
    }
  },
  { when: ({ value }) => typeof value === "object" && value !== null },
);

const propertiesConfiguration: z.ZodMiniType<ManifestPropertiesConfiguration> = closedMap(
  "a configuration with properties",
  {
    properties: z.record(text(propertyName), propertySchema).check(z.describe("Settings by name.")),
    required: z.exactOptional(
      uniqueList(z.string()).check(
        z.describe("Names of the properties that must be set before the installation works."),
      ),
    ),
    internal: z.exactOptional(
      z.union([z.literal(true), uniqueList(text(propertyName))]).check(
        z.meta({
          description:
            "Settings that only your code writes: their names, or true for any name. They are never shown.",
          examples: [["webhook_id"], true],
        }),
      ),
    ),
  },
).check(checkRequiredExist, checkInternalAreHidden);

export const componentConfigurationSchema: z.ZodMiniType<ManifestComponentConfiguration> = closedMap(
  "a configuration with a component",
  { componentId: text(id, { description: "Your component that renders the settings." }) },
);

// The order matters: if neither matches, the problem is explained for the last one.
const configurationSchema: z.ZodMiniType<ManifestConfiguration> = z.union([
  componentConfigurationSchema,
  propertiesConfiguration,
]);

/** Returns the schema of settings by level, for the kinds of resources of a product. With `undefined`, any kind is allowed. */
export function configurationsSchemaOf(
  kinds: readonly string[] | undefined,
): z.ZodMiniType<ManifestConfigurations> {
  const description = "Settings shown when the integration is installed.";
  if (kinds === undefined)
    return z.record(text(textFormats.kind), configurationSchema).check(z.describe(description));
  const ofKinds = kinds.map((kind) => [
    kind,
    z.exactOptional(configurationSchema).check(z.describe(`Settings of each ${kind}.`)),
  ]);
  const schema = closedMap("configurations", {
    account: z.exactOptional(configurationSchema).check(z.describe("Settings of the whole installation.")),
    ...Object.fromEntries(ofKinds),
  }).check(z.describe(description));
  // The map is closed, but its type can't name keys of a list.
  return schema as z.ZodMiniType as z.ZodMiniType<ManifestConfigurations>;
}
