(** The axioms that the theorems rest on: those of Coq's machine integers. *)

From Stones Require Import Guarantee Within Never Statement Value PieValue Header Certificate Repetition Examples.

(** Without any axiom. *)
Print Assumptions consistent.
Print Assumptions finitely_many_rounds.
Print Assumptions guarantees_turn.
Print Assumptions swap_is_other_role.
Print Assumptions value_at_least.
Print Assumptions pie_at_least.
Print Assumptions recurring_round.
Print Assumptions both_least.
Print Assumptions header_injective.

(** With the axioms about machine integers only. *)
Print Assumptions check_sound.
Print Assumptions check_value.
Print Assumptions check_pie_value.
Print Assumptions check_certificate_sound.
Print Assumptions check_repetition_sound.
Print Assumptions never_ends_55.
