import { contentLimits } from "@plugboard/content/limits";
import type { SiteVariant, SpaceResource } from "@plugboard/content/types";
import { Plus, X } from "lucide-react";
import { Button, IconButton } from "../../ui/button.tsx";
import { LabeledField } from "../../ui/labeled-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { createRandomId } from "../common/random-id.ts";

/** A variant that is edited. */
export interface VariantDraft extends SiteVariant {
  /** Keeps the element of a variant when one before it is removed. */
  readonly key: string;
}

/** The language and the name of a section among its variants. */
export interface OwnVariant {
  readonly language?: string | undefined;
  readonly variantTitle?: string | undefined;
}

/** The names of the server's problems that these fields show. */
export function variantProblems(prefix: string, variants: readonly VariantDraft[]): readonly string[] {
  const fields = variants.flatMap((_variant, index) =>
    ["path", "title", "spaceId", "language"].map((field) => `${prefix}.variants.${index}.${field}`),
  );
  return [`${prefix}.language`, `${prefix}.variantTitle`, ...fields];
}

interface VariantsFieldsProps {
  /** The name of the section for screen readers. */
  readonly name: string;
  readonly heading: "h3" | "h4";
  readonly own: OwnVariant;
  readonly variants: readonly VariantDraft[];
  /** The spaces that the site doesn't show yet. */
  readonly free: readonly SpaceResource[];
  readonly spaces: readonly SpaceResource[];
  readonly canChange: boolean;
  readonly problemOf: (field: string) => string | undefined;
  readonly onChange: (change: OwnVariant & { readonly variants?: readonly VariantDraft[] }) => void;
}

/** Edits the versions and languages of a section. */
export function VariantsFields({
  name,
  heading: Heading,
  own,
  variants,
  free,
  spaces,
  canChange,
  problemOf,
  onChange,
}: VariantsFieldsProps) {
  const [next] = free;
  const change = (index: number, part: Partial<VariantDraft>): void =>
    onChange({ variants: variants.map((one, at) => (at === index ? { ...one, ...part } : one)) });
  return (
    <>
      {variants.length > 0 && (
        <>
          <TextField
            label="Name among its variants"
            hint="Such as v2 or English. Defaults to the title."
            problem={problemOf("variantTitle")}
            value={own.variantTitle ?? ""}
            onChange={(variantTitle) => onChange({ variantTitle: variantTitle || undefined })}
          />
          <LanguageField
            value={own.language}
            problem={problemOf("language")}
            onChange={(language) => onChange({ language })}
          />
        </>
      )}
      {variants.map((variant, index) => {
        const title = variant.title || `variant ${index + 1}`;
        const problemAt = (field: string) => problemOf(`variants.${index}.${field}`);
        return (
          <section key={variant.key} className="entry-form" aria-label={`${title}, variant of ${name}`}>
            <header className="panel-header">
              <Heading>{title}</Heading>
              {canChange && (
                <span className="actions end">
                  <IconButton
                    icon={X}
                    label={`Remove ${title} from ${name}`}
                    onClick={() => onChange({ variants: variants.toSpliced(index, 1) })}
                  />
                </span>
              )}
            </header>
            {variant.hiddenPageId !== undefined && (
              <div className="error">
                <p>
                  This variant hides a page of its section, which has the same path. Change one of the two
                  paths.
                </p>
              </div>
            )}
            <TextField
              label="Title"
              hint="Such as v1 or German."
              problem={problemAt("title")}
              value={variant.title}
              onChange={(changed) => change(index, { title: changed })}
            />
            <TextField
              label="Path"
              hint="Lowercase letters, digits and hyphens, such as v1 or de."
              problem={problemAt("path")}
              value={variant.path}
              onChange={(path) => change(index, { path })}
            />
            <LanguageField
              value={variant.language}
              problem={problemAt("language")}
              onChange={(language) => change(index, { language })}
            />
            <SpaceField
              value={variant.spaceId}
              choices={spaces.filter(({ id }) => id === variant.spaceId || free.some((one) => one.id === id))}
              problem={problemAt("spaceId")}
              onChange={(spaceId) => change(index, { spaceId })}
            />
          </section>
        );
      })}
      {canChange && (
        <p>
          <Button
            icon={Plus}
            disabled={next === undefined || variants.length >= contentLimits.sectionVariants}
            onClick={() => {
              if (next === undefined) return;
              const added = { key: createRandomId(), path: "", title: next.title, spaceId: next.id };
              onChange({ variants: [...variants, added] });
            }}
          >
            Add version or language
          </Button>
        </p>
      )}
    </>
  );
}

interface LanguageFieldProps {
  readonly value: string | undefined;
  readonly problem: string | undefined;
  readonly onChange: (language: string | undefined) => void;
}

function LanguageField({ value = "", problem, onChange }: LanguageFieldProps) {
  return (
    <TextField
      label="Language"
      hint="A language tag such as de or pt-BR. Defaults to en."
      problem={problem}
      value={value}
      onChange={(language) => onChange(language || undefined)}
    />
  );
}

interface SpaceFieldProps {
  readonly value: string;
  readonly choices: readonly SpaceResource[];
  readonly problem: string | undefined;
  readonly onChange: (spaceId: string) => void;
}

/** Chooses a space. */
export function SpaceField({ value, choices, problem, onChange }: SpaceFieldProps) {
  return (
    <LabeledField label="Space" problem={problem}>
      {(control) => (
        <select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          {choices.map(({ id, title, visibility }) => (
            <option key={id} value={id}>
              {title} ({visibility})
            </option>
          ))}
        </select>
      )}
    </LabeledField>
  );
}
