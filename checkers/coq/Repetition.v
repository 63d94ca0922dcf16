(** The checker of repetitions: quiet rounds lead back to the same board with
    the same side in sente. *)

From Coq Require Import ZArith List Bool Lia Uint63.
From Stones Require Import Rules Boards Round Packed Sow Check Sound Statement Certificate.
Import ListNotations.
Open Scope Z_scope.

Inductive quiet_rounds (r : rules) (s : side) : nat -> board -> board -> Prop :=
| no_round b : quiet_rounds r s 0 b b
| one_round n b m t c d :
    round r b s m t (Quiet c) -> quiet_rounds r s n c d -> quiet_rounds r s (S n) b d.

Record repetition := Repetition {
  rp_rules : rules;
  rp_start : position;
  rp_play : list (int * int);
  rp_position : position;
  (** The rounds of the repetition: East's hole, West's hole. *)
  rp_rounds : list (int * int)
}.

Definition repeats (c : repetition) : Prop :=
  let r := rp_rules c in
  let q := rp_position c in
  plays r (rp_start c) q /\
  (0 < length (rp_rounds c))%nat /\
  quiet_rounds r (p_sente q) (length (rp_rounds c)) (p_board q) (p_board q).

Section Repetition.

Variable r : rules.
Variable M : int.
Variable size : nat.
Variable fuel : nat.

Fixpoint replay_quiet (l : list (int * int)) (lo hi : int) : option (int * int) :=
  match l with
  | [] => Some (lo, hi)
  | (e, w) :: l =>
      if can_choose M lo hi e w then
        match sow_round r M fuel lo hi e w with
        | Still lo hi => replay_quiet l lo hi
        | _ => None
        end
      else None
  end.

Hypothesis size_M : size = Z.to_nat (to_Z M).
Hypothesis M_small : to_Z M <= 16.

Lemma replay_quiet_sound s l : forall lo hi lo' hi',
  replay_quiet l lo hi = Some (lo', hi') ->
  quiet_rounds r s (length l) (decode M lo hi) (decode M lo' hi').
Proof.
  induction l as [|[e w] l IH]; simpl; intros lo hi lo' hi' H.
  - injection H as <- <-. constructor.
  - destruct (can_choose M lo hi e w) eqn:C; [|discriminate].
    pose proof (can_choose_round r M size fuel size_M M_small lo hi e w s) as R.
    destruct (sow_round r M fuel lo hi e w) as [lo1 hi1|who k lo1 hi1|]; try discriminate.
    econstructor; [apply R; simpl; eauto|]. now apply IH.
Qed.

End Repetition.

Definition check_repetition (fuel : nat) (c : repetition) : bool :=
  let r := rp_rules c in
  let p := rp_start c in
  let q := rp_position c in
  let size := length (p_board p) in
  let M := of_Z (Z.of_nat size) in
  let lo := pack_lo (p_board p) 1 in
  let hi := pack_hi (p_board p) 1 in
  Nat.leb size 16 &&& board_eqb (decode M lo hi) (p_board p) &&&
  Nat.ltb 0 (length (rp_rounds c)) &&&
  match replay r M fuel (rp_play c) lo hi (p_sente p) (p_east_cup p) (p_west_cup p) with
  | None => false
  | Some (lo, hi, s, ce, cw) =>
      board_eqb (decode M lo hi) (p_board q) &&& side_eqb s (p_sente q) &&&
      (ce =? p_east_cup q) &&& (cw =? p_west_cup q) &&&
      match replay_quiet r M fuel (rp_rounds c) lo hi with
      | None => false
      | Some (lo', hi') => board_eqb (decode M lo' hi') (p_board q)
      end
  end.

Theorem check_repetition_sound fuel c : check_repetition fuel c = true -> repeats c.
Proof.
  destruct c as [r [b s ce cw] play [b' s' ce' cw'] rounds].
  unfold check_repetition, repeats. simpl. intros H.
  rewrite !lazy_and in H. destruct H as [[[Sz B] L] H]. apply Nat.leb_le in Sz.
  apply Nat.ltb_lt in L.
  remember (of_Z (Z.of_nat (length b))) as M.
  remember (pack_lo b 1) as lo. remember (pack_hi b 1) as hi.
  assert (EM : to_Z M = Z.of_nat (length b)).
  { subst M. rewrite of_Z_spec. apply Z.mod_small. rewrite wB_digits.
    assert (16 < 128 ^ 9) by reflexivity. lia. }
  assert (SM : length b = Z.to_nat (to_Z M)) by lia.
  assert (M16 : to_Z M <= 16) by lia.
  destruct (replay r M fuel play lo hi s ce cw) as [[[[[lo1 hi1] s1] ce1] cw1]|] eqn:R;
    [|discriminate].
  rewrite !lazy_and in H. destruct H as [[[[H1 H2] H3] H4] H5].
  destruct (replay_quiet r M fuel rounds lo1 hi1) as [[lo2 hi2]|] eqn:Q; [|discriminate].
  apply board_eqb_eq in B, H1, H5. apply side_eqb_eq in H2. apply Z.eqb_eq in H3, H4.
  subst s1 ce1 cw1.
  apply (replay_sound r M (length b) fuel SM M16) in R. rewrite B, H1 in R.
  apply (replay_quiet_sound r M (length b) fuel SM M16 s') in Q. rewrite H1, H5 in Q.
  split; [exact R|]. split; [exact L|exact Q].
Qed.
