import "../common/content.css";
import type { SiteCustomization, SiteLink, SiteResource } from "@plugboard/content/types";
import { getSite, getSiteCustomization, updateSiteCustomization } from "@plugboard/content/routes";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Plus, X } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { api } from "../../data/platform-api.ts";
import { useChange, useReadOnce } from "../../data/queries.ts";
import { useSignedIn } from "../../people/use-person.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { ErrorMessage } from "../../ui/error-message.tsx";
import { Form } from "../../ui/form.tsx";
import { LabeledField } from "../../ui/labeled-field.tsx";
import { Page, Skeleton } from "../../ui/page.tsx";
import { showToast } from "../../ui/show-toast.ts";
import { isShownAtFields, problemAt, TextField } from "../../ui/text-field.tsx";
import { type CustomizationDraft, toCustomization, toDraft, toPreviewed } from "./customization-draft.ts";
import { CustomizationPreview, useCustomizationPreview } from "./customization-preview.tsx";
import { SiteDomains } from "./site-domains.tsx";
import { SiteSectionsPanel } from "./site-sections-panel.tsx";
import { SiteFontsField } from "./site-fonts-field.tsx";
import { SiteImageField } from "./site-image-field.tsx";

const route = getRouteApi("/content/sites/$siteId");

/** Edits a site's images, colors, theme, font and links, with a preview. */
export function SiteCustomizationPage(): ReactNode {
  const params = route.useParams();
  const site = useReadOnce(getSite, { params });
  const customization = useReadOnce(getSiteCustomization, { params });
  const error = site.error ?? customization.error;
  return (
    <Page
      title={site.data === undefined ? "Customization" : `Customize ${site.data.title}`}
      description="Empty fields use the default."
      above={<Link to="/content/sites">Sites</Link>}
    >
      <ErrorMessage
        error={error}
        onRetry={() => void Promise.all([site.refetch(), customization.refetch()])}
      />
      {error === null && customization.data === undefined && <Skeleton />}
      {site.data !== undefined && customization.data !== undefined && (
        <>
          <Customization key={params.siteId} site={site.data} saved={customization.data} />
          <SiteSectionsPanel key={`sections of ${params.siteId}`} site={site.data} />
          <SiteDomains siteId={params.siteId} />
        </>
      )}
    </Page>
  );
}

const themes: Readonly<Record<CustomizationDraft["theme"], string>> = {
  system: "Visitor’s preference",
  light: "Light",
  dark: "Dark",
};
const fonts: Readonly<Record<CustomizationDraft["font"], string>> = {
  system: "System sans-serif",
  geist: "Geist",
  serif: "Serif",
  monospace: "Monospace",
};
const images = [
  {
    label: "Logo",
    hint: "Shown before the title. An HTTPS URL, or upload an image of at most 5 MiB.",
    field: "logoUrl",
  },
  {
    label: "Icon",
    hint: "Shown in the browser tab. An HTTPS URL, or upload an image of at most 5 MiB.",
    field: "iconUrl",
  },
] as const;
/** Returns the API names of the fields that show their own problems. */
function fieldsOf({ headerLinks, footerLinks }: CustomizationDraft): readonly string[] {
  const ofLinks = (path: string, links: readonly SiteLink[]) =>
    links.flatMap((_link, index) => linkFields.map(({ field }) => `${path}.${index}.${field}`));
  return [
    ...images.map(({ field }) => field),
    "accent.light",
    "accent.dark",
    "footer.text",
    ...ofLinks("headerLinks", headerLinks),
    ...ofLinks("footer.links", footerLinks),
  ];
}

const usualAccent = { light: "#3454d1", dark: "#8ea6ff" };

interface CustomizationProps {
  readonly site: SiteResource;
  readonly saved: SiteCustomization;
}

