/** Returns the weight of a page in the search, by its URL: guides rank above reference pages. */
export function boostPage(url: string): number {
  if (/\/(guides|tutorials)\//.test(url)) return 3;
  return /\/(packages|http-api|decisions|conformance)/.test(url) ? 0.3 : 1;
}
