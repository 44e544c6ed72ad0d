export { GITBOOK_DEFAULT_ENDPOINT, GitBookAPI, GitBookAPIError } from "./api/git-book-api.ts";
