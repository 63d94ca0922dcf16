//! The option `start`: the stones in each hole at the start, as in `start=1+2+3`.

use super::options::{Allowed, OptionError, OptionSpec};
use super::quoted::shortened;

/// The start that options name, if they do, and the other options, if there are any.
pub(super) type StartAndOptions = (Option<Vec<Vec<u8>>>, Option<String>);

/// Takes the option `spec` out of the options of a game, if there are any: the counts of each side that it
/// names. With it, the options in `sizes` are refused.
///
/// # Errors
/// The option is given twice or beside a size, or its value is none of those allowed.
pub(super) fn split_start(
    spec: &OptionSpec,
    sizes: &[OptionSpec],
    options: Option<&str>,
) -> Result<StartAndOptions, OptionError> {
    let Some(options) = options else {
        return Ok((None, None));
    };
    let name_of = |part: &str| part.split_once('=').map_or("", |(name, _)| name).to_owned();
    let (starts, others): (Vec<&str>, Vec<&str>) = options
        .split(',')
        .partition(|part| name_of(part) == spec.name);
    let rest = (!others.is_empty()).then(|| others.join(","));
    let text = match starts[..] {
        [] => return Ok((None, rest)),
        [start] => &start[spec.name.len() + 1..],
        _ => return Err(OptionError::Twice(spec.name)),
    };
    let sizes: Vec<_> = sizes.iter().map(|size| size.name).collect();
    if others.iter().any(|part| sizes.contains(&&*name_of(part))) {
        return Err(OptionError::StartAndSize {
            start: shortened(text),
            sizes,
        });
    }
    let sides = read(&spec.allowed, text).ok_or_else(|| OptionError::Value {
        name: spec.name,
        found: shortened(text),
        allowed: spec.allowed,
    })?;
    Ok((Some(sides), rest))
}

/// The counts of each side; the sides are parted by `/` and have as many holes.
fn read(allowed: &Allowed, text: &str) -> Option<Vec<Vec<u8>>> {
    let Allowed::Counts {
        least, most, sides, ..
    } = *allowed
    else {
        return None;
    };
    let count = |count: &str| {
        let digits = count.bytes().all(|byte| byte.is_ascii_digit());
        count.parse().ok().filter(|_| digits)
    };
    let side = |side: &str| side.split('+').map(count).collect();
    let counts: Vec<Vec<u8>> = text.split('/').map(side).collect::<Option<_>>()?;
    let holes = counts.first()?.len();
    let fits = counts.len() <= sides
        && (least..=most).contains(&holes)
        && counts.iter().all(|side| side.len() == holes);
    fits.then_some(counts)
}

/// The inverse of reading: counts as the option writes them, as `1+2+3`.
pub(super) fn written(counts: &[u8]) -> String {
    let counts: Vec<String> = counts.iter().map(u8::to_string).collect();
    counts.join("+")
}

/// The option as a name has it, `start=1+2/3+4`; one side where both begin alike.
pub(super) fn start_option([first, second]: [&[u8]; 2]) -> String {
    match first == second {
        true => format!("start={}", written(first)),
        false => format!("start={}/{}", written(first), written(second)),
    }
}
