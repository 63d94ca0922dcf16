//! The parts of positions of games on ranks of pits.

use super::fault::Fault;

/// Reads a number in decimal digits without a sign or leading zeros.
pub(super) fn number(text: &str) -> Option<u32> {
    let value: u32 = text.parse().ok()?;
    (value.to_string() == text).then_some(value)
}

/// Reads ranks of pits, `/` between them. Returns all pits in this order.
pub(super) fn pits(text: &str, [ranks, columns]: [usize; 2]) -> Result<Vec<u32>, Fault> {
    let expect = |found: usize, what, expected: usize| match found == expected {
        true => Ok(()),
        false => Err(Fault::Count {
            found: found as u64,
            what,
            expected: expected as u64,
        }),
    };
    let rows: Vec<&str> = text.split('/').collect();
    expect(rows.len(), "rows of pits, not ", ranks)?;
    let mut all = Vec::new();
    for row in rows {
        let pits: Option<Vec<u32>> = row.split(',').map(number).collect();
        let pits = pits.ok_or("the pits must be numbers separated by commas")?;
        expect(pits.len(), "pits in a row, not ", columns)?;
        all.extend(pits);
    }
    Ok(all)
}

/// Writes ranks of pits, `/` between them.
pub(super) fn pits_text(pits: &[u32], columns: usize) -> String {
    let row = |row: &[u32]| row.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    pits.chunks(columns).map(row).collect::<Vec<_>>().join("/")
}

/// Checks that a position has no more seeds than the game.
pub(super) fn seeds_fit(found: impl Iterator<Item = u32>, game: u64) -> Result<(), Fault> {
    match found.map(u64::from).sum::<u64>() {
        found if found <= game => Ok(()),
        found => Err(Fault::Count {
            found,
            what: "seeds, but the game has ",
            expected: game,
        }),
    }
}

/// Reads the pit of a move of this side, such as `L5`. Returns its number, from 1 to `most`.
pub(super) fn pit_of(text: &str, side: char, most: usize) -> Result<usize, Fault> {
    let pit = text
        .strip_prefix(side)
        .and_then(number)
        .ok_or(Fault::NotOf {
            what: "move of",
            side,
            is: ", who is to move",
        })?;
    match (1..=most).contains(&(pit as usize)) {
        true => Ok(pit as usize),
        false => Err(Fault::NoPlace {
            place: "pit",
            number: pit.into(),
        }),
    }
}
