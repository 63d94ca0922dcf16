// @ts-check
// Errors in workers.

/** What was thrown as the document of an error, which the solver and the checker throw. @param {any} error */
export function errorDocument(error) {
  return typeof error?.kind === "string" ? error : { error: String(error instanceof Error ? error.message : error) };
}
