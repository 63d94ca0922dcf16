// @ts-check
// Where holes, cups and hands are drawn, for each shape of board and for wide and tall screens.

import { SIDES } from "./words.js";

/** @typedef {import("./position.js").Board} Board */
/**
 * @typedef {object} Place
 * @property {string} id
 * @property {"hole"|"cup"} kind
 * @property {number} x @property {number} y
 * @property {number} r  radius of a hole
 * @property {number} w @property {number} h  size of a cup
 * @property {string} name  what is written beside it
 * @property {[number, number]} nameAt @property {[number, number]} countAt @property {[number, number]} valueAt
 */
/**
 * @typedef {object} Layout
 * @property {number} width @property {number} height
 * @property {Place[]} places
 * @property {string} ground  path of the ground that the board stands on
 * @property {string} track  path on which hands move; empty if there is none
 * @property {(is: any, between: number, from?: any) => {x: number, y: number, heading: number|null}} hand  where a hand is between two places that it is over, and where it goes, in degrees
 * @property {boolean} tall
 */

const HOLE = 44;
/** In a tall drawing the numbers stand beside the hole. */
const TALL_HOLE = 40;
const STEP = 100;
const LANE = 100;
/** How far the loop reaches beyond the end holes. */
const CAP = 80;
/** From one row of holes to the next. */
const ROW = 200;
/** The most holes in a row of a rank that is longer than a screen is wide. */
const MOST_IN_A_ROW = 9;
/** How far above a hole of a grid a hand is, so that one sees what lies there. */
const LIFTED = 58;
/** Radius of a hand. */
export const HAND = 34;

/** @param {string} id @param {number} x @param {number} y @param {number} w @param {number} h @param {string} name @returns {Place} */
function cup(id, x, y, w, h, name) {
  const far = h > w;
  return {
    id, kind: "cup", x, y, r: 0, w, h, name,
    nameAt: far ? [x, y - h / 2 - 14] : [x - w / 2 + 16, y + 7],
    countAt: far ? [x, y + h / 2 + 34] : [x + w / 2 - 16, y + 10],
    valueAt: [x, y],
  };
}

/** A rounded rectangle as a path. @param {number} x @param {number} y @param {number} w @param {number} h @param {number} r */
function pill(x, y, w, h, r) {
  return `M${x + r} ${y}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${h - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - w}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - h}a${r} ${r} 0 0 1 ${r} ${-r}z`;
}

/** The place on the circle that a hand is over, 0 to 2M-3. @param {number} holes @param {number} hole @param {number} toward */
function onCircle(holes, hole, toward) {
  if (hole === 1) return 0;
  if (hole === holes) return holes - 1;
  return toward === 1 ? 2 * (holes - 1) - (hole - 1) : hole - 1;
}

/** A point of the loop round the rank, along and across it. @param {number} holes @param {number} place @returns {[number, number]} */
function loop(holes, place) {
  const round = 2 * (holes - 1);
  const p = ((place % round) + round) % round;
  const last = holes - 1;
  const straight = STEP;
  const quarter = ((LANE + CAP) / 2) * (Math.PI / 2);
  /** @param {number} share of the way from the last straight place to the turning point */
  const turn = (share) => {
    const way = share * (straight + quarter);
    if (way <= straight) return [way - straight, LANE];
    const angle = ((way - straight) / quarter) * (Math.PI / 2);
    return [CAP * Math.sin(angle), LANE * Math.cos(angle)];
  };
  if (p > last) {
    const [x, y] = loop(holes, round - p);
    return [x, -y];
  }
  if (p >= last - 1) {
    const [x, y] = turn(p - (last - 1));
    return [last * STEP + x, y];
  }
  if (p <= 1) {
    const [x, y] = turn(1 - p);
    return [-x, y];
  }
  return [p * STEP, LANE];
}

/** The loop as a path. @param {(along: number, over: number) => [number, number]} at @param {number} length */
function loopPath(at, length) {
  const [a, b, c, d] = [at(0, LANE), at(length, LANE), at(length, -LANE), at(0, -LANE)];
  const radius = at(CAP, LANE).map((edge, i) => Math.abs(edge - at(0, 0)[i])).join(" ");
  return `M${a}L${b}A${radius} 0 0 0 ${c}L${d}A${radius} 0 0 0 ${a}z`;
}

/**
 * One rank of holes with a loop for the hands; the cups below it, or in a tall drawing at its ends.
 * @param {Board} board @param {boolean} tall @param {boolean} flipped @returns {Layout}
 */
