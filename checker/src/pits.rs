//! Pits in the texts of positions and moves.

/// Reads a number in decimal digits without a sign or leading zeros.
pub(crate) fn number<T: std::str::FromStr + ToString>(text: &str) -> Option<T> {
    let value: T = text.parse().ok()?;
    (value.to_string() == text).then_some(value)
}

/// Reads ranks of pits with `/` between them, each with this number of pits; `None` if there are other numbers of them.
pub(crate) fn read(text: &str, ranks: usize, columns: usize) -> Option<Vec<u32>> {
    let mut pits = Vec::new();
    let mut found = 0;
    for rank in text.split('/') {
        let rank: Option<Vec<u32>> = rank.split(',').map(number).collect();
        let rank = rank.filter(|rank| rank.len() == columns)?;
        pits.extend(rank);
        found += 1;
    }
    (found == ranks).then_some(pits)
}

/// Writes ranks of pits.
pub(crate) fn text(pits: &[u32], columns: usize) -> String {
    let mut text = String::new();
    for (place, seeds) in pits.iter().enumerate() {
        text += match place {
            0 => "",
            _ if place % columns == 0 => "/",
            _ => ",",
        };
        text += &seeds.to_string();
    }
    text
}

/// Returns whether there are at most so many seeds.
pub(crate) fn at_most(seeds: impl IntoIterator<Item = u32>, most: u32) -> bool {
    seeds.into_iter().map(u64::from).sum::<u64>() <= most.into()
}
