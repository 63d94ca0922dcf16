//! The file.

use super::files::{STYLE, script};
use super::game::ReplayedGame;

/// How the page looks around the player.
const AROUND: &str = "\
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 72rem; margin: 0 auto; padding: 1rem }
h1 { font-size: 1.1rem; font-weight: 600; overflow-wrap: anywhere }
";

/// How it looks in a frame of another page: as high as the frame, on its ground.
const IN_FRAME: &str = "\
body { margin: 0; color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
.player { background: none; padding: 0 }
";
/// Plays at once what the player holds, unless its reader wants no motion.
const PLAY: &str =
    "if (!matchMedia(\"(prefers-reduced-motion: reduce)\").matches) player.open(0, true);\n";

/// One file of HTML that plays the game: nothing is loaded from elsewhere.
pub fn page(game: &ReplayedGame) -> String {
    let heading = format!("<h1>{}</h1>\n", escaped(&game.title));
    written(game, AROUND, &heading, "")
}

/// Writes the page for a frame of another page, which has the heading. The player starts by itself.
pub fn frame(game: &ReplayedGame) -> String {
    written(game, IN_FRAME, "", PLAY)
}

fn written(game: &ReplayedGame, around: &str, heading: &str, after: &str) -> String {
    let title = escaped(&game.title);
    let json = serde_json::to_string(game).expect("plain data is JSON");
    // No text of the data ends the element.
    let json = json.replace('<', "\\u003c");
    let script = script();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"generator\" content=\"sowlab {}\">\n\
         <link rel=\"icon\" href=\"data:,\">\n<title>{title}</title>\n<style>\n{STYLE}{around}</style>\n</head>\n\
         <body>\n<main>\n{heading}<div id=\"player\"></div>\n</main>\n\
         <script type=\"application/json\" id=\"game\">{json}</script>\n\
         <script type=\"module\">\n{script}\
         const player = mountPlayer(document.getElementById(\"player\"), JSON.parse(document.getElementById(\"game\").textContent));\n{after}\
         </script>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION")
    )
}

/// As text of HTML.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '&' => escaped += "&amp;",
            '"' => escaped += "&quot;",
            c => escaped.push(c),
        }
    }
    escaped
}
