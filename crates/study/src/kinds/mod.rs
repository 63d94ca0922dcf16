//! The kinds of experiment: one file or folder a kind, and one line in the list below.

mod all_setups;
mod best_choices;
mod commit_order_openings;
mod commit_order_play;
mod commit_orders;
mod cycles;
mod drawn_setups;
mod endless_moves;
mod every_opening;
mod first_moves;
mod held_values;
mod ladder;
mod layers;
mod opening_choices;
mod opening_rounds;
mod openings;
mod perft;
mod reach;
mod registry;
mod scan;
mod sealed_play;
mod sealed_search;
mod searched_choices;
mod searched_openings;
mod secured_play;
mod setups;
mod shared_boards;
mod sized_openings;
mod solve;
mod stones_openings;
mod tables;

registry::kinds! {
    /// Breadth-first search for endless rounds near the opening.
    Reach(reach::Reach),
    /// Games into a move that never ends, where one side moves at a time, with certificates.
    EndlessMoves(endless_moves::EndlessMoves),
    /// Every joint move on every board of many layers, with a certificate of the smallest endless one.
    Scan(scan::Scan),
    /// Repetitions within layers, and where best play never ends, with certificates; builds the tables
    /// that it needs.
    Cycles(cycles::Cycles),
    /// What single openings of the stones family are worth, as far as they are proven.
    Solve(solve::Solve),
    /// The value of every round that can open a game of the stones family: first choices by replies.
    OpeningChoices(opening_choices::OpeningChoices),
    /// The openings of the stones family on boards of many sizes, with and without the pie rule, as far
    /// as they are proven.
    StonesOpenings(stones_openings::StonesOpenings),
    /// The openings of small boards of the two-rank games, and of The Colony, each proven in two ways.
    Openings(openings::Openings),
    /// The openings of the two-rank games on boards of given sizes, each searched within limits.
    SizedOpenings(sized_openings::SizedOpenings),
    /// What each first move of a two-rank game is worth, and with these the pie rule.
    FirstMoves(first_moves::FirstMoves),
    /// What is proven of openings within numbers of nodes.
    SearchedOpenings(searched_openings::SearchedOpenings),
    /// What endgame tables say of choices: how many are best, and what the others cost.
    BestChoices(best_choices::BestChoices),
    /// Endgame tables: builds those that are missing, and reports what is in them.
    Tables(tables::Tables),
    /// What seeing the other's choice is worth, layer by layer, and which orderings of the commit orders
    /// hold.
    CommitOrders(commit_orders::CommitOrders),
    /// The same over the rounds of a game that both sides play well.
    CommitOrderPlay(commit_order_play::CommitOrderPlay),
    /// The same at the opening, looking further and further ahead.
    CommitOrderOpenings(commit_order_openings::CommitOrderOpenings),
    /// Monte Carlo tree search of the first rounds of a game with sealed choices: how much its strategies
    /// can be exploited.
    SealedSearch(sealed_search::SealedSearch),
    /// Strategies for sealed rounds that are found board by board, and what best answers gain against them.
    SealedPlay(sealed_play::SealedPlay),
    /// Monte Carlo tree search where tables know the best choices: how often it finds one.
    SearchedChoices(searched_choices::SearchedChoices),
    /// Engines against each other, each against the one before it in a list.
    Ladder(ladder::Ladder),
    /// What engines give away against perfect play, where endgame tables reach.
    HeldValues(held_values::HeldValues),
    /// The engine `solved` from openings whose value is known: whether its games hold it.
    SecuredPlay(secured_play::SecuredPlay),
    /// Setups of Random Mancala that are drawn.
    DrawnSetups(drawn_setups::DrawnSetups),
    /// Every setup of Random Mancala on a small board.
    AllSetups(all_setups::AllSetups),
    /// Every round that can be the first.
    OpeningRounds(opening_rounds::OpeningRounds),
    /// Counts of the sequences of rounds.
    Perft(perft::Perft),
}
