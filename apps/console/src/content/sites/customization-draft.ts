import type { SiteCustomization, SiteFont, SiteLink } from "@plugboard/content/types";

/** The uploaded fonts that a site can have, by their use. */
export const fontUses = ["bodyRegular", "bodyBold", "headingsRegular", "headingsBold"] as const;

/** Uploaded fonts. `undefined` for those without an upload. */
export type FontsDraft = Readonly<Partial<Record<(typeof fontUses)[number], SiteFont | undefined>>>;

/** The form values of a site's appearance; defaults are empty. */
export interface CustomizationDraft {
  readonly logoUrl: string;
  readonly iconUrl: string;
  readonly theme: NonNullable<SiteCustomization["theme"]>;
  readonly font: NonNullable<SiteCustomization["font"]>;
  readonly fonts: FontsDraft;
  /** The color of links and buttons. `undefined` for the default. */
  readonly accent: { readonly light: string; readonly dark: string } | undefined;
  readonly headerLinks: readonly SiteLink[];
  readonly footerText: string;
  readonly footerLinks: readonly SiteLink[];
}

/** Returns the form values of an API resource. */
export function toDraft(customization: SiteCustomization): CustomizationDraft {
  const { logoUrl = "", iconUrl = "", theme = "system", font = "system", accent } = customization;
  const { headerLinks = [], footer, fonts: { body, headings } = {} } = customization;
  const fonts = {
    bodyRegular: body?.regular,
    bodyBold: body?.bold,
    headingsRegular: headings?.regular,
    headingsBold: headings?.bold,
  };
  const { text: footerText = "", links: footerLinks = [] } = footer ?? {};
  return { logoUrl, iconUrl, theme, font, fonts, accent, headerLinks, footerText, footerLinks };
}

/** Returns the API request of form values. */
export function toCustomization(draft: CustomizationDraft): SiteCustomization {
  const { logoUrl, iconUrl, theme, font, accent, headerLinks, footerText, footerLinks } = draft;
  const { bodyRegular, bodyBold, headingsRegular, headingsBold } = draft.fonts;
  const fonts = {
    ...(bodyRegular !== undefined && { body: { regular: bodyRegular, bold: bodyBold } }),
    ...(headingsRegular !== undefined && { headings: { regular: headingsRegular, bold: headingsBold } }),
  };
  const footer = {
    ...(footerText !== "" && { text: footerText }),
    ...(footerLinks.length > 0 && { links: footerLinks }),
  };
  return {
    ...(logoUrl !== "" && { logoUrl }),
    ...(iconUrl !== "" && { iconUrl }),
    ...(theme !== "system" && { theme }),
    ...(font !== "system" && { font }),
    ...(Object.keys(fonts).length > 0 && { fonts }),
    ...(accent !== undefined && { accent }),
    ...(headerLinks.length > 0 && { headerLinks }),
    ...(Object.keys(footer).length > 0 && { footer }),
  };
}

/** Returns the API request for a preview of form values, without URLs and links that are still being typed. */
export function toPreviewed(draft: CustomizationDraft): SiteCustomization {
  const { logoUrl, iconUrl, headerLinks, footerLinks } = draft;
  const isImage = (url: string): boolean => url.startsWith("~images/") || protocolOf(url) === "https:";
  const isComplete = ({ label, url }: SiteLink): boolean =>
    label.trim() !== "" && ["https:", "http:", "mailto:"].includes(protocolOf(url) ?? "");
  return toCustomization({
    ...draft,
    logoUrl: isImage(logoUrl) ? logoUrl : "",
    iconUrl: isImage(iconUrl) ? iconUrl : "",
    headerLinks: headerLinks.filter(isComplete),
    footerLinks: footerLinks.filter(isComplete),
  });
}

const protocolOf = (url: string): string | undefined => URL.parse(url)?.protocol;
