// @ts-check
// Answers that the build has computed with the solver: openings, first moves and their solved values.

/** @type {Promise<Record<string, any>>} */
const answers = fetch(FILES.answers).then((response) => response.json()).catch(() => ({}));

/** The document of a request, if it is prepared. @param {string} path @param {string} query @returns {Promise<any>} */
export async function answered(path, query) {
  return (await answers)[`${path}?${query}`] ?? null;
}
