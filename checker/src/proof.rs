//! The check of a complete proof (`….complete`) of an opening.
//!
//! The file: magic `SOWPROOF` · format 2, or 3 if claims are omitted, four bytes, little-endian · the rest, compressed
//! by Zstandard with its checksum. In the rest a number is a LEB128, and a signed one is doubled, minus one if negative
//! (zigzag): length of the name of the rules, the name · stones in each hole of the opening · the proven bounds of the
//! margin of the side that chooses first: least and greatest (signed), without the pie rule and with it · number of
//! tables, and for each, from that of no stones on, XXH3-128 of its values (16 bytes) · groups of claims · 0.
//!
//! A group: number of claims (1 to 65,536) · stones on the board · 0 if the side with sente gains, 1 if the other · the
//! margin that it gains at least (signed) · the ranks of the boards in ascending order: the first, then each as the
//! distance from the one before, minus one.
//!
//! A claim states that a side gains at least a margin over the other from a board on. It does so *in finitely many
//! rounds, whatever the other does*. Infinite play costs that side everything left. The claim follows if the side has a
//! choice (or, as gote, a reply to each choice) that leaves it the rest of the need. That rest must be given by the
//! rules, stated by a table, or claimed in an *earlier group*. A claim that is not in the file, but follows from these
//! in one round, is accepted when a claim needs it. So every accepted claim is true, by induction over the file: no
//! claim supports itself, not even through others. As a claim is about a board however it was reached, repetition on
//! the way to it does not matter.

use std::io::{BufRead, BufReader, Chain, Cursor, Read};
use std::path::Path;

use crate::error::{CheckError, Result, input_unless, printable, refuse_unless};
use crate::established::{Claim, EstablishedClaims};
use crate::file;
use crate::reason::Reason;
use crate::replies::{Game, Reply, worth};
use crate::rules::Holes;
use crate::variant::Variant;

/// The maximum number of claims in a group.
const LARGEST_GROUP: u64 = 1 << 16;

/// The number of bytes of a frame up to its descriptor, and their values (RFC 8878, 3.1.1).
const FRAME_HEAD: usize = 5;
const FRAME_MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
const WITH_CHECKSUM: u8 = 1 << 2;

/// The least and the greatest margin.
type Interval = (i32, i32);

/// A proof, read up to its claims.
pub struct Proof {
    /// The rules and the opening.
    pub rules: Variant,
    /// The stated bounds of the opening: without the pie rule, with it.
    pub stated: [Interval; 2],
    /// The XXH3-128 of the values of each table that it rests on, in hexadecimal.
    pub tables: Vec<String>,
    input: Input,
}

/// The file after its first twelve bytes.
type Compressed = Chain<Cursor<[u8; FRAME_HEAD]>, Box<dyn Read>>;

/// The decompressed bytes of the only Zstandard frame of the file.
struct Input(BufReader<zstd::Decoder<'static, BufReader<Compressed>>>);

impl Input {
    /// Begins with the first bytes of a frame, which must announce its content checksum.
    fn begin(mut file: impl Read + 'static) -> Result<Input> {
        let mut head = [0; FRAME_HEAD];
        file.read_exact(&mut head)?;
        let [magic @ .., descriptor] = head;
        input_unless(
            magic == FRAME_MAGIC && descriptor & WITH_CHECKSUM != 0,
            Reason::NoFrame,
        )?;
        let file: Box<dyn Read> = Box::new(file);
        let decoder = zstd::Decoder::new(Cursor::new(head).chain(file))?;
        Ok(Input(BufReader::new(decoder.single_frame())))
    }

    /// Returns whether the frame and the file end here.
    fn ends(&mut self) -> Result<bool> {
        if !self.0.fill_buf()?.is_empty() {
            return Ok(false);
        }
        Ok(self.0.get_mut().get_mut().fill_buf()?.is_empty())
    }

    fn bytes<const N: usize>(&mut self) -> Result<[u8; N]> {
        let mut bytes = [0; N];
        self.0.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    fn number(&mut self, most: u64) -> Result<u64> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let [byte] = self.bytes()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return input_unless(number <= most, Reason::NumberOutOfRange).map(|()| number);
            }
        }
        Err(CheckError::Input(Reason::LongNumber))
    }

    fn signed(&mut self) -> Result<i32> {
        let number = self.number(254)? as i32;
        Ok(if number % 2 == 0 {
            number / 2
        } else {
            -(number + 1) / 2
        })
    }
}

