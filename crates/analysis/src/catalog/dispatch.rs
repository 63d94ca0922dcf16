//! What the list of families expands to: the game of any family, and the calls of its [`Family`].
//!
//! [`Family`]: super::Family

/// Makes [`CatalogGame`](super::CatalogGame), its names and its calls from the list of families.
macro_rules! families {
    ($($(#[$about:meta])* $family:ident($game:ty),)+) => {
        /// A game of the catalog with all its options.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum CatalogGame {
            $($(#[$about])* $family($game),)+
        }

        /// Why a text names no game.
        #[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
        pub enum NameError {
            /// There is no such game.
            #[error("unknown game '{found}': there are {known}")]
            Unknown {
                /// The name given (shortened).
                found: String,
                /// The names that there are.
                known: String,
            },
            $(
                /// The options of the game are wrong.
                #[error(transparent)]
                $family(<$game as Family>::Error),
            )+
        }

        /// Every game, in the order in which they are listed.
        pub fn entries() -> impl Iterator<Item = Entry> {
            std::iter::empty()$(.chain(<$game as Family>::entries()))+
        }

        impl std::str::FromStr for CatalogGame {
            type Err = NameError;

            /// Reads a game with its options, where files may not be named: see [`CatalogGame::read`].
            ///
            /// ```
            /// use sowlab_analysis::catalog::CatalogGame;
            /// let game: CatalogGame = "stones:holes=7,seeds=4".parse().unwrap();
            /// assert_eq!(
            ///     game.to_string(),
            ///     "stones:holes=7,seeds=4,capture=normal,both-out=relay,mixed-out=end"
            /// );
            /// assert!("stones:holes=17".parse::<CatalogGame>().is_err());
            /// ```
            fn from_str(text: &str) -> Result<CatalogGame, NameError> {
                CatalogGame::read(text, sowlab_games::Files::Refused)
            }
        }

        impl CatalogGame {
            /// Reads a game with its options.
            ///
            /// # Errors
            /// There is no such game, or one of its options is wrong.
            pub fn read(text: &str, files: sowlab_games::Files) -> Result<CatalogGame, NameError> {
                let (name, options) = text.split_once(':').map_or((text, None), |(name, options)| {
                    (name, Some(options))
                });
                // 55Stones is how the game spells itself.
                let name = name.to_ascii_lowercase();
                let name = name.as_str();
                let text = options.map_or(name.to_owned(), |options| format!("{name}:{options}"));
                let text = text.as_str();
                let is_named = |entry: Entry| entry.name == name;
                $(
                    let short = <$game as Family>::SHORT_NAMES.contains(&name);
                    if short || <$game as Family>::entries().any(is_named) {
                        let game = <$game as Family>::read(text, files);
                        return game.map(CatalogGame::$family).map_err(NameError::$family);
                    }
                )+
                Err(NameError::Unknown {
                    found: sowlab_games::shortened(name),
                    known: entries().map(|entry| entry.name).collect::<Vec<_>>().join(", "),
                })
            }
        }

        /// The full name, with every option: results name the rules that they were computed under.
        impl std::fmt::Display for CatalogGame {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $(CatalogGame::$family(game) => game.fmt(f),)+
                }
            }
        }

        impl CatalogGame {
            /// The name of its family, as the list of games has it.
            pub fn family(&self) -> &'static str {
                match self {
                    $(CatalogGame::$family(_) => <$game as Family>::NAME,)+
                }
            }

            /// Hands the game over for play. `pie` says whether the pie rule is played, in a game
            /// that [has it](CatalogGame::has_pie).
            ///
            /// # Errors
            /// Not for a game that was parsed.
            pub fn visit<V: sowlab_games::contest::Visit>(
                &self,
                pie: bool,
                visitor: V,
            ) -> Result<V::Output, NameError> {
                match self {
                    $(CatalogGame::$family(game) => {
                        let contest = game.contest(pie).map_err(NameError::$family)?;
                        Ok(visitor.visit(contest))
                    })+
                }
            }

            /// The rules, on one screen.
            pub fn rules_text(&self) -> String {
                match self {
                    $(CatalogGame::$family(game) => game.rules_text(),)+
                }
            }

            /// Whether the game has a pie rule.
            pub fn has_pie(&self) -> bool {
                match self {
                    $(CatalogGame::$family(_) => <$game as Family>::PIE,)+
                }
            }

            /// The rules of a game in which both sides sow at once; `what` names the request, as in
            /// "loops scan".
            ///
            /// # Errors
            /// In this game one side moves at a time.
            pub fn joint(&self, what: &'static str) -> Result<Rules, NotOffered> {
                match self {
                    $(CatalogGame::$family(game) => game.joint(what),)+
                }
            }

            /// The rules, if setups of Random Mancala are played by them.
            ///
            /// # Errors
            /// Setups are played by others.
            pub fn setup_rules(&self) -> Result<Variant, NotOffered> {
                match self {
                    $(CatalogGame::$family(game) => game.setup_rules(),)+
                }
            }

            /// The game as one whose setup is drawn.
            ///
            /// # Errors
            /// The game begins with an opening of its own.
            pub fn drawn(&self) -> Result<RandomVariant, NotOffered> {
                match self {
                    $(CatalogGame::$family(game) => game.drawn(),)+
                }
            }

            /// A position, drawn and written; the opening where none is given.
            ///
            /// # Errors
            /// The text is no position of the game.
            pub fn show(&self, position: Option<&str>) -> Result<Shown, RequestError> {
                match self {
                    $(CatalogGame::$family(game) => game.show(position),)+
                }
            }

            /// Sows a move seed by seed. Where the pie rule is open, it is played.
            ///
            /// # Errors
            /// The position cannot be read, or the move is not legal there.
            pub fn sown_move(
                &self,
                request: crate::SownMoveRequest<'_>,
            ) -> Result<crate::SownMove, RequestError> {
                let sown = self.visit(true, request);
                sown.map_err(|error| RequestError::field(Field::Game, error))?
            }

            /// Proves what a position is worth, within the time limit of the request.
            ///
            /// # Errors
            /// A field of the request is wrong, or asks for what this game does not offer.
            pub fn solve(
                &self,
                request: &SolveRequest,
                monitor: &dyn Monitor,
            ) -> Result<Solved, RequestError> {
                let times = Times::new(request.time_limit);
                let deadline = Deadline::new(monitor, times.proofs);
                let mut solved = match self {
                    $(CatalogGame::$family(game) => game.solve(request, &deadline)?,)+
                };
                if solved.estimate.is_none() {
                    let time = Deadline::new(&(), times.estimates(monitor));
                    let proven = &solved.solution.bounds.zero;
                    solved.estimate = self.estimate(&solved.position, proven, &time)?;
                }
                Ok(solved)
            }

            /// A guess at the margin of the side to move, where it is not proven.
            fn estimate(
                &self,
                position: &str,
                proven: &std::ops::RangeInclusive<i32>,
                time: &Deadline<'_>,
            ) -> Result<Option<crate::Estimate>, RequestError> {
                if proven.start() == proven.end() {
                    return Ok(None);
                }
                match self {
                    $(CatalogGame::$family(game) => estimate(game, position, proven, time),)+
                }
            }

            /// Values every choice, and proves what the position is worth as far as the choices do not:
            /// within a time limit half of the time is for each.
            ///
            /// # Errors
            /// As [`solve`](CatalogGame::solve) and [`choices`](CatalogGame::choices).
            pub fn solve_choices(
                &self,
                request: &SolveRequest,
                replies: bool,
                monitor: &dyn Monitor,
            ) -> Result<(Solved, Choices), RequestError> {
                let mut of_choices = ChoicesRequest::of(request, replies);
                of_choices.time_limit = request.time_limit.map(|limit| limit / 2);
                let mut choices = self.choices(&of_choices, monitor)?;
                let proven = choices.bounds.closed()
                    && choices.pie.as_ref().is_none_or(|pie| pie.closed());
                let more = request.proof.is_some() || request.explain;
                if proven && !more || request.time_limit.is_none() && !more {
                    return Ok((solved_of(&choices), choices));
                }
                let rest = SolveRequest {
                    time_limit: of_choices.time_limit,
                    ..request.clone()
                };
                let mut solved = self.solve(&rest, monitor)?;
                refine(&mut solved, &mut choices);
                Ok((solved, choices))
            }

            /// Values every reply, but proves only a part of the positions that replies lead to, and
            /// nothing of the position itself that does not follow.
            ///
            /// # Errors
            /// As [`choices`](CatalogGame::choices); there are fewer positions than pieces, or pieces
            /// without all positions.
            pub fn solve_part(
                &self,
                request: &SolveRequest,
                part: Part,
                monitor: &dyn Monitor,
            ) -> Result<(Solved, Choices), RequestError> {
                let of_choices = ChoicesRequest {
                    part,
                    ..ChoicesRequest::of(request, true)
                };
                let choices = self.choices(&of_choices, monitor)?;
                Ok((solved_of(&choices), choices))
            }

            /// Values every choice of a position, in any phase.
            ///
            /// # Errors
            /// A field of the request is wrong, or asks for what this game does not offer.
            pub fn choices(
                &self,
                request: &ChoicesRequest,
                monitor: &dyn Monitor,
            ) -> Result<Choices, RequestError> {
                self.improving_choices(request, &mut Listener::nobody(), monitor)
            }

            /// As [`choices`](CatalogGame::choices), with somebody who hears of values while they get better.
            ///
            /// # Errors
            /// As there.
            pub fn improving_choices(
                &self,
                request: &ChoicesRequest,
                listener: &mut Listener<'_>,
                monitor: &dyn Monitor,
            ) -> Result<Choices, RequestError> {
                match self {
                    $(CatalogGame::$family(game) => game.choices(request, listener, monitor),)+
                }
            }

            /// The game on every board within these sizes, the smallest first; the game alone where its
            /// boards have no sizes.
            ///
            /// # Errors
            /// Openings of the game are not solved in two ways.
            pub fn boards(&self, sizes: &BoardSizes) -> Result<Vec<CatalogGame>, NotOffered> {
                match self {
                    $(CatalogGame::$family(game) => {
                        let boards = game.boards(sizes)?;
                        Ok(boards.into_iter().map(CatalogGame::$family).collect())
                    })+
                }
            }

            /// Solves the opening in two ways that must agree.
            ///
            /// # Errors
            /// The two ways disagree, there are too many positions, or the game does not offer it.
            pub fn opening_twice(
                &self,
                shared: &mut SharedTables,
                monitor: &dyn Monitor,
            ) -> Result<FoundTwice, RequestError> {
                match self {
                    $(CatalogGame::$family(game) => game.opening_twice(shared, monitor),)+
                }
            }

            /// Searches the opening within limits, as a whole and by the positions after its first moves.
            ///
            /// # Errors
            /// The searches disagree, there is no memory, or the game does not offer it.
            pub fn opening_by_moves(
                &self,
                limits: &ByMovesLimits,
                monitor: &dyn Monitor,
            ) -> Result<OpeningByMoves, RequestError> {
                match self {
                    $(CatalogGame::$family(game) => game.opening_by_moves(limits, monitor),)+
                }
            }

            /// Searches breadth-first from a position for rounds that never end; in a game in which one
            /// side moves at a time a round is a move.
            ///
            /// # Errors
            /// In this game every move ends, a field of the request is wrong, or it asks for what this
            /// game does not offer.
            pub fn reach(
                &self,
                request: &ReachRequest,
                monitor: &dyn Monitor,
            ) -> Result<Reachable, RequestError> {
                match self {
                    $(CatalogGame::$family(game) => game.reach(request, monitor),)+
                }
            }

            /// The game as one that endgame tables can be built for.
            ///
            /// # Errors
            /// It has none.
            pub fn tables(&self) -> Result<Box<dyn TabledGame>, NotOffered> {
                match self {
                    $(CatalogGame::$family(game) => game.tables(),)+
                }
            }

            /// Hands the layers of up to this number of stones to a visitor that works on the layers of any game.
            ///
            /// # Errors
            /// The game has no tables, or there are more positions than can be numbered.
            pub fn visit_layers<V: LayersVisitor>(
                &self,
                stones: u32,
                visitor: V,
            ) -> Result<V::Output, RequestError> {
                match self {
                    $(CatalogGame::$family(game) => game.visit_layers(stones, visitor),)+
                }
            }

            /// The game as one whose repetitions can be listed.
            ///
            /// # Errors
            /// Its positions never recur, or are not numbered.
            pub fn cyclic(&self) -> Result<Box<dyn CyclicGame>, NotOffered> {
                match self {
                    $(CatalogGame::$family(game) => game.cyclic(),)+
                }
            }

            /// Counts sequences of moves, or of rounds in a game in which both sides sow at once.
            ///
            /// # Errors
            /// The position is none of the game, or rounds cannot be counted from it.
            pub fn perft(
                &self,
                request: &PerftRequest,
                monitor: &dyn Monitor,
            ) -> Result<Perft, RequestError> {
                match self {
                    $(CatalogGame::$family(game) => game.perft(request, monitor),)+
                }
            }
        }
    };
}

pub(super) use families;
