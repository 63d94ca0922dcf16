//! Sowing and Atomic Wari.

use super::{After, Extra, Position, Stepper};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Sowing,
    Impartial,
    Wari,
}

#[derive(Clone, Debug)]
pub(crate) struct OneRank {
    pub(crate) kind: Kind,
    pub(crate) start: Vec<u32>,
}

impl OneRank {
    /// The pots after a move in this direction; `None` if it is illegal.
    pub(crate) fn after(&self, pots: &[u32], pot: usize, step: i64) -> Option<Vec<u32>> {
        let mut pots = pots.to_vec();
        let inside = |at: i64| at >= 0 && at < pots.len() as i64;
        let seeds = i64::from(pots[pot]);
        let pot_of_last = match self.kind {
            Kind::Wari => pot as i64 + step * (seeds - 1),
            _ => pot as i64 + step * seeds,
        };
        let enough = if self.kind == Kind::Wari { 2 } else { 1 };
        if seeds < enough || !inside(pot_of_last) {
            return None;
        }
        if self.kind != Kind::Wari && pots[pot_of_last as usize] == 0 {
            return None;
        }
        let mut hand = seeds;
        pots[pot] = 0;
        if self.kind == Kind::Wari {
            pots[pot] = 1;
            hand -= 1;
        }
        let mut at = pot as i64;
        while hand > 0 {
            at += step;
            pots[at as usize] += 1;
            hand -= 1;
        }
        if self.kind == Kind::Wari {
            while at >= 0 && at < pots.len() as i64 && [2, 3].contains(&pots[at as usize]) {
                pots[at as usize] = 0;
                at -= step;
            }
        }
        Some(pots)
    }

    /// Returns whether the side to move wins, by looking at every continuation.
    pub(crate) fn wins(&self, pots: &[u32], turn: usize) -> bool {
        let position = self.position(pots, turn);
        let moves = self.moves(&position).into_iter();
        moves
            .map(|(_, after)| after.position())
            .any(|after| !self.wins(&after.pits, after.turn))
    }

    pub(crate) fn position(&self, pots: &[u32], turn: usize) -> Position {
        Position {
            pits: pots.to_vec(),
            stores: [0, 0],
            turn,
            extra: Extra::Nothing,
        }
    }
}

impl Stepper for OneRank {
    fn name(&self) -> String {
        let counts: Vec<String> = self.start.iter().map(u32::to_string).collect();
        let start = counts.join("+");
        match self.kind {
            Kind::Sowing => format!("sowing:start={start}"),
            Kind::Impartial => format!("sowing:start={start},form=impartial"),
            Kind::Wari => format!("atomic-wari:start={start}"),
        }
    }

    fn start(&self) -> Position {
        self.position(&self.start, 0)
    }

    fn columns(&self) -> usize {
        self.start.len()
    }

    fn letters(&self) -> [char; 2] {
        ['L', 'R']
    }

    fn moves(&self, position: &Position) -> Vec<(String, After)> {
        let forward = [1, -1][position.turn];
        let mut moves = Vec::new();
        for pot in 0..self.start.len() {
            for (step, sign) in [(1, "+"), (-1, "-")] {
                if step != forward && self.kind != Kind::Impartial {
                    continue;
                }
                let Some(pots) = self.after(&position.pits, pot, step) else {
                    continue;
                };
                let sign = if self.kind == Kind::Impartial {
                    sign
                } else {
                    ""
                };
                let letter = self.letters()[position.turn];
                let after = self.position(&pots, 1 - position.turn);
                moves.push((format!("{letter}{}{sign}", pot + 1), After::To(after)));
            }
        }
        moves
    }

    fn score(&self, position: &Position) -> [u32; 2] {
        let mut score = [0, 0];
        score[1 - position.turn] = 1;
        score
    }
}
