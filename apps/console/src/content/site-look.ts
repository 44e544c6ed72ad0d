import type { SiteCustomization, SiteLink } from "@plugboard/api/client";

/** How a site looks, as a form has it: what is as on every site is empty. */
export interface SiteLook {
  readonly logoUrl: string;
  readonly iconUrl: string;
  readonly theme: "system" | "light" | "dark";
  /** Of links and buttons; as on every site without one. */
  readonly accent: { readonly light: string; readonly dark: string } | undefined;
  readonly headerLinks: readonly SiteLink[];
  readonly footerText: string;
  readonly footerLinks: readonly SiteLink[];
}

/** The form of what the API gives. */
export function toLook(customization: SiteCustomization): SiteLook {
  const { logoUrl = "", iconUrl = "", theme = "system", accent, headerLinks = [], footer } = customization;
  const { text: footerText = "", links: footerLinks = [] } = footer ?? {};
  return { logoUrl, iconUrl, theme, accent, headerLinks, footerText, footerLinks };
}

/** What the API takes of a form. */
export function toCustomization(look: SiteLook): SiteCustomization {
  const { logoUrl, iconUrl, theme, accent, headerLinks, footerText, footerLinks } = look;
  const footer = {
    ...(footerText !== "" && { text: footerText }),
    ...(footerLinks.length > 0 && { links: footerLinks }),
  };
  return {
    ...(logoUrl !== "" && { logoUrl }),
    ...(iconUrl !== "" && { iconUrl }),
    ...(theme !== "system" && { theme }),
    ...(accent !== undefined && { accent }),
    ...(headerLinks.length > 0 && { headerLinks }),
    ...(Object.keys(footer).length > 0 && { footer }),
  };
}
