//! Steps of non-terminating rounds, far from their start.

use sowlab::analysis::Trace;
use sowlab::games::stones::sowing::Sower;
use sowlab::games::stones::{Course, Ending, Position, Rules};

/// Whole periods are skipped only after the tail, the steps before the first recurring state.
#[test]
fn steps_after_a_tail_are_those_of_the_stepper() {
    let mut with_a_tail = 0;
    for options in [
        "both-out=end",
        "both-out=end,mixed-out=forfeit",
        "both-out=relay",
    ] {
        let rules = Rules::from_name(&format!("stones:holes=6,seeds=2,{options}")).unwrap();
        let sower = Sower::new(&rules);
        for board in 0..4_u32.pow(6) {
            let holes = (0..6).map(|hole| board / 4_u32.pow(hole) % 4);
            let holes: Vec<u32> = holes.collect();
            let cups = 12_i64 - i64::from(holes.iter().sum::<u32>());
            if cups < 0 {
                continue;
            }
            let text: Vec<String> = holes.iter().map(u32::to_string).collect();
            let text = format!("{} E {cups} 0 - 3", text.join(","));
            let Ok(position) = Position::parse(&rules, &text) else {
                continue;
            };
            for (east, west) in (1..=6).flat_map(|east| (1..=6).map(move |west| (east, west))) {
                let Ok(chosen) = position.joint_move(east, west) else {
                    continue;
                };
                let round = position.play(&sower, chosen).round;
                let Ending::Endless { period } = round.ending else {
                    continue;
                };
                let course = Course::follow(&rules, position.board(), chosen);
                let tail = course.repeats.unwrap().first_step;
                with_a_tail += u32::from(tail > 0);
                for from in [
                    period,
                    tail + period,
                    3 * period + tail + 1,
                    5 * period + tail / 2,
                ] {
                    let part =
                        |period| Trace::part(&rules, &position, chosen, period, from, 4).steps;
                    assert_eq!(
                        part(Some(period)),
                        part(None),
                        "{text} E{east}W{west} from {from}"
                    );
                }
            }
        }
    }
    assert!(with_a_tail > 0);
}
