(** The worked rounds of docs/rules.md, and the certificate of 55Stones, as
    theorems that Coq itself computes. *)

From Coq Require Import ZArith List Bool Lia Uint63.
From Stones Require Import Rules Boards Round Never Packed Sow Check Sound Statement Certificate.
Import ListNotations.
Open Scope Z_scope.

Definition result_eqb (a b : result) : bool :=
  match a, b with
  | Quiet c, Quiet d => board_eqb c d
  | Capture x k c, Capture y l d => side_eqb x y &&& (k =? l) &&& board_eqb c d
  | _, _ => false
  end.

Definition outcome_result (M : int) (o : outcome) : option result :=
  match o with
  | Still lo hi => Some (Quiet (decode M lo hi))
  | Caught who k lo hi => Some (Capture who (to_Z k) (decode M lo hi))
  | Unknown => None
  end.

(** The round ends within [fuel] steps and has this result. *)
Definition round_check (r : rules) (fuel : nat) (b : board) (e w : int) (o : result) : bool :=
  let M := of_Z (Z.of_nat (length b)) in
  let lo := pack_lo b 1 in
  let hi := pack_hi b 1 in
  (M <=? 16)%uint63 &&& board_eqb (decode M lo hi) b &&& can_choose M lo hi e w &&&
  match outcome_result M (sow_round r M fuel lo hi e w) with
  | Some x => result_eqb x o
  | None => false
  end.

Lemma result_eqb_eq a b : result_eqb a b = true -> a = b.
Proof.
  destruct a, b; simpl; try discriminate.
  - intros H. f_equal. now apply board_eqb_eq.
  - rewrite !lazy_and. intros [[A B] C]. apply side_eqb_eq in A. apply Z.eqb_eq in B.
    apply board_eqb_eq in C. now subst.
Qed.

Lemma round_check_sound r fuel b e w o :
  round_check r fuel b e w o = true -> round r b East (to_Z e) (to_Z w) o.
Proof.
  unfold round_check. cbv zeta. rewrite !lazy_and. intros [[[S B] C] H].
  remember (of_Z (Z.of_nat (length b))) as M. clear HeqM.
  remember (pack_lo b 1) as lo. clear Heqlo. remember (pack_hi b 1) as hi. clear Heqhi.
  apply board_eqb_eq in B. rewrite leb_Z, Z.leb_le in S. change (to_Z 16) with 16 in S.
  rewrite <- B.
  assert (F : finds M (sow_round r M fuel lo hi e w) o).
  { destruct (sow_round r M fuel lo hi e w); cbn [outcome_result finds] in *;
    try discriminate H; apply result_eqb_eq in H; auto. }
  exact (can_choose_round r M (Z.to_nat (to_Z M)) fuel eq_refl S lo hi e w East o C F).
Qed.

(** [at_hole h n b]: the board of 11 holes [b] with [n] stones in hole [h]. *)
Definition empty11 : board := repeat 0 11.
Definition at_hole (h n : Z) (b : board) : board := set_hole b h n.

Ltac computed steps :=
  apply (round_check_sound _ steps); vm_cast_no_check (eq_refl true).

(** The tactic is given the number of steps of the table. *)

Example round_1 : round default_rules (at_hole 4 3 (at_hole 8 2 empty11)) East (to_Z 8) (to_Z 4)
  (Capture East 1 (at_hole 4 1 (at_hole 5 2 (at_hole 8 1 empty11)))).
Proof. computed 4%nat. Qed.

Example round_2 : round default_rules
  (at_hole 3 2 (at_hole 5 1 (at_hole 7 1 (at_hole 9 2 empty11)))) East (to_Z 9) (to_Z 3)
  (Quiet (at_hole 4 1 (at_hole 5 1 (at_hole 6 2 (at_hole 7 1 (at_hole 8 1 empty11)))))).
Proof. computed 4%nat. Qed.

Example round_3 : round default_rules
  (at_hole 3 2 (at_hole 7 1 (at_hole 9 2 empty11))) East (to_Z 9) (to_Z 3)
  (Quiet (at_hole 4 1 (at_hole 5 1 (at_hole 7 2 (at_hole 8 1 empty11))))).
Proof. computed 2%nat. Qed.

Example round_4 : round default_rules
  (at_hole 4 2 (at_hole 8 2 empty11)) East (to_Z 8) (to_Z 4)
  (Quiet (at_hole 5 1 (at_hole 6 2 (at_hole 7 1 empty11)))).
Proof. computed 2%nat. Qed.

Example round_5 : round default_rules
  (at_hole 1 3 (at_hole 10 2 empty11)) East (to_Z 1) (to_Z 10)
  (Capture West 1 (at_hole 2 1 (at_hole 3 1 (at_hole 10 1 (at_hole 11 1 empty11))))).
Proof. computed 2%nat. Qed.

Example round_6 : round default_rules
  (at_hole 1 5 (at_hole 6 2 empty11)) East (to_Z 6) (to_Z 1)
  (Capture East 3 (at_hole 2 1 (at_hole 3 1 (at_hole 4 1 (at_hole 5 1 empty11))))).
Proof. computed 2%nat. Qed.

Example round_7 : round default_rules
  (at_hole 2 3 (at_hole 10 5 empty11)) East (to_Z 2) (to_Z 10)
  (Capture East 2 (at_hole 1 1 (at_hole 2 1 (at_hole 3 1
    (at_hole 9 1 (at_hole 10 1 (at_hole 11 1 empty11))))))).
Proof. computed 3%nat. Qed.

Definition opening55 : board := repeat 5 11.

Example round_8 : round default_rules opening55 East (to_Z 11) (to_Z 1)
  (Quiet [0;6;6;6;6;7;6;6;6;6;0]).
Proof. computed 5%nat. Qed.

Example round_9 : round default_rules opening55 East (to_Z 1) (to_Z 2)
  (Capture East 7 [0;1;7;7;7;0;1;8;1;9;7]).
Proof. computed 12%nat. Qed.

Example round_10 : round default_rules opening55 East (to_Z 10) (to_Z 1)
  (Capture East 5 [0;10;1;3;4;1;11;11;2;0;7]).
Proof. computed 27%nat. Qed.

Example round_11 : round default_rules opening55 East (to_Z 4) (to_Z 1)
  (Capture West 2 [1;8;1;3;8;3;9;9;9;2;0]).
Proof. computed 18%nat. Qed.

(** ** The certificate of 55Stones

    After E4W1 (stay) W6E8, the round E2W1 never ends: its state recurs after
    545,100 steps, and not before. *)

Definition certificate55 : certificate := {|
  ct_rules := default_rules;
  ct_start := Position opening55 East 0 0;
  ct_play := [(4, 1); (8, 6)]%uint63;
  ct_position := Position [2;10;1;6;11;0;13;2;1;4;1] East 0 4;
  ct_east := 2%uint63;
  ct_west := 1%uint63;
  ct_first := 0;
  ct_period := N.to_nat 545100
|}.

Theorem certified55 : certified certificate55.
Proof.
  apply (check_certificate_sound 1000). vm_cast_no_check (eq_refl true).
Qed.

(** What this says of the round, in terms of the rules alone. *)
Corollary never_ends_55 : forall o,
  ~ round default_rules [2;10;1;6;11;0;13;2;1;4;1] East 2 1 o.
Proof. exact (proj2 (proj2 (proj2 (proj1 (proj2 certified55))))). Qed.
