//! What the values of all choices say of the position itself.

use sowlab_findings::{Choices, Solution, Solved, both, exact};

/// What the values of its choices prove of a position.
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

/// Adds what the values of its choices prove of a position to what a search has proven of it, and the other
/// way round.
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
