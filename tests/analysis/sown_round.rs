//! Steps of non-terminating rounds, far from their start.

use sowlab::analysis::Trace;
use sowlab::games::stones::sowing::Sower;
use sowlab::games::stones::{Course, Ending, Position, Rules};

/// Whole periods are skipped only after the tail, the steps before the first recurring state.
#[test]
fn steps_after_a_tail_are_those_of_the_stepper() {
    for (game, position, east, west, tail) in [
        (
            "stones:holes=7,seeds=3,both-out=end",
            "3,0,3,1,2,3,2 E 3 4 - 5",
            7,
            3,
            8,
        ),
        (
            "stones:holes=8,seeds=2,both-out=end",
            "4,1,3,2,1,0,3,2 E 0 0 - 6",
            3,
            1,
            15,
        ),
        ("33stones", "2,1,2,1,0,1,4,4,7,0,4 W 7 0 - 6", 9, 11, 39),
        ("stones:holes=6,seeds=2", "2,2,1,0,1,0 E 6 0 - 3", 2, 1, 0),
    ] {
        let rules = Rules::from_name(game).unwrap();
        let position = Position::parse(&rules, position).unwrap();
        let chosen = position.joint_move(east, west).unwrap();
        let round = position.play(&Sower::new(&rules), chosen).round;
        let Ending::Endless { period } = round.ending else {
            panic!("{game}: the round ends");
        };
        let course = Course::follow(&rules, position.board(), chosen);
        assert_eq!(course.repeats.unwrap().first_step, tail, "{game}");
        for from in [
            1,
            period,
            tail + period,
            3 * period + tail + 1,
            5 * period + tail / 2,
        ] {
            let part = |period| Trace::part(&rules, &position, chosen, period, from, 4).steps;
            assert_eq!(part(Some(period)), part(None), "{game} from step {from}");
        }
    }
}
