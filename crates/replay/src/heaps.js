// @ts-check
// Which stone lies where. A stone keeps its number, so that the eye can follow it.

/** @typedef {Record<string, number[]>} Lying  the stones of each place */
/** @typedef {[string, string, number]} Carry  from a place, to a place, number of stones */

export class Heaps {
  constructor() {
    /** @type {Lying} */
    this.lying = {};
    this.total = 0;
  }

  /** The stones of each place, as they lie now. @returns {Lying} */
  now() {
    /** @type {Lying} */
    const copy = {};
    for (const [place, stones] of Object.entries(this.lying)) copy[place] = stones.slice();
    return copy;
  }

  /** Carries stones, the last that came first. @param {Carry[]} carries */
  carry(carries) {
    for (const [from, to, count] of carries) {
      const taken = (this.lying[from] ?? []).splice(-count, count);
      (this.lying[to] ??= []).push(...taken);
    }
  }

  /** Moves as few stones as possible to reach these counts. @param {Record<string, number>} counts */
  reach(counts) {
    /** @type {number[]} */
    const loose = [];
    for (const [place, stones] of Object.entries(this.lying)) {
      const surplus = stones.length - (counts[place] ?? 0);
      if (surplus > 0) loose.push(...stones.splice(-surplus, surplus));
    }
    for (const [place, count] of Object.entries(counts)) {
      const stones = (this.lying[place] ??= []);
      while (stones.length < count) stones.push(loose.pop() ?? this.total++);
    }
    for (const stone of loose) (this.lying["away"] ??= []).push(stone);
    const away = this.lying["away"];
    if (away && !counts["away"]) {
      // Stones that the new position does not have: the highest numbers go.
      delete this.lying["away"];
      this.renumber();
    }
  }

  /** Numbers the stones from 0 again, so that none is missing. */
  renumber() {
    let next = 0;
    for (const stones of Object.values(this.lying)) {
      for (let i = 0; i < stones.length; i += 1) stones[i] = next++;
    }
    this.total = next;
  }
}
