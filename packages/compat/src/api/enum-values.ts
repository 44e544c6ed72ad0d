type EnumValues = Readonly<Record<string, string>>;

/** The values of an enum of GitBook's client by name: `Github`, `LinkExternal`. */
// @__NO_SIDE_EFFECTS__
function enumValues(...list: readonly string[]): EnumValues {
  return Object.fromEntries(
    list.map((word) => [word.replaceAll(/(?:^|[^a-z0-9]+)([a-z0-9])/gi, capital), word]),
  );
}

function capital(_separated: string, letter: string): string {
  return letter.toUpperCase();
}

export const CardsImageObjectFit: EnumValues = enumValues("contain", "fill", "cover");
export const ChangeRequestOrderBy: EnumValues = enumValues("updatedAt", "createdAt");
export const ChangeRequestReviewStatus: EnumValues = enumValues("changes-requested", "approved");
export const ChangeRequestStatus: EnumValues = enumValues("draft", "open", "archived", "merged");
export const ContentKitIcon: EnumValues = enumValues(
  "close",
  "edit",
  "github",
  "gitlab",
  "maximize",
  "email",
  "settings",
  "search",
  "delete",
  "star",
  "warning",
  "link",
  "link-external",
  "eye",
  "eye-off",
  "lock",
  "check",
  "check-circle",
);
export const ContentVisibility: EnumValues = enumValues(
  "public",
  "unlisted",
  "share-link",
  "visitor-auth",
  "in-collection",
  "private",
);
export const CustomizationAIMode: EnumValues = enumValues("none", "search", "assistant");
export const CustomizationBackground: EnumValues = enumValues("plain", "match");
export const CustomizationCodeTheme: EnumValues = enumValues(
  "default-light",
  "default-dark",
  "monochrome-light",
  "monochrome-dark",
  "andromeeda",
  "aurora-x",
  "ayu-dark",
  "catppuccin-frappe",
  "catppuccin-latte",
  "catppuccin-macchiato",
  "catppuccin-mocha",
  "dark-plus",
  "dracula",
  "dracula-soft",
  "everforest-dark",
  "everforest-light",
  "github-dark",
  "github-dark-default",
  "github-dark-dimmed",
  "github-dark-high-contrast",
  "github-light",
  "github-light-default",
  "github-light-high-contrast",
  "gruvbox-dark-hard",
  "gruvbox-dark-medium",
  "gruvbox-dark-soft",
  "gruvbox-light-hard",
  "gruvbox-light-medium",
  "gruvbox-light-soft",
  "houston",
  "kanagawa-dragon",
  "kanagawa-lotus",
  "kanagawa-wave",
  "laserwave",
  "light-plus",
  "material-theme",
  "material-theme-darker",
  "material-theme-lighter",
  "material-theme-ocean",
  "material-theme-palenight",
  "min-dark",
  "min-light",
  "monokai",
  "night-owl",
  "nord",
  "one-dark-pro",
  "one-light",
  "plastic",
  "poimandres",
  "red",
  "rose-pine",
  "rose-pine-dawn",
  "rose-pine-moon",
  "slack-dark",
  "slack-ochin",
  "snazzy-light",
  "solarized-dark",
  "solarized-light",
  "synthwave-84",
  "tokyo-night",
  "vesper",
  "vitesse-black",
  "vitesse-dark",
  "vitesse-light",
);
export const CustomizationCorners: EnumValues = enumValues("straight", "rounded", "circular");
export const CustomizationDefaultFont: EnumValues = enumValues(
  "ABCFavorit",
  "Inter",
  "Roboto",
  "RobotoSlab",
  "OpenSans",
  "SourceSansPro",
  "Lato",
  "Ubuntu",
  "Raleway",
  "Merriweather",
  "Overpass",
  "NotoSans",
  "IBMPlexSerif",
  "Poppins",
  "FiraSans",
);
export const CustomizationDefaultMonospaceFont: EnumValues = enumValues(
  "FiraCode",
  "IBMPlexMono",
  "JetBrainsMono",
  "SourceCodePro",
  "RobotoMono",
  "SpaceMono",
  "DMMono",
  "Inconsolata",
);
export const CustomizationDefaultThemeMode: EnumValues = enumValues("light", "dark", "system");
export const CustomizationDepth: EnumValues = enumValues("subtle", "flat");
export const CustomizationHeaderPreset: EnumValues = enumValues(
  "default",
  "bold",
  "contrast",
  "custom",
  "none",
);
export const CustomizationIconsStyle: EnumValues = enumValues("regular", "solid", "duotone", "light", "thin");
export const CustomizationLinksStyle: EnumValues = enumValues("default", "accent");
export const CustomizationLocale: EnumValues = enumValues(
  "en",
  "fr",
  "es",
  "zh",
  "ja",
  "de",
  "nl",
  "no",
  "pt-br",
  "ru",
);
export const CustomizationPageActionType: EnumValues = enumValues(
  "assistant",
  "external-ai",
  "markdown",
  "mcp",
  "git",
  "pdf",
);
export const CustomizationSearchStyle: EnumValues = enumValues("prominent", "subtle");
export const CustomizationSidebarBackgroundStyle: EnumValues = enumValues("default", "filled");
export const CustomizationSidebarListStyle: EnumValues = enumValues("default", "pill", "line");
export const CustomizationTheme: EnumValues = enumValues("clean", "muted", "bold", "gradient");
export const CustomizationThemeMode: EnumValues = enumValues("light", "dark");
export const DocumentTextColor: EnumValues = enumValues(
  "default",
  "green",
  "blue",
  "red",
  "orange",
  "yellow",
  "purple",
  "pink",
  "violet",
  "cyan",
  "$primary",
  "$info",
  "$success",
  "$warning",
  "$danger",
  "$tint",
);
export const GitSyncInstallationPriority: EnumValues = enumValues("git", "gitbook");
export const GitSyncInstallationProvider: EnumValues = enumValues("github", "gitlab");
export const GitSyncInstallationStatus: EnumValues = enumValues("unauthenticated", "active", "pending");
export const GitSyncOperationDirection: EnumValues = enumValues("export", "import");
export const GitSyncOperationStage: EnumValues = enumValues(
  "repo_fetch",
  "config_check",
  "content_process",
  "finalize",
);
export const GitSyncOperationState: EnumValues = enumValues("running", "failure", "success", "timeout");
export const GitSyncProvider: EnumValues = enumValues("github", "gitlab", "github-legacy");
export const GitSyncRunOperation: EnumValues = enumValues("import", "export", "check", "merge", "recovery");
export const GitSyncRunState: EnumValues = enumValues(
  "queued",
  "running",
  "success",
  "failure",
  "timeout",
  "cancelled",
);
export const IntegrationCategory: EnumValues = enumValues(
  "analytics",
  "collaboration",
  "content",
  "marketing",
  "visitor-auth",
  "other",
);
export const IntegrationInstallationSiteSelection: EnumValues = enumValues("all", "selected");
export const IntegrationInstallationSpaceSelection: EnumValues = enumValues("all", "selected");
export const IntegrationInstallationStatus: EnumValues = enumValues("active", "pending", "paused");
export const IntegrationScope: EnumValues = enumValues(
  "space:content:read",
  "space:content:write",
  "space:metadata:read",
  "space:metadata:write",
  "space:git:sync",
  "page:feedback:read",
  "site:metadata:read",
  "site:views:read",
  "site:script:inject",
  "site:script:cookies",
  "site:visitor:auth",
  "site:visitor:claims",
  "site:adaptive:read",
  "site:adaptive:write",
  "conversations:ingest",
  "openapi:read",
  "openapi:write",
);
export const IntegrationTarget: EnumValues = enumValues("all", "site", "space", "organization");
export const IntegrationVisibility: EnumValues = enumValues("public", "private", "unlisted");
export const MemberRole: EnumValues = enumValues("admin", "create", "edit", "review", "comment", "read");
export const OpenAPISpecProcessingState: EnumValues = enumValues("pending", "progress", "complete");
export const OpenAPISpecVisibility: EnumValues = enumValues("private", "public");
export const PageFeedbackRating: EnumValues = enumValues("bad", "ok", "good");
export const RevisionPageDocumentCoverTextColor: EnumValues = enumValues("black", "white");
export const RevisionPageLayoutOptionsCoverMask: EnumValues = enumValues("none", "radial");
export const RevisionPageLayoutOptionsCoverSize: EnumValues = enumValues("hero", "full", "background");
export const RevisionPageLayoutOptionsWidth: EnumValues = enumValues("default", "wide");
export const RevisionPageLayoutPreset: EnumValues = enumValues("docs", "editorial", "landing");
export const RevisionPageType: EnumValues = enumValues("document", "group", "link", "computed");
export const RevisionSemanticChangeType: EnumValues = enumValues(
  "page_created",
  "page_edited",
  "page_deleted",
  "page_moved",
  "file_created",
  "file_edited",
  "file_deleted",
  "custom_fields_edited",
  "tag_created",
  "tag_deleted",
  "tag_edited",
);
export const SiteExternalLinksTarget: EnumValues = enumValues("self", "blank");
export const SiteType: EnumValues = enumValues(
  "basic",
  "premium",
  "ultimate",
  "sponsored",
  "legacy-basic",
  "legacy-premium",
);
export const SiteVisibility: EnumValues = enumValues("public", "unlisted", "share-link", "visitor-auth");
export const SpaceEditMode: EnumValues = enumValues("live", "locked");
export const TextAlignment: EnumValues = enumValues("start", "center", "end");
export const VerticalAlignment: EnumValues = enumValues("top", "middle", "bottom");
