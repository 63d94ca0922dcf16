//! Names of games as tables, plots and the report show them.

/// A name of the catalogue without the options that have their usual values: still a name of it.
pub(super) fn short_name(game: &str) -> String {
    const USUAL: [&str; 3] = ["capture=normal", "both-out=relay", "mixed-out=end"];
    let Some((name, options)) = game.split_once(':') else {
        return game.to_owned();
    };
    let kept: Vec<&str> = options
        .split(',')
        .filter(|option| !USUAL.contains(option))
        .collect();
    match kept.is_empty() {
        true => name.to_owned(),
        false => format!("{name}:{}", kept.join(",")),
    }
}

/// A name of the catalogue as part of a file name: `stones-holes-11-seeds-4`.
pub(super) fn file_stem(game: &str) -> String {
    game.replace([':', ',', '='], "-")
}

/// A name of the stones family without its readings: the board and the stones on it.
pub(super) fn board_name(game: &str) -> &str {
    match game.split_once("capture=") {
        Some((board, _)) => board.trim_end_matches([',', ':']),
        None => game,
    }
}

/// The readings of a full name of the stones family; nothing if it has the usual ones.
pub(super) fn reading(game: &str) -> String {
    let short = short_name(game);
    let rest = short.strip_prefix(board_name(game)).unwrap_or(&short);
    rest.trim_start_matches([',', ':']).to_owned()
}

/// The readings of a full name of the stones family, to follow a noun: "by the usual readings", or "with"
/// those that it has.
pub(super) fn by_readings(game: &str) -> String {
    match unusual(game) {
        with if with.is_empty() => "by the usual readings".to_owned(),
        with => with.trim_start().to_owned(),
    }
}

/// As [`by_readings`], with a space before it, and nothing of the usual ones.
pub(super) fn unusual(game: &str) -> String {
    match reading(game) {
        reading if reading.is_empty() => String::new(),
        reading => format!(" with `{reading}`"),
    }
}

/// Whether a full name of the stones family has the usual readings.
pub(super) fn usual(game: &str) -> bool {
    reading(game).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_usual_is_left_out() {
        assert_eq!(
            short_name("33stones:capture=normal,both-out=relay,mixed-out=end"),
            "33stones"
        );
        assert_eq!(
            short_name("stones:holes=5,seeds=2,capture=normal,both-out=end,mixed-out=end"),
            "stones:holes=5,seeds=2,both-out=end"
        );
        let full = "33stones:capture=normal,both-out=end,mixed-out=end";
        assert_eq!(
            (board_name(full), reading(full)),
            ("33stones", "both-out=end".into())
        );
        let full = "stones:holes=5,seeds=2,capture=normal,both-out=relay,mixed-out=end";
        assert!(usual(full) && board_name(full) == "stones:holes=5,seeds=2");
        assert_eq!(
            (by_readings(full), unusual(full)),
            ("by the usual readings".into(), String::new())
        );
        let full = "55stones:capture=reversed,both-out=relay,mixed-out=end";
        let with = "with `capture=reversed`";
        assert_eq!(
            (by_readings(full), unusual(full)),
            (with.into(), format!(" {with}"))
        );
    }
}