function rank(board, tall, flipped) {
  const holes = board.ranks[0].length;
  const length = (holes - 1) * STEP;
  const margin = CAP + HAND + 10;
  // Of a short rank the cups need more room than the holes.
  const width = tall ? 548 : Math.max(length + 2 * margin, 900);
  const start = tall ? margin + 76 : (width - length) / 2;
  const middle = tall ? 232 : 186;
  /** @param {number} along @param {number} over @returns {[number, number]} */
  const at = (along, over) => {
    const [x, y] = flipped ? [length - along, -over] : [along, over];
    return tall ? [middle - y, start + x] : [start + x, middle + y];
  };
  const [first, second] = ordered(["W", "E"], flipped);
  /** @type {Place[]} */
  const places = board.ranks[0].map((id, i) => {
    const [x, y] = at(i * STEP, 0);
    return {
      id, kind: "hole", x, y, r: tall ? TALL_HOLE : HOLE, w: 0, h: 0, name: id,
      nameAt: tall ? [x - 50, y + 9] : [x, y - 52],
      countAt: tall ? [x + 50, y + 10] : [x, y + 68],
      valueAt: tall ? [x + LANE + HAND + 98, y] : [x, y + LANE + HAND + 44],
    };
  });
  const far = start + length + margin;
  const below = middle + LANE + HAND + 118;
  if (tall) {
    places.push(cup(first, middle + 36, 38, 420, 64, SIDES[first]));
    places.push(cup(second, middle + 36, far + 38, 420, 64, SIDES[second]));
  } else {
    places.push(cup(first, width / 4 + 2, below, width / 2 - 28, 64, SIDES[first]));
    places.push(cup(second, (3 * width) / 4 - 2, below, width / 2 - 28, 64, SIDES[second]));
  }
  const track = loopPath(at, length);
  const deep = HOLE + 30;
  const ground = tall
    ? pill(middle - deep, start - deep, 2 * deep, length + 2 * deep, deep)
    : pill(start - deep, middle - deep, length + 2 * deep, 2 * deep, deep);
  return {
    width,
    height: tall ? far + 76 : below + 40,
    places, track, ground, tall,
    /** @param {{hole: number, toward: number}} is @param {number} between @param {{hole: number, toward: number}} [from] */
    hand({ hole, toward }, between, from) {
      const to = onCircle(holes, hole, toward);
      const round = 2 * (holes - 1);
      const way = from && between < 1 ? (((to - onCircle(holes, from.hole, from.toward)) % round) + round) % round : 0;
      const [x, y] = at(...loop(holes, to - (1 - between) * Math.min(way, 1)));
      return { x, y, heading: (tall ? 90 : 0) + ((toward === 1) !== flipped ? 180 : 0) };
    },
  };
}

/** Rows of holes and a store at either side, where the game has stores. @param {Board} board @param {string[][]} drawn @param {number[]} shifts @param {boolean} flipped @returns {Layout} */
function grid(board, drawn, shifts, flipped) {
  const stores = board.shape === "two" || board.shape === "colony";
  // Between the rows of two sides.
  const gaps = board.shape === "four" ? [0, 26] : [];
  const columns = Math.max(...drawn.map((row, i) => row.length + shifts[i]));
  const side = stores ? 150 : 20;
  const across = STEP + 8;
  let y = 142;
  /** @type {Place[]} */
  const places = [];
  drawn.forEach((row, i) => {
    row.forEach((id, column) => {
      const x = side + 64 + (column + shifts[i]) * across;
      places.push({
        id, kind: "hole", x, y, r: HOLE, w: 0, h: 0, name: id,
        nameAt: [x, y - 51], countAt: [x, y + 68], valueAt: [x, y + 98],
      });
    });
    y += ROW + (gaps[i] ?? 0);
  });
  const width = 2 * side + 128 + (columns - 1) * across;
  const height = y - ROW + 154;
  if (stores) {
    const ends = ordered(board.shape === "two" ? ["U", "L"] : ["B", "R"], flipped);
    const tallCup = Math.min(260, height - 130);
    const middle = height / 2;
    places.push(cup(`store:${ends[0]}`, 64, middle, 104, tallCup, SIDES[ends[0]]));
    places.push(cup(`store:${ends[1]}`, width - 64, middle, 104, tallCup, SIDES[ends[1]]));
  }
  const known = new Map(places.map((place) => [place.id, place]));
  /** Above a hole, over a store. @param {string} id */
  const over = (id) => {
    const place = known.get(id);
    return { x: place?.x ?? 0, y: (place?.y ?? 0) - (place?.kind === "hole" ? LIFTED : 0) };
  };
  return {
    width, height, places, track: "", tall: false,
    ground: pill(side - 6, 14, width - 2 * side + 12, height - 26, 60),
    /** @param {{place: string}} is @param {number} between @param {{place: string}} [from] */
    hand(is, between, from) {
      const [to, was] = [over(is.place), over((from ?? is).place)];
      const [dx, dy] = [to.x - was.x, to.y - was.y];
      const heading = dx || dy ? (Math.atan2(dy, dx) * 180) / Math.PI : null;
      return { x: was.x + dx * between, y: was.y + dy * between, heading };
    },
  };
}

/** A rank as rows, one below the other as lines of text, as equal in length as can be. @param {string[]} rank */
function wrapped(rank) {
  const rows = Math.ceil(rank.length / MOST_IN_A_ROW);
  const most = Math.ceil(rank.length / rows);
  return Array.from({ length: rows }, (_, row) => rank.slice(row * most, (row + 1) * most));
}

/** A list from either side. @template T @param {T[]} list @param {boolean} flipped */
function ordered(list, flipped) {
  return flipped ? [...list].reverse() : list;
}

/**
 * The drawing of a board.
 * @param {Board} board @param {boolean} tall  for narrow screens @param {boolean} [flipped]  seen from the other side
 * @returns {Layout}
 */
export function layoutOf(board, tall, flipped = false) {
  if (board.shape === "rank") return rank(board, tall, flipped);
  const back = (/** @type {string[]} */ row) => [...row].reverse();
  const [outer, inner, farOuter, farInner] = board.ranks;
  let drawn = board.ranks;
  if (board.shape === "line") drawn = wrapped(board.ranks[0]);
  if (board.shape === "two") drawn = [back(board.ranks[1]), board.ranks[0]];
  if (board.shape === "four") drawn = [back(farOuter), farInner, back(inner), outer];
  const widest = Math.max(...drawn.map((row) => row.length));
  const rows = ordered(drawn, flipped).map((row) => ordered(row, flipped));
  // The last row of a rank begins where the others do.
  const shifts = rows.map((row) => (board.shape === "line" ? (flipped ? widest - row.length : 0) : (widest - row.length) / 2));
  return grid(board, rows, shifts, flipped);
}
