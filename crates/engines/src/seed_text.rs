//! Seeds in JSON, stored as text because they exceed the exact range of numbers there (2^53). Numbers, as in older
//! files, are read too.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Seed(u64);

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seed, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Number(u64),
            Text(String),
        }
        match Written::deserialize(deserializer)? {
            Written::Number(seed) => Ok(Seed(seed)),
            Written::Text(text) => text.parse().map(Seed).map_err(serde::de::Error::custom),
        }
    }
}

/// Serialization of one seed.
pub(super) mod one {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(seed: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        Seed(*seed).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        Ok(Seed::deserialize(deserializer)?.0)
    }
}

/// Serialization of the seeds of the two players.
pub(super) mod two {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(
        seeds: &[u64; 2],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        seeds.map(Seed).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<[u64; 2], D::Error> {
        Ok(<[Seed; 2]>::deserialize(deserializer)?.map(|seed| seed.0))
    }
}
