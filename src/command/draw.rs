//! Styles for a terminal.

use anstyle::Style;

pub(super) const BOLD: Style = Style::new().bold();
pub(super) const DIM: Style = Style::new().dimmed();
