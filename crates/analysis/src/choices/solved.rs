//! The value of a position from the values of all its choices.

use sowlab_findings::{Choices, Solution, Solved, both, exact};

/// Returns the value of a position that follows from the values of its choices.
pub fn solved_of(choices: &Choices) -> Solved {
    let (best, best_complete) = choices.best();
    Solved {
        game: choices.game.clone(),
        position: choices.position.clone(),
        margin_of: choices.margin_of,
        solution: Solution {
            bounds: choices.bounds.clone(),
            best,
            best_complete,
            nodes: choices.nodes,
            pie: choices.pie.clone(),
        },
        choices: Vec::new(),
        lines: None,
        estimate: choices.estimate,
        pie_best: choices.pie_best(),
        evidence: choices.evidence.clone(),
    }
}

/// Combines the value that a search has proven of a position with the values of its choices, in both findings.
pub fn refine(solved: &mut Solved, choices: &mut Choices) {
    let solution = &mut solved.solution;
    solution.bounds = both(&solution.bounds, &choices.bounds);
    choices.bounds = solution.bounds.clone();
    if let (Some(pie), Some(too)) = (&mut solution.pie, &mut choices.pie) {
        *pie = both(pie, too);
        *too = pie.clone();
    }
    solution.nodes += choices.nodes;
    if solution.best.is_empty() || choices.best().1 {
        (solution.best, solution.best_complete) = choices.best();
    }
    let open = exact(&solution.bounds.zero).is_none();
    solved.estimate = choices.estimate.filter(|_| open);
    choices.estimate = solved.estimate;
}
