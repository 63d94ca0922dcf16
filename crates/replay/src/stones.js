// @ts-check
// Where the stones of a heap lie: rings that the eye can count, rows for a cup.

/** @typedef {{x: number, y: number, s: number}} Spot  centre and scale of a stone */

/** Stones in each ring, from the centre out, for heaps that are common. */
const RINGS = [
  [], [1], [2], [3], [4], [5], [1, 5], [1, 6], [1, 7], [1, 8], [2, 8], [3, 8], [3, 9], [4, 9], [4, 10], [5, 10],
  [5, 11], [1, 5, 11], [1, 6, 11], [1, 6, 12],
];

/** Radius of a stone, in units of the drawing. */
export const STONE = 9.4;
/** Distance between the centres of neighbours. */
const PITCH = 19.6;

/** @type {Map<string, Spot[]>} */
const known = new Map();

/** @param {number} count @returns {number[]} */
function ringsOf(count) {
  if (count < RINGS.length) return RINGS[count];
  const rings = [1];
  let left = count - 1;
  for (let ring = 1; left > 0; ring += 1) {
    rings.push(Math.min(6 * ring, left));
    left -= 6 * ring;
  }
  return rings;
}

/**
 * The places of `count` stones around (0, 0) within a circle.
 * @param {number} count @param {number} radius @returns {Spot[]}
 */
export function heap(count, radius) {
  const key = `${count}:${radius}`;
  const before = known.get(key);
  if (before) return before;
  /** @type {Spot[]} */
  const spots = [];
  let reach = 0;
  ringsOf(count).forEach((stones, ring) => {
    const touching = stones > 1 ? PITCH / (2 * Math.sin(Math.PI / stones)) : 0;
    reach = spots.length === 0 ? touching : Math.max(touching, reach + PITCH * 0.94);
    const turn = ring % 2 === 0 ? -Math.PI / 2 : -Math.PI / 2 + Math.PI / stones;
    for (let i = 0; i < stones; i += 1) {
      const angle = turn + (2 * Math.PI * i) / stones;
      spots.push({ x: reach * Math.cos(angle), y: reach * Math.sin(angle), s: 1 });
    }
  });
  shrink(spots, reach + STONE > radius ? (radius - STONE) / reach : 1);
  known.set(key, spots);
  return spots;
}

/**
 * The places of `count` stones around (0, 0) in rows within a rectangle.
 * @param {number} count @param {number} width @param {number} height @returns {Spot[]}
 */
export function rows(count, width, height) {
  const key = `${count}:${width}x${height}`;
  const before = known.get(key);
  if (before) return before;
  let pitch = PITCH + 1;
  const columnsAt = () => Math.max(1, Math.floor(width / pitch));
  while (Math.ceil(count / columnsAt()) * pitch > height && pitch > 2) pitch *= 0.96;
  const columns = columnsAt();
  const scale = Math.min(1, pitch / PITCH);
  /** @type {Spot[]} */
  const spots = [];
  for (let i = 0; i < count; i += 1) {
    const row = Math.floor(i / columns);
    spots.push({
      x: ((i % columns) - (columns - 1) / 2) * pitch,
      y: height / 2 - pitch / 2 - row * pitch,
      s: scale,
    });
  }
  known.set(key, spots);
  return spots;
}

/** @param {Spot[]} spots @param {number} by */
function shrink(spots, by) {
  if (by >= 1) return;
  for (const spot of spots) {
    spot.x *= by;
    spot.y *= by;
    spot.s = Math.max(0.35, Math.min(1, by * 1.04));
  }
}
