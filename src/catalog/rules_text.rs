//! The rules of each family, short enough for one screen.

use crate::games::stones::{BothOut, Capture, MixedOut, Rules};

/// The Colony.
pub(super) const COLONY: &str = "\
The Colony (Jeph Stahl, 2008). Logs hold eggs; each player has ants.
- A turn: pick up all eggs of a log that no other ant protects, and sow them
  one by one along the exits. Some logs let you choose the exit.
- Where the last egg falls decides whether the lap goes on, the egg is
  captured, or the turn ends.
- In phase two ants enter the board or move, and protect their logs.
- Eggs under your ants count for you in the end. On equal counts the player
  who completed a turn last wins.
All of it, with the drawing of the board: docs/games-colony.md";

/// Owela.
pub(super) const OWELA: &str = "\
Owela, or ǁHus (Namibia). Each player owns two rows of pits and sows only
there, counterclockwise.
- Choose a pit with two seeds or more and sow them one by one.
- The last seed falls into an empty pit: your move ends.
- It falls into an occupied inner pit, and the opponent's pits facing it hold
  seeds: you capture them and sow them on from the next pit.
- It falls into any other occupied pit: lift everything there and sow on.
- If you have no pit with two seeds or more you lose. A move can go on for
  ever.
All of it: docs/games-four-rank.md";

/// The two-rank games.
pub(super) const TWO_RANK: &str = "\
A mancala game of two rows, one each, numbered from 1, the pit nearest your
store.
- Choose one of your pits and sow its seeds one by one, counterclockwise.
- What the last seed captures, whether it gives another turn and how the game
  ends depend on the game: kalah and Pratt's games (basic, egyptian,
  ethiopian) sow into the own store; awari, trysse and warri capture on the
  opponent's side.
- Seeds captured count in the end; more wins.
The rules of each game by name: docs/games-two-rank.md";

/// Random Mancala.
pub(super) const RANDOM: &str = "\
Random Mancala (John P. Pratt, 2009). The pits are drawn by chance. One player
chooses his side (stay or turn) and who starts (L or U); after that the base
game is played: see its rules.
All of it: docs/games-two-rank.md";

/// The stones family, with the readings that are set.
pub(super) fn stones(rules: &Rules) -> String {
    let captures = match rules.capture {
        Capture::Normal => "say \"Stop!\" and capture what the other still holds",
        Capture::Reversed => "say \"Stop!\"; the other captures what he still holds himself",
    };
    let both = match rules.both_out {
        BothOut::Relay => "both lift and go on",
        BothOut::End => "the round ends",
    };
    let mixed = match rules.mixed_out {
        MixedOut::End => "the round ends",
        MixedOut::Forfeit => "the fuller hole is lifted and captured by the other side",
    };
    let stones = match rules.is_even() {
        true => format!("{} stones each", rules.seeds()),
        false => {
            let start = rules.start();
            let counts = start[..rules.holes()].iter().map(u8::to_string);
            format!("with {} stones", counts.collect::<Vec<_>>().join(", "))
        }
    };
    format!(
        "\
{} holes in one row, numbered from West's end, {stones}.
West sows toward hole {}, East toward hole 1.
- The side with sente takes the stones of a hole. The other side (gote) sees
  it and takes another. Both holes must hold two stones or more.
- Both sow at the same time, one stone each a step, and turn at the ends.
- Your hand runs out while the other still holds stones: if the hole you
  dropped into now holds two or more, lift them all and go on. If it holds
  one, {captures}.
- Both run out: in one hole, or both in holes with one stone, the round ends.
  In different holes with two or more: {both}.
  One with one stone and one with more: {mixed}.
- After a capture sente passes to the side that had gote; otherwise it stays.
- Pie: after the first round the side that had sente may turn the board, and
  so take the other's place.
- The game ends when fewer than two holes hold two stones or more. If none
  does, the stones left go to the side that had gote; if one does, to the
  side with sente. More stones win.
- Sowing can go on for ever, and boards can come back.",
        rules.holes(),
        rules.holes(),
    )
}
