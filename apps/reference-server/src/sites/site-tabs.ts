import type { PublishedSite, SiteSection } from "@plugboard/content";

/** A tab of a site. */
export interface SiteTab {
  readonly title: string;
  /** The variant that it leads to. */
  readonly target: SiteSection;
  readonly isOpen: boolean;
}

type OpenSite = Pick<PublishedSite, "sections"> & { readonly section: SiteSection };

/** Returns a section and its variants. */
export function variantsOf(
  sections: readonly SiteSection[],
  { path, variantOf = path }: SiteSection,
): readonly SiteSection[] {
  return sections.filter((section) => section.path === variantOf || section.variantOf === variantOf);
}

/** Returns the tabs of a site. Readers of a translation get the translations of other sections. */
export function tabsOf({ sections, section: open }: OpenSite): readonly SiteTab[] {
  return sections
    .filter(({ variantOf }) => variantOf === undefined)
    .map((section) => {
      const variants = variantsOf(sections, section);
      const isOpen = variants.includes(open);
      const same = variants.find(({ language }) => language !== undefined && language === open.language);
      return { title: section.title, target: isOpen ? open : (same ?? section), isOpen };
    });
}

/** Returns the full title of a section or variant. */
export function titleOf(sections: readonly SiteSection[], { title, variantOf }: SiteSection): string {
  const section = sections.find(({ path }) => path === variantOf);
  return section === undefined ? title : `${section.title}: ${title}`;
}