impl Proof {
    /// Opens a proof.
    ///
    /// # Errors
    /// The file is missing, damaged, or not a complete proof.
    pub fn open(path: &Path) -> Result<Proof> {
        Proof::read(file::open(path)?)
    }

    /// Reads the bytes of a proof.
    ///
    /// # Errors
    /// They cannot be read, are damaged, or are not a complete proof.
    pub fn read(mut file: impl Read + 'static) -> Result<Proof> {
        let mut head = [0; 12];
        file.read_exact(&mut head)?;
        let right = [*b"SOWPROOF\x02\0\0\0", *b"SOWPROOF\x03\0\0\0"].contains(&head);
        input_unless(right, Reason::NoProof)?;
        let mut input = Input::begin(file)?;
        let name = (0..input.number(200)?)
            .map(|_| Ok(input.bytes::<1>()?[0]))
            .collect::<Result<_>>()?;
        let unreadable = |error| {
            CheckError::Input(Reason::Unreadable {
                cause: printable(error),
            })
        };
        let name = String::from_utf8(name).map_err(unreadable)?;
        let rules = Variant::parse(&name)?.with_seeds(input.number(127)? as u32);
        let fits = |rules: &Variant| rules.to_string() == name && rules.stones() <= 127;
        let rules = rules.filter(fits);
        let rules = rules.ok_or(CheckError::Input(Reason::NoVariant))?;
        let stated = [
            (input.signed()?, input.signed()?),
            (input.signed()?, input.signed()?),
        ];
        let count = input.number(128)?;
        let checksum = |_| Ok(format!("{:032x}", u128::from_be_bytes(input.bytes()?)));
        let tables = (0..count).map(checksum).collect::<Result<_>>()?;
        Ok(Proof {
            rules,
            stated,
            tables,
            input,
        })
    }

    /// Reads the next group, if there is one: claims that differ only in their boards, all of which exist.
    fn group(&mut self, game: &Game) -> Result<Option<(Claim, Vec<u64>)>> {
        let count = self.input.number(LARGEST_GROUP)?;
        if count == 0 {
            return input_unless(self.input.ends()?, Reason::BytesAfter).map(|()| None);
        }
        let stones = self.input.number(game.rules.stones() as u64)? as usize;
        let side = 1 - 2 * self.input.number(1)? as i32;
        let need = self.input.signed()?;
        let (mut ranks, mut next) = (Vec::new(), 0);
        for _ in 0..count {
            let left = game.boards.in_layer(stones) - next;
            input_unless(left > 0, Reason::NoBoard)?;
            next += self.input.number(left - 1)? + 1;
            ranks.push(next - 1);
        }
        Ok(Some((Claim { stones, side, need }, ranks)))
    }

    /// Returns the number of claims, or the first number that exceeds `most`, without checking any claim.
    ///
    /// # Errors
    /// The file is damaged.
    pub fn count(mut self, game: &Game, most: u64) -> Result<u64> {
        let mut claims = 0;
        while claims <= most
            && let Some((_, ranks)) = self.group(game)?
        {
            claims += ranks.len() as u64;
        }
        Ok(claims)
    }

    /// Checks every claim in order, and that together they prove the stated bounds of the opening. The tables of
    /// `known` must be those that the file names; their values are trusted, and noted where they are used. `told`
    /// receives the stones on the boards of each checked group and the number of its claims. Returns the number of
    /// claims.
    ///
    /// # Errors
    /// The first claim that does not follow, a damaged file, or bounds of the opening that the claims do not prove.
    pub fn check(
        self,
        game: &Game,
        known: &mut EstablishedClaims,
        told: impl FnMut(usize, u64),
    ) -> Result<u64> {
        game.within_steps(self.check_claims(game, known, told))
    }

