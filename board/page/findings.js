// @ts-check
// Findings of the project, each with a position for the board. `source` is the committed file that holds the finding.

/**
 * @typedef {object} Finding
 * @property {string} key  of its title and its sentence in the messages @property {string} sure
 * @property {string} game @property {string} [position] @property {string} [moves] @property {string} source
 */

/** @type {{key: string, findings: Finding[]}[]} */
export const FINDINGS = [
  {
    key: "rounds",
    findings: [
      { key: "55", sure: "verified", game: "55stones", moves: "E4W1 stay W6E8 E2W1", source: "results/never-ending/games-55-relay-end.certificate.json" },
      { key: "33", sure: "verified", game: "33stones", moves: "E3W9 stay E5W1 W2E1", source: "results/never-ending/games-33-relay-end.certificate.json" },
      { key: "small", sure: "verified", game: "55stones", position: "0,1,0,1,0,1,0,1,0,2,2 E 47 0 - 3", moves: "E10W11", source: "results/never-ending/boards-relay-end.certificate.json" },
      { key: "undisputed", sure: "verified", game: "55stones", moves: "E1W11 stay E4W5 E8W6 W6E3 E7W10 W9E11", source: "results/never-ending/undisputed-games-55-relay-end.certificate.json" },
      { key: "good", sure: "verified", game: "stones:holes=11,seeds=2", moves: "E2W10 stay E1W8 W3E11 E2W8 E5W10 W2E1", source: "results/never-ending/good-play-22-22-relay-end.certificate.json" },
      { key: "repetition", sure: "verified", game: "55stones", position: "0,2,1,1,1,1,2,0,1,0,1 E 45 0 - 3", moves: "E7W2 E10W5", source: "results/never-ending/repetitions-the-shortest-repetition-relay-end.certificate.json" },
    ],
  },
  {
    key: "wins",
    findings: [
      { key: "22", sure: "verified", game: "stones:holes=11,seeds=2", moves: "E2W3 stay E5W4 W10E8 E11W9 E1W6 E2W3 E10W4 W5E9 W7E4 W11E10 E9W1 E8W9 W7E5 W9E10 E4W8 W9E2 E10W1 E2W4 E6W9 E5W8 W11E3 W3E10 W4E8 W5E6", source: "results/proofs/22stones.json" },
      { key: "33-wins", sure: "verified", game: "33stones", moves: "E3W11 stay W11E1 E2W6 W9E4 W11E1 E2W8 W3E9 E5W10", source: "results/proofs/33stones.json" },
      { key: "44", sure: "verified", game: "stones:holes=11,seeds=4", moves: "E4W9 stay E1W3 W10E7 E1W8 W11E4 E8W2 E4W7 W8E9 E1W6 W11E4 E1W3 E2W7 W9E10 E10W5 E7W10 W3E9 E5W7 E3W2 W2E10 E3W8 W10E11 W7E5 W8E2 W9E10", source: "results/proofs/44stones.json" },
      { key: "55-wins", sure: "verified", game: "55stones", moves: "E3W2 stay", source: "results/proofs/55stones.json" },
    ],
  },
  {
    key: "owela",
    findings: [
      { key: "owela2", sure: "verified", game: "owela:pits=2", moves: "L1 U3 L1 U3", source: "results/owela/first-endless-owela-pits-2-capture-both.certificate.json" },
      { key: "owela4", sure: "verified", game: "owela:pits=4", moves: "L5 U6 L6 U3 L3", source: "results/owela/first-endless-owela-pits-4-capture-both.certificate.json" },
      { key: "owela8", sure: "verified", game: "owela", moves: "L1 U2 L11 U3 L13 U12 L16", source: "results/owela/first-endless-owela-pits-8-capture-both.certificate.json" },
    ],
  },
];
