type Words = Readonly<Record<string, string>>;

/** The words of one list of GitBook's client, each under its name in capitals: `Github`, `LinkExternal`. */
// @__NO_SIDE_EFFECTS__
function words(...list: readonly string[]): Words {
  return Object.fromEntries(
    list.map((word) => [word.replaceAll(/(?:^|[^a-z0-9]+)([a-z0-9])/gi, capital), word]),
  );
}

function capital(_separated: string, letter: string): string {
  return letter.toUpperCase();
}

export const CardsImageObjectFit: Words = words("contain", "fill", "cover");
export const ChangeRequestOrderBy: Words = words("updatedAt", "createdAt");
export const ChangeRequestReviewStatus: Words = words("changes-requested", "approved");
export const ChangeRequestStatus: Words = words("draft", "open", "archived", "merged");
export const ContentKitIcon: Words = words(
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
export const ContentVisibility: Words = words(
  "public",
  "unlisted",
  "share-link",
  "visitor-auth",
  "in-collection",
  "private",
);
export const CustomizationAIMode: Words = words("none", "search", "assistant");
export const CustomizationBackground: Words = words("plain", "match");
export const CustomizationCodeTheme: Words = words(
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
export const CustomizationCorners: Words = words("straight", "rounded", "circular");
export const CustomizationDefaultFont: Words = words(
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
export const CustomizationDefaultMonospaceFont: Words = words(
  "FiraCode",
  "IBMPlexMono",
  "JetBrainsMono",
  "SourceCodePro",
  "RobotoMono",
  "SpaceMono",
  "DMMono",
  "Inconsolata",
);
export const CustomizationDefaultThemeMode: Words = words("light", "dark", "system");
export const CustomizationDepth: Words = words("subtle", "flat");
export const CustomizationHeaderPreset: Words = words("default", "bold", "contrast", "custom", "none");
export const CustomizationIconsStyle: Words = words("regular", "solid", "duotone", "light", "thin");
export const CustomizationLinksStyle: Words = words("default", "accent");
export const CustomizationLocale: Words = words(
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
export const CustomizationPageActionType: Words = words(
  "assistant",
  "external-ai",
  "markdown",
  "mcp",
  "git",
  "pdf",
);
export const CustomizationSearchStyle: Words = words("prominent", "subtle");
export const CustomizationSidebarBackgroundStyle: Words = words("default", "filled");
export const CustomizationSidebarListStyle: Words = words("default", "pill", "line");
export const CustomizationTheme: Words = words("clean", "muted", "bold", "gradient");
export const CustomizationThemeMode: Words = words("light", "dark");
export const DocumentTextColor: Words = words(
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
export const GitSyncInstallationPriority: Words = words("git", "gitbook");
export const GitSyncInstallationProvider: Words = words("github", "gitlab");
export const GitSyncInstallationStatus: Words = words("unauthenticated", "active", "pending");
export const GitSyncOperationDirection: Words = words("export", "import");
export const GitSyncOperationStage: Words = words(
  "repo_fetch",
  "config_check",
  "content_process",
  "finalize",
);
export const GitSyncOperationState: Words = words("running", "failure", "success", "timeout");
export const GitSyncProvider: Words = words("github", "gitlab", "github-legacy");
export const GitSyncRunOperation: Words = words("import", "export", "check", "merge", "recovery");
export const GitSyncRunState: Words = words(
  "queued",
  "running",
  "success",
  "failure",
  "timeout",
  "cancelled",
);
export const IntegrationCategory: Words = words(
  "analytics",
  "collaboration",
  "content",
  "marketing",
  "visitor-auth",
  "other",
);
export const IntegrationInstallationSiteSelection: Words = words("all", "selected");
export const IntegrationInstallationSpaceSelection: Words = words("all", "selected");
export const IntegrationInstallationStatus: Words = words("active", "pending", "paused");
export const IntegrationScope: Words = words(
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
export const IntegrationTarget: Words = words("all", "site", "space", "organization");
export const IntegrationVisibility: Words = words("public", "private", "unlisted");
export const MemberRole: Words = words("admin", "create", "edit", "review", "comment", "read");
export const OpenAPISpecProcessingState: Words = words("pending", "progress", "complete");
export const OpenAPISpecVisibility: Words = words("private", "public");
export const PageFeedbackRating: Words = words("bad", "ok", "good");
export const RevisionPageDocumentCoverTextColor: Words = words("black", "white");
export const RevisionPageLayoutOptionsCoverMask: Words = words("none", "radial");
export const RevisionPageLayoutOptionsCoverSize: Words = words("hero", "full", "background");
export const RevisionPageLayoutOptionsWidth: Words = words("default", "wide");
export const RevisionPageLayoutPreset: Words = words("docs", "editorial", "landing");
export const RevisionPageType: Words = words("document", "group", "link", "computed");
export const RevisionSemanticChangeType: Words = words(
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
export const SiteExternalLinksTarget: Words = words("self", "blank");
export const SiteType: Words = words(
  "basic",
  "premium",
  "ultimate",
  "sponsored",
  "legacy-basic",
  "legacy-premium",
);
export const SiteVisibility: Words = words("public", "unlisted", "share-link", "visitor-auth");
export const SpaceEditMode: Words = words("live", "locked");
export const TextAlignment: Words = words("start", "center", "end");
export const VerticalAlignment: Words = words("top", "middle", "bottom");
