import { type HintKind, hintTitles } from "@plugboard/content/markdown";
import { translations } from "./translations.ts";

/** The title of a page about an error, and an explanation. */
export interface ErrorText {
  readonly title: string;
  readonly text: string;
}

/** The texts within pages. */
export interface PageTexts {
  readonly hints: Readonly<Record<HintKind, string>>;
  readonly done: string;
  readonly toDo: string;
  readonly diagram: string;
  readonly diagramSource: string;
}

/** All texts of a site that don't come from its pages. */
export interface SiteTexts {
  readonly page: PageTexts;
  readonly skipToContent: string;
  readonly pages: string;
  readonly links: string;
  readonly sections: string;
  readonly variants: string;
  readonly footer: string;
  readonly onThisPage: string;
  readonly apiReference: string;
  readonly preview: string;
  readonly noPages: string;
  readonly previous: string;
  readonly next: string;
  readonly previousAndNext: string;
  readonly search: {
    readonly title: string;
    readonly label: string;
    readonly empty: string;
    readonly scope: string;
    readonly everywhere: string;
    readonly allIn: (section: string) => string;
    readonly none: (query: string) => string;
    /** More pages were found than are shown. */
    readonly best: (count: number, query: string) => string;
    readonly found: (count: number, query: string) => string;
  };
  readonly feedback: {
    readonly question: string;
    readonly good: string;
    readonly ok: string;
    readonly bad: string;
    readonly comment: string;
    readonly send: string;
    readonly thanks: string;
    readonly read: string;
    readonly more: string;
  };
  readonly cookies: {
    readonly title: string;
    readonly text: string;
    readonly allow: string;
    readonly refuse: string;
  };
  readonly api: {
    readonly version: string;
    readonly download: string;
    readonly needsScripts: string;
  };
  readonly errors: {
    readonly home: string;
    readonly wrong: ErrorText;
    readonly unavailable: ErrorText;
    readonly signIn: ErrorText;
    readonly noAccess: ErrorText;
    readonly notFound: ErrorText;
    readonly tooLarge: ErrorText;
    readonly tooMany: ErrorText;
  };
}

const english: SiteTexts = {
  page: {
    hints: hintTitles,
    done: "Done",
    toDo: "To do",
    diagram: "Diagram",
    diagramSource: "Text of the diagram",
  },
  skipToContent: "Skip to content",
  pages: "Pages",
  links: "Links",
  sections: "Sections",
  variants: "Variants",
  footer: "Footer",
  onThisPage: "On this page",
  apiReference: "API reference",
  preview: "Preview. Your visits and feedback here aren’t recorded.",
  noPages: "There are no pages yet.",
  previous: "Previous",
  next: "Next",
  previousAndNext: "Previous and next",
  search: {
    title: "Search",
    label: "Search this site",
    empty: "Enter a search term above.",
    scope: "Search in",
    everywhere: "All sections",
    allIn: (section) => `All results in ${section}`,
    none: (query) => `No results for “${query}”.`,
    best: (count, query) => `The best ${count} pages for “${query}”.`,
    found: (count, query) => `${count === 1 ? "One page" : `${count} pages`} for “${query}”.`,
  },
  feedback: {
    question: "Was this page helpful?",
    good: "Good",
    ok: "OK",
    bad: "Bad",
    comment: "Comment",
    send: "Send feedback",
    thanks: "Thank you for your feedback.",
    read: "The authors of this page will read it.",
    more: "Send more",
  },
  cookies: {
    title: "Cookies",
    text: "Some features of this site use cookies, for example to count visits. They stay off unless you allow them.",
    allow: "Allow cookies",
    refuse: "Continue without cookies",
  },
  api: {
    version: "Version:",
    download: "Download",
    needsScripts: "Viewing the reference requires JavaScript. You can also download the document.",
  },
  errors: {
    home: "Go to the home page",
    wrong: { title: "Something went wrong", text: "" },
    unavailable: { title: "This site is temporarily unavailable", text: "Try again in a few minutes." },
    signIn: { title: "Sign in to continue", text: "" },
    noAccess: { title: "You don’t have access to this page", text: "" },
    notFound: { title: "Page not found", text: "The page may have moved, or the address may be wrong." },
    tooLarge: { title: "The request is too large", text: "" },
    tooMany: { title: "Too many requests", text: "" },
  },
};

/** The language of a site whose sections name none. */
export const defaultLanguage = "en";

/**
 * Returns the texts in a language, or in English if there is no translation.
 *
 * @param language - a valid tag (BCP 47). The region doesn't matter, except for Chinese
 */
export function siteTextsIn(language: string = defaultLanguage): SiteTexts {
  const { language: name, script } = new Intl.Locale(language).maximize();
  return translations[`${name}-${script}`] ?? translations[name ?? ""] ?? english;
}
