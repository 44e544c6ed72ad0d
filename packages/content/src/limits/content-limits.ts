const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** The limits of the documentation product's API. */
export const contentLimits = {
  /** Bytes of a request that saves a page. */
  pageBodyBytes: 5 * mebibyte,
  /** Characters of a page's title. */
  titleLength: 200,
  /** Characters of a page's Markdown. */
  markdownLength: 1_000_000,
  /** Characters of a change of a shared draft in base64. */
  sharedUpdateLength: 4 * Math.ceil((4 * mebibyte) / 3),
  /** Bytes of a request that appends to a shared draft. */
  sharedChangeBodyBytes: 6 * mebibyte,
  /** Characters of the state of a shared draft in base64. */
  sharedStateLength: 4 * Math.ceil((8 * mebibyte) / 3),
  /** Bytes of a request that saves a shared draft. */
  sharedBodyBytes: 16 * mebibyte,
  /** Bytes of a shared draft: its state and the changes since. */
  sharedDraftBytes: 16 * mebibyte,
  /** Changes of a shared draft since its last save. */
  sharedDraftChanges: 10_000,
  /** Bytes of an organization's shared drafts. */
  organizationSharedBytes: 256 * mebibyte,
  /** Pages of a change request. */
  changeRequestPages: 50,
  /** Pages that a change request moves or deletes. */
  changeRequestMoves: 50,
  /** Characters of a change request's description. */
  descriptionLength: 5000,
  /** Bytes of a request that sends a change request for review. Its pages are written in one transaction. */
  changeRequestBodyBytes: 8 * mebibyte,
  /** Open change requests of a space. */
  spaceChangeRequests: 200,
  /** Characters of a comment. */
  commentLength: 5000,
  /** Characters of the text that a comment is about. */
  anchorLength: 1000,
  /** Characters before and after the text that a comment is about. */
  anchorContextLength: 64,
  /** Comments on a page. */
  pageComments: 1000,
  /** Integration blocks in a page. */
  pageBlocks: 100,
  /** Bytes of a block's props as JSON. */
  blockPropsBytes: 64 * kibibyte,
  /** Pages in a space. */
  spacePages: 5000,
  /** Levels of nested pages. */
  pageDepth: 10,
  /** Sections of a site, besides its own space. */
  siteSections: 20,
  /** Variants of a section, besides its own space. */
  sectionVariants: 10,
  /** Domains of a site. */
  siteDomains: 5,
  /** Characters of a page's or site's path. */
  pathLength: 100,
  /** Bytes of an image of a page. */
  imageBytes: 5 * mebibyte,
  /** Characters of an image in base64. */
  imageLength: 4 * Math.ceil((5 * mebibyte) / 3),
  /** Bytes of a request that stores an image. */
  imageBodyBytes: 7 * mebibyte,
  /** Bytes of a font of a site. */
  fontBytes: 2 * mebibyte,
  /** The greatest length in a font, such as its ascent, in font sizes. */
  fontMeasure: 3,
  /** Bytes of a font without compression. */
  fontDataBytes: 16 * mebibyte,
  /** Characters of a font in base64. */
  fontLength: 4 * Math.ceil((2 * mebibyte) / 3),
  /** Bytes of a request that stores a font. */
  fontBodyBytes: 3 * mebibyte,
  /** Bytes of an organization's images and fonts, unless the administrator sets another limit. */
  organizationImageBytes: 1024 * mebibyte,
} as const;
