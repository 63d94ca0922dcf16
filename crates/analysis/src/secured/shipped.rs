//! Complete proofs that ship with the program.

use std::sync::OnceLock;

use crate::solve::proof_name;
use sowlab_games::contest::{Arbitration, Notation};
use sowlab_games::stones::Rules;
use sowlab_solvers::Side;
use sowlab_solvers::search::proof::CompleteProof;

/// A proof with its game.
struct Shipped {
    /// The full name of the game.
    game: &'static str,
    /// The name of the file.
    #[cfg(target_family = "wasm")]
    file: &'static str,
    /// The margins of the opening in the proof, without the pie rule and with it.
    stated: [(i32, i32); 2],
}

const SHIPPED: [Shipped; 2] = [
    Shipped {
        game: "33stones:capture=normal,both-out=relay,mixed-out=end",
        #[cfg(target_family = "wasm")]
        file: "33stones.complete",
        stated: [(-3, -3), (1, 1)],
    },
    Shipped {
        game: "55stones:capture=normal,both-out=relay,mixed-out=end",
        #[cfg(target_family = "wasm")]
        file: "55stones-winner.complete",
        stated: [(-55, -1), (1, 55)],
    },
];

/// The bytes of the files. A browser has them from [`provide_proof`], because they are larger than the program.
#[cfg(not(target_family = "wasm"))]
fn bytes(index: usize) -> Option<&'static [u8]> {
    const FILES: [&[u8]; SHIPPED.len()] = [
        include_bytes!("../../data/proofs/33stones.complete"),
        include_bytes!("../../data/proofs/55stones-winner.complete"),
    ];
    Some(FILES[index])
}

#[cfg(target_family = "wasm")]
static PROVIDED: [OnceLock<Vec<u8>>; SHIPPED.len()] = [const { OnceLock::new() }; SHIPPED.len()];

#[cfg(target_family = "wasm")]
fn bytes(index: usize) -> Option<&'static [u8]> {
    PROVIDED[index].get().map(Vec::as_slice)
}

/// Provides the bytes of the proof file with this name. Returns whether there is one, and it was not provided before.
#[cfg(target_family = "wasm")]
pub fn provide_proof(file: &str, bytes: Vec<u8>) -> bool {
    let index = SHIPPED.iter().position(|shipped| shipped.file == file);
    index.is_some_and(|index| PROVIDED[index].set(bytes).is_ok())
}

/// Returns the name of the proof file of the game with this full name, if there is one.
#[cfg(target_family = "wasm")]
pub fn proof_file(game: &str) -> Option<&'static str> {
    let shipped = SHIPPED.iter().find(|shipped| shipped.game == game)?;
    Some(shipped.file)
}

/// A complete proof that ships with the program.
pub struct ShippedProof {
    index: usize,
    /// The side that wins.
    pub side: Side,
    /// The margin that this side secures from the opening on.
    pub margin: i32,
}

impl ShippedProof {
    /// Reads the proof, which takes a second at the first call for the largest.
    pub fn read(&self) -> &'static CompleteProof {
        read(self.index)
    }
}

fn read(index: usize) -> &'static CompleteProof {
    static READ: [OnceLock<CompleteProof>; SHIPPED.len()] =
        [const { OnceLock::new() }; SHIPPED.len()];
    READ[index].get_or_init(|| {
        let bytes = bytes(index).expect("it was filtered");
        CompleteProof::decode(bytes).expect("a complete proof")
    })
}

/// Returns the proofs that ship with the program for games with these rules and any number of seeds. Others are not read.
pub(crate) fn shipped_proofs(rules: &Rules) -> impl Iterator<Item = &'static CompleteProof> {
    let name = proof_name(rules);
    let same = move |index: &usize| {
        let of_proof = Rules::from_name(SHIPPED[*index].game);
        of_proof.is_ok_and(|of_proof| proof_name(&of_proof) == name)
    };
    let available = |index: &usize| bytes(*index).is_some();
    (0..SHIPPED.len()).filter(available).filter(same).map(read)
}

/// Returns the shipped proof of the winner of a game, with the pie rule if the game has it. `None` if there is none.
pub fn shipped_proof<G: Notation + Arbitration>(game: &G) -> Option<ShippedProof> {
    let name = game.full_name();
    let index = SHIPPED.iter().position(|shipped| shipped.game == name)?;
    bytes(index)?;
    let stated = SHIPPED[index].stated;
    let (side, margin) = match stated[usize::from(game.has_pie())] {
        (least @ 1.., _) => (Side::First, least),
        (_, most @ ..=-1) => (Side::Second, -most),
        _ => return None,
    };
    Some(ShippedProof {
        index,
        side,
        margin,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::rest_on_larger_tables;

    /// The most stones of the tables that the shipped proof of 55Stones rests on.
    const MOST_STONES: u32 = 28;

    #[test]
    fn the_margins_are_those_of_the_files() {
        for (index, Shipped { game, stated, .. }) in SHIPPED.iter().enumerate() {
            assert_eq!(proof(index).stated, *stated, "{game}");
        }
    }

    #[test]
    fn the_files_are_the_committed_proofs_or_parts_of_them() {
        let results = |name: &str| {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../results/proofs");
            std::path::Path::new(folder).join(name)
        };
        let committed = CompleteProof::read(&results("33stones.complete")).unwrap();
        assert_eq!(proof(0), committed);
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("part.complete");
        let [winner, whole] = ["55stones-winner.complete", "55stones.complete"].map(results);
        rest_on_larger_tables(&winner, &whole, MOST_STONES, &out).unwrap();
        assert_eq!(proof(1), CompleteProof::read(&out).unwrap());
    }

    fn proof(index: usize) -> CompleteProof {
        CompleteProof::decode(bytes(index).unwrap()).unwrap()
    }
}
