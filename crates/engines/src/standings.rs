//! Standings of a tournament, with their errors.

use rustc_hash::FxHashSet;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::rating::PairCounts;

/// The part of a game that counts for the standings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// Half points of the first side.
    pub half_points: u8,
    /// The hash of the course of the game: equal for equal games.
    pub course: u64,
    /// The side at fault: 0 is the first.
    pub at_fault: Option<usize>,
}

/// Two games from one opening. The first engine has the first side in the first game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    /// The numbers of the engines.
    pub engines: (usize, usize),
    /// The games, as far as they were played.
    pub games: [Option<Summary>; 2],
}

impl Pair {
    /// Returns the half points of the first engine, if both games were played.
    pub fn half_points(&self) -> Option<usize> {
        let [one, other] = self.games;
        Some(usize::from(one?.half_points) + 2 - usize::from(other?.half_points))
    }
}

/// The results of one engine against another, or against all.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// A point a win, half a point a draw.
    pub points: f64,
    /// Game pairs with 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
    /// The difference in logistic Elo; as all that follows, from whole pairs, `null` without any.
    pub elo: Option<f64>,
    /// Its error (95 %); see [`Standings::without_false_errors`].
    pub elo_error: Option<f64>,
    /// The difference in normalized Elo.
    pub nelo: Option<f64>,
    /// Its error (95 %).
    pub nelo_error: Option<f64>,
    /// The likelihood of superiority.
    pub los: Option<f64>,
}

/// A line of the standings.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Standing {
    /// From 1; equals have equal ranks.
    pub rank: usize,
    /// The number of the engine, from 0.
    pub number: usize,
    /// Its specification, numbered where several are alike.
    pub engine: String,
    /// The name that another program gives itself (`id name`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The results against all others. Elo is the difference to the opponents that the engine met.
    #[serde(flatten)]
    pub tally: Tally,
    /// Games that it lost by giving no legal move.
    pub faults: u64,
}

/// A cell of the crosstable.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Cell {
    /// The results of the engine of the row against that of the column.
    #[serde(flatten)]
    pub tally: Tally,
    /// How many of the games are different ones.
    pub distinct: u64,
}

/// All results of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standings {
    /// The engines, by points per game.
    pub standings: Vec<Standing>,
    /// For each engine, by number, its results against each engine; `null` where they did not meet.
    pub crosstable: Vec<Vec<Option<Cell>>>,
}

impl Tally {
    fn add(&mut self, pair: &Pair, reversed: bool) {
        for (place, game) in pair.games.iter().enumerate() {
            let Some(game) = game else { continue };
            // The first engine has the first side in the first game only.
            let own = match (place == 0) != reversed {
                true => game.half_points,
                false => 2 - game.half_points,
            };
            self.games += 1;
            match own {
                0 => self.losses += 1,
                1 => self.draws += 1,
                _ => self.wins += 1,
            }
            self.points += f64::from(own) / 2.0;
        }
        if let Some(points) = pair.half_points() {
            self.pairs[if reversed { 4 - points } else { points }] += 1;
        }
    }

    fn rate(&mut self) {
        if let Some(rating) = PairCounts(self.pairs).rating() {
            self.elo = Some(rating.elo);
            self.elo_error = Some(rating.elo_error);
            self.nelo = Some(rating.nelo);
            self.nelo_error = Some(rating.nelo_error);
            self.los = Some(rating.los);
        }
    }
}

impl Standings {
    /// Computes the standings from pairs.
    pub fn new(names: &[String], pairs: &[Pair]) -> Standings {
        let mut tallies = vec![Tally::default(); names.len()];
        let mut faults = vec![0; names.len()];
        let mut cells = vec![vec![Tally::default(); names.len()]; names.len()];
        let mut courses = vec![vec![FxHashSet::default(); names.len()]; names.len()];
        for pair in pairs {
            let (one, other) = pair.engines;
            tallies[one].add(pair, false);
            tallies[other].add(pair, true);
            cells[one][other].add(pair, false);
            cells[other][one].add(pair, true);
            let (low, high) = (one.min(other), one.max(other));
            for (place, game) in pair.games.iter().enumerate() {
                let Some(game) = game else { continue };
                // Equal courses with the sides exchanged are different games.
                let first = if place == 0 { one } else { other };
                courses[low][high].insert((first, game.course));
                if let Some(side) = game.at_fault {
                    faults[if side == place { one } else { other }] += 1;
                }
            }
        }
        let mut standings: Vec<Standing> = tallies
            .into_iter()
            .zip(names)
            .zip(faults)
            .enumerate()
            .map(|(number, ((mut tally, name), faults))| {
                tally.rate();
                Standing {
                    rank: 0,
                    number,
                    engine: name.clone(),
                    name: None,
                    tally,
                    faults,
                }
            })
            .collect();
        let score =
            |standing: &Standing| standing.tally.points / (standing.tally.games.max(1) as f64);
        standings.sort_by(|one, other| score(other).total_cmp(&score(one)));
        for place in 0..standings.len() {
            // Equals share the better rank, and the next ranks are skipped.
            standings[place].rank = match place.checked_sub(1).map(|above| &standings[above]) {
                Some(above) if score(above) == score(&standings[place]) => above.rank,
                _ => place + 1,
            };
        }
        let crosstable = cells.into_iter().enumerate().map(|(row, cells)| {
            let cell = |(column, mut tally): (usize, Tally)| {
                tally.rate();
                let distinct = courses[row.min(column)][row.max(column)].len() as u64;
                (tally.games > 0).then_some(Cell { tally, distinct })
            };
            cells.into_iter().enumerate().map(cell).collect()
        });
        Standings {
            crosstable: crosstable.collect(),
            standings,
        }
    }

