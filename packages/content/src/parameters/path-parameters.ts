import { pathParameter } from "@plugboard/api/contract";

/** The path parameters of the documentation product by name. */
export const pathParameters = {
  blockIndex: pathParameter("The block's position in its page, from 0.", "0"),
  changeRequestId: pathParameter("A change request of a space.", "crq_1"),
  documentName: pathParameter("An OpenAPI document of a site.", "pets"),
  domainName: pathParameter("A domain of a site.", "docs.acme.example"),
  imageId: pathParameter("An image of a space.", "img_1"),
  pageId: pathParameter("A page.", "pag_1"),
  revisionId: pathParameter("A revision of a space.", "rev_1"),
  siteId: pathParameter("A site.", "sit_1"),
  spaceId: pathParameter("A space.", "spc_1"),
  threadId: pathParameter("A comment thread of a page.", "cmt_1"),
  visitorId: pathParameter("The visitor's anonymous ID in events.", "4f1c"),
};