    fn check_claims(
        mut self,
        game: &Game,
        known: &mut EstablishedClaims,
        mut told: impl FnMut(usize, u64),
    ) -> Result<u64> {
        input_unless(game.rules == self.rules, Reason::OtherGame)?;
        let mut claims = 0;
        while let Some((claim, ranks)) = self.group(game)? {
            known.accept_all(claim, &ranks)?;
            claims += ranks.len() as u64;
            told(claim.stones, ranks.len() as u64);
        }
        let shown = opening(game, known);
        let enough =
            |(stated, shown): (&Interval, &Interval)| stated.0 <= shown.0 && stated.1 >= shown.1;
        let wrong = Reason::OtherMargins {
            shown: format!("{shown:?}"),
            stated: format!("{:?}", self.stated),
        };
        refuse_unless(self.stated.iter().zip(&shown).all(enough), wrong)?;
        Ok(claims)
    }
}

/// Returns the proven bounds on the opening's margin of the side with sente, under every infinite-play convention:
/// without the pie rule, and with it. The two-rank games have no pie rule, and the same bounds twice.
fn opening(game: &Game, known: &mut EstablishedClaims) -> [Interval; 2] {
    let stones = game.rules.stones();
    let mut board: Holes = [0; 16];
    board[..game.rules.holes()].fill(game.rules.seeds() as u8);
    let plain = known.interval(stones, game.boards.rank(&board));
    if let Variant::TwoRank(_) = game.rules {
        return [plain; 2].map(Interval::from);
    }
    // With the pie rule the side keeps the margin after the first round or takes its negation.
    let better_role = |[low, high]: [i32; 2]| [low.max(-high), high.max(-low)];
    let mut after = |reply| match reply {
        Reply::Over(margin) => better_role([margin; 2]),
        // There is no decision after a non-terminating round.
        Reply::Endless => [-(stones as i32), stones as i32],
        Reply::Next {
            stones,
            rank,
            gain,
            passes,
        } => {
            let [low, high] = known.interval(stones, rank);
            better_role(if passes {
                [gain - high, gain - low]
            } else {
                [low, high]
            })
        }
    };
    let choices: Vec<Vec<_>> = game
        .choices(&board)
        .map(|replies| replies.map(&mut after).collect())
        .collect();
    // A finished board has no rounds.
    let pie = worth(choices.into_iter().map(Vec::into_iter)).unwrap_or(plain);
    [plain, pie].map(Interval::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A frame with these bytes.
    fn input(bytes: &[u8]) -> Input {
        let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
        encoder.include_checksum(true).unwrap();
        std::io::Write::write_all(&mut encoder, bytes).unwrap();
        Input::begin(Cursor::new(encoder.finish().unwrap())).unwrap()
    }

    /// The definition of LEB128: Σ (byte mod 128)·128^i, up to the first byte below 128. Also its length.
    fn plain(bytes: &[u8]) -> (u64, usize) {
        let length = bytes.iter().position(|&byte| byte < 128).unwrap() + 1;
        let digits = bytes[..length].iter().rev();
        let number = digits.fold(0u128, |sum, &byte| 128 * sum + u128::from(byte % 128));
        (number as u64, length)
    }

    /// All 2²⁴ strings of three bytes, each with a 0 after it.
    #[test]
    fn every_number_of_three_bytes() {
        let bytes: Vec<u8> = (0..1u32 << 24)
            .flat_map(|string| (string << 8).to_be_bytes())
            .collect();
        let (mut read, mut rest) = (input(&bytes), &bytes[..]);
        while !rest.is_empty() {
            let (number, length) = plain(rest);
            rest = &rest[length..];
            assert_eq!(read.number(u64::MAX).unwrap(), number);
        }
        assert!(read.ends().unwrap());
    }

    #[test]
    fn every_signed_number_and_every_length() {
        let bytes: Vec<u8> = (0..=254u64)
            .flat_map(|n| [n as u8 | 128, (n >> 7) as u8])
            .collect();
        let mut read = input(&bytes);
        for n in 0..=254 {
            let expected = [n / 2, -(n + 1) / 2][n as usize % 2];
            assert_eq!(read.signed().unwrap(), expected);
        }
        assert!(read.ends().unwrap());
        assert!(input(&[255, 1]).signed().is_err());
        for length in 1..=12 {
            let mut bytes = vec![255; length - 1];
            bytes.push(127);
            let found = input(&bytes).number(u64::MAX);
            if length > 9 {
                assert!(found.is_err());
                continue;
            }
            let (number, _) = plain(&bytes);
            assert_eq!(found.unwrap(), number);
            assert!(input(&bytes).number(number - 1).is_err());
        }
    }
}
