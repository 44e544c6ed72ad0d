import type { SiteCustomization, SiteLink } from "@plugboard/content/types";

/** The form values of a site's appearance; defaults are empty. */
export interface CustomizationDraft {
  readonly logoUrl: string;
  readonly iconUrl: string;
  readonly theme: NonNullable<SiteCustomization["theme"]>;
  readonly font: NonNullable<SiteCustomization["font"]>;
  /** The color of links and buttons. `undefined` for the default. */
  readonly accent: { readonly light: string; readonly dark: string } | undefined;
  readonly headerLinks: readonly SiteLink[];
  readonly footerText: string;
  readonly footerLinks: readonly SiteLink[];
}

/** Returns the form values of an API resource. */
export function toDraft(customization: SiteCustomization): CustomizationDraft {
  const { logoUrl = "", iconUrl = "", theme = "system", font = "system", accent } = customization;
  const { headerLinks = [], footer } = customization;
  const { text: footerText = "", links: footerLinks = [] } = footer ?? {};
  return { logoUrl, iconUrl, theme, font, accent, headerLinks, footerText, footerLinks };
}

/** Returns the API request of form values. */
export function toCustomization(draft: CustomizationDraft): SiteCustomization {
  const { logoUrl, iconUrl, theme, font, accent, headerLinks, footerText, footerLinks } = draft;
  const footer = {
    ...(footerText !== "" && { text: footerText }),
    ...(footerLinks.length > 0 && { links: footerLinks }),
  };
  return {
    ...(logoUrl !== "" && { logoUrl }),
    ...(iconUrl !== "" && { iconUrl }),
    ...(theme !== "system" && { theme }),
    ...(font !== "system" && { font }),
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
