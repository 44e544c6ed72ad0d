/**
 * The header with the visitor's address in requests to the account library. Set by this server only; a client's header
 * of this name is overwritten.
 */
export const visitorHeader = "x-plugboard-visitor";
