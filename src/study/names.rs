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
    }
}