    /// Adds the names that engines give themselves, by engine number.
    #[must_use]
    pub fn named(mut self, names: &[Option<String>]) -> Standings {
        for line in &mut self.standings {
            line.name = names.get(line.number).cloned().flatten();
        }
        self
    }

    /// Removes errors and likelihoods of superiority that are not meaningful: those of too few pairs, or of pairs with
    /// equal results.
    #[must_use]
    pub fn without_false_errors(mut self) -> Standings {
        let cells = self.crosstable.iter_mut().flatten().flatten();
        let lines = self.standings.iter_mut();
        for tally in cells
            .map(|cell| &mut cell.tally)
            .chain(lines.map(|line| &mut line.tally))
        {
            if !PairCounts(tally.pairs).tell_errors() {
                (tally.elo_error, tally.nelo_error, tally.los) = (None, None, None);
            }
        }
        self
    }

    /// Returns the pairings, by engine number, that repeat the same few games: at least 4 games, of which less than
    /// half are distinct.
    pub fn repeated(&self) -> Vec<(usize, usize, &Cell)> {
        let rows = self.crosstable.iter().enumerate();
        rows.flat_map(|(one, row)| {
            let cells = row.iter().enumerate().skip(one + 1);
            cells.filter_map(move |(other, cell)| Some((one, other, cell.as_ref()?)))
        })
        .filter(|(_, _, cell)| cell.tally.games >= 4 && 2 * cell.distinct < cell.tally.games)
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(half_points: u8, course: u64) -> Option<Summary> {
        Some(Summary {
            half_points,
            course,
            at_fault: None,
        })
    }

    #[test]
    fn points_go_to_whoever_had_the_side() {
        let names = ["a".to_owned(), "b".to_owned()];
        let pairs = [
            Pair {
                engines: (0, 1),
                games: [game(2, 1), game(0, 2)],
            },
            Pair {
                engines: (0, 1),
                games: [game(2, 1), game(1, 3)],
            },
            Pair {
                engines: (0, 1),
                games: [game(0, 4), None],
            },
        ];
        let table = Standings::new(&names, &pairs);
        let [a, b] = &table.standings[..] else {
            panic!("two engines")
        };
        assert_eq!((a.number, a.tally.points, b.tally.points), (0, 3.5, 1.5));
        assert_eq!((a.tally.wins, a.tally.draws, a.tally.losses), (3, 1, 1));
        assert_eq!(a.tally.pairs, [0, 0, 0, 1, 1]);
        assert_eq!(b.tally.pairs, [1, 1, 0, 0, 0]);
        assert_eq!(table.crosstable[0][1].as_ref().unwrap().distinct, 4);
        assert_eq!(table.crosstable[0][0], None);
        assert!(table.repeated().is_empty());
    }

    #[test]
    fn equals_share_a_rank_and_few_pairs_tell_no_errors() {
        let names = ["a", "b", "c", "d"].map(str::to_owned);
        let drawn = |engines| Pair {
            engines,
            games: [game(1, 1), game(1, 2)],
        };
        let lost = Pair {
            engines: (0, 3),
            games: [game(2, 1), game(0, 2)],
        };
        let table = Standings::new(&names, &[drawn((1, 2)), lost]);
        let ranks: Vec<usize> = table.standings.iter().map(|line| line.rank).collect();
        assert_eq!(ranks, [1, 2, 2, 4]);
        assert!(table.standings[0].tally.los > Some(0.99));
        let table = table.without_false_errors();
        let cells = table.crosstable.iter().flatten().flatten();
        let tallies = cells.map(|cell| &cell.tally);
        for tally in tallies.chain(table.standings.iter().map(|line| &line.tally)) {
            assert!(tally.elo.is_some());
            assert_eq!(
                (tally.elo_error, tally.nelo_error, tally.los),
                (None, None, None)
            );
        }
    }

    #[test]
    fn the_same_games_over_and_over_are_noticed() {
        let names = ["a".to_owned(), "b".to_owned()];
        let pair = Pair {
            engines: (1, 0),
            games: [game(2, 1), game(2, 1)],
        };
        let table = Standings::new(&names, &[pair; 8]);
        let repeated = table.repeated();
        assert_eq!(repeated.len(), 1);
        // Two distinct games, because the sides were exchanged.
        assert_eq!((repeated[0].2.distinct, repeated[0].2.tally.games), (2, 16));
    }
}