function Customization({ site, saved }: CustomizationProps) {
  const { isEditor } = useSignedIn();
  const [draft, setDraft] = useState(() => toDraft(saved));
  const [published, setPublished] = useState(draft);
  const isSaved = JSON.stringify(draft) === JSON.stringify(published);
  const previewed = useMemo(() => toPreviewed(draft), [draft]);
  const preview = useCustomizationPreview(site.id, previewed, { enabled: isEditor });
  const set = (change: Partial<CustomizationDraft>): void => setDraft({ ...draft, ...change });
  const save = useChange(
    async (sent: CustomizationDraft) => {
      await api.call(updateSiteCustomization, { params: { siteId: site.id }, body: toCustomization(sent) });
      return sent;
    },
    (sent) => {
      // The draft can have changed since.
      setPublished(sent);
      showToast({ title: `Saved the appearance of ${site.title}` });
    },
  );
  // Incomplete links and URLs are not sent to the preview, so its only problems are colors with too little contrast.
  const problems = save.error ?? preview.error;
  const at = (name: string) => problemAt(problems, name);
  return (
    <div className="customization">
      <section className="panel" aria-label="Appearance">
        <Form className="settings-form" onSubmit={() => save.mutate(draft)}>
          {images.map(({ label, hint, field }) => (
            <SiteImageField
              key={field}
              spaceId={site.spaceId}
              label={label}
              hint={hint}
              problem={at(field)}
              canUpload={isEditor}
              value={draft[field]}
              onChange={(url) => setDraft((before) => ({ ...before, [field]: url }))}
            />
          ))}
          <Choice label="Theme" titles={themes} value={draft.theme} onChange={(theme) => set({ theme })} />
          <Choice
            label={draft.fonts.bodyRegular === undefined ? "Font" : "Font until the uploaded one has loaded"}
            titles={fonts}
            value={draft.font}
            onChange={(font) => set({ font })}
          />
          <SiteFontsField
            spaceId={site.spaceId}
            canUpload={isEditor}
            value={draft.fonts}
            onChange={(change) =>
              setDraft((before) => ({ ...before, fonts: { ...before.fonts, ...change } }))
            }
          />
          <div className="setting">
            <label>
              <span>Use a custom color for links and buttons</span>
              <input
                type="checkbox"
                checked={draft.accent !== undefined}
                onChange={({ target }) => set({ accent: target.checked ? usualAccent : undefined })}
              />
            </label>
          </div>
          {draft.accent !== undefined &&
            (["light", "dark"] as const).map((theme) => (
              <TextField
                key={theme}
                label={`Color in the ${theme} theme`}
                hint="Must have enough contrast with the page background."
                problem={at(`accent.${theme}`)}
                type="color"
                value={draft.accent?.[theme] ?? ""}
                onChange={(color) => set({ accent: { ...usualAccent, ...draft.accent, [theme]: color } })}
              />
            ))}
          <Links
            title="Header links"
            path="headerLinks"
            max={8}
            links={draft.headerLinks}
            error={save.error}
            onChange={(headerLinks) => set({ headerLinks })}
          />
          <LabeledField label="Footer text" problem={at("footer.text")}>
            {(control) => (
              <textarea
                {...control}
                rows={2}
                value={draft.footerText}
                onChange={({ target }) => set({ footerText: target.value })}
              />
            )}
          </LabeledField>
          <Links
            title="Footer links"
            path="footer.links"
            max={20}
            links={draft.footerLinks}
            error={save.error}
            onChange={(footerLinks) => set({ footerLinks })}
          />
          {isShownAtFields(save.error, fieldsOf(draft)) ? (
            <div className="error" role="alert">
              <p>Not saved. Fix the highlighted fields.</p>
            </div>
          ) : (
            <ErrorMessage error={save.error} />
          )}
          {isEditor && (
            <p className="row">
              <Button type="submit" variant="primary" busy={save.isPending} disabled={isSaved}>
                Save
              </Button>
            </p>
          )}
        </Form>
      </section>
      {isEditor && (
        <CustomizationPreview
          site={site}
          url={preview.data?.url}
          error={preview.error}
          isSaved={isSaved}
          onRetry={() => void preview.refetch()}
        />
      )}
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly titles: Readonly<Record<Value, string>>;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, titles, value, onChange }: ChoiceProps<Value>): ReactNode {
  const isValue = (text: string): text is Value => Object.hasOwn(titles, text);
  const values = Object.keys(titles).filter(isValue);
  return (
    <div className="setting">
      <label>
        <span>{label}</span>
        <select
          value={value}
          onChange={({ target }) => {
            if (isValue(target.value)) onChange(target.value);
          }}
        >
          {values.map((one) => (
            <option key={one} value={one}>
              {titles[one]}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

interface LinksProps {
  readonly title: string;
  /** The field's path in the API. */
  readonly path: string;
  readonly max: number;
  readonly links: readonly SiteLink[];
  readonly error: Error | null;
  readonly onChange: (links: readonly SiteLink[]) => void;
}

const linkFields = [
  { label: "Label", field: "label" },
  { label: "URL", field: "url" },
] as const;

function Links({ title, path, max, links, error, onChange }: LinksProps) {
  const change = (index: number, part: Partial<SiteLink>): void =>
    onChange(links.map((link, at) => (at === index ? { ...link, ...part } : link)));
  return (
    <fieldset className="site-links">
      <legend>{title}</legend>
      {links.map((link, index) => (
        // Links have no ids, so the index is the key.
        <div key={index} className="row">
          {linkFields.map(({ label: title, field }) => (
            <TextField
              key={field}
              label={title}
              problem={problemAt(error, `${path}.${index}.${field}`)}
              value={link[field]}
              onChange={(text) => change(index, { [field]: text })}
            />
          ))}
          <IconButton
            icon={X}
            label={`Remove link ${link.label}`}
            onClick={() => onChange(links.filter((_link, at) => at !== index))}
          />
        </div>
      ))}
      {links.length < max && (
        <Button icon={Plus} onClick={() => onChange([...links, { label: "", url: "" }])}>
          {title === "Header links" ? "Add header link" : "Add footer link"}
        </Button>
      )}
    </fieldset>
  );
}
