/** For `catch`: that something is there already is no failure where it was only to be made sure of. */
export function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}
