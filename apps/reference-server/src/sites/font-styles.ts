import type { SiteCustomization, SiteFont, SiteFontFiles } from "@plugboard/content/types";

type Typeface = NonNullable<SiteCustomization["font"]>;

const typefaces: Readonly<Record<Typeface, string>> = {
  system: "system-ui, sans-serif",
  geist: '"Geist Variable", "Geist fallback", "Geist fallback DejaVu", system-ui, sans-serif',
  serif: 'ui-serif, Charter, "Iowan Old Style", Cambria, Georgia, serif',
  monospace: "ui-monospace, monospace",
};

const sans = { local: ["Arial", "Liberation Sans", "Arimo", "Helvetica"], width: 0.448 };
/** Installed fonts of equal widths, with the average width of a letter as `uploadFont` measures it. */
const fallbacks: Readonly<Record<Typeface, typeof sans>> = {
  system: sans,
  geist: sans,
  serif: { local: ["Times New Roman", "Liberation Serif", "Tinos", "Times"], width: 0.4063 },
  monospace: { local: ["Courier New", "Liberation Mono", "Cousine", "Courier"], width: 0.6001 },
};

const roles = ["body", "headings"] as const;

/** Returns the uploaded fonts of an appearance. */
export function listFonts({ fonts = {} }: SiteCustomization): readonly SiteFont[] {
  return roles.flatMap((role) => {
    const { regular, bold } = fonts[role] ?? {};
    return [regular, bold].filter((font) => font !== undefined);
  });
}

/** Returns the source of a site's uploaded fonts for `font-src`, if it has any. */
export function fontSource(
  origin: string,
  home: string,
  customization: SiteCustomization,
): readonly string[] {
  return listFonts(customization).length === 0 ? [] : [`${origin}${home}/~fonts/`];
}

/**
 * Returns the styles of a site's fonts. Blocks use the same variable. Text is shown at once, in an installed font with the
 * measures of the uploaded one, so that it hardly moves when that has loaded.
 */
export function fontStyles(home: string, { font, fonts = {} }: SiteCustomization): string {
  const faces = roles.flatMap((role) => {
    const files = fonts[role];
    return files === undefined
      ? []
      : [...fontFaces(home, role, files), fallbackFace(role, files.regular, font)];
  });
  const stack = typefaces[font ?? "system"];
  const named = (role: (typeof roles)[number]) => `"Site ${role}", "Site ${role} fallback", ${stack}`;
  const body = fonts.body === undefined ? stack : named("body");
  return [
    ...faces,
    font === undefined && fonts.body === undefined ? "" : `:root { --plugboard-font: ${body}; }`,
    fonts.headings === undefined ? "" : `h1, h2, h3, h4, h5, h6 { font-family: ${named("headings")}; }`,
  ].join("");
}

function fontFaces(home: string, role: string, { regular, bold }: SiteFontFiles): readonly string[] {
  const face = ({ path }: SiteFont, weights: string) =>
    `@font-face { font-family: "Site ${role}"; src: url("${home}/${path}") format("woff2"); font-weight: ${weights}; font-display: swap; }`;
  const { minWeight, maxWeight } = regular;
  // Without a bold font, browsers thicken a font of a single weight.
  if (bold === undefined)
    return [face(regular, minWeight === undefined ? "400" : `${minWeight} ${maxWeight ?? minWeight}`)];
  return [face(regular, "1 500"), face(bold, "501 1000")];
}

function fallbackFace(
  role: string,
  { ascent, descent, lineGap, width }: SiteFont,
  font: Typeface = "system",
): string {
  const { local, width: localWidth } = fallbacks[font];
  const scale = width === undefined ? 1 : width / localWidth;
  const percent = (part: number) => `${Math.round(part * 1000) / 10}%`;
  const source = local.map((name) => `local("${name}")`).join(", ");
  return `@font-face { font-family: "Site ${role} fallback"; src: ${source}; size-adjust: ${percent(scale)}; ascent-override: ${percent(ascent / scale)}; descent-override: ${percent(descent / scale)}; line-gap-override: ${percent(lineGap / scale)}; }`;
}
