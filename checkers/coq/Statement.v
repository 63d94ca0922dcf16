(** The theorem of the checker: if [check] accepts, the stated bounds hold. *)

From Coq Require Import ZArith List Bool Lia Uint63.
From Stones Require Import Rules Boards Guarantee Packed Sow Map Check Sound.
Import ListNotations.
Open Scope Z_scope.

(** What a proof file states.  East has sente in the opening. *)
Record statement := Statement {
  st_rules : rules;
  st_opening : board;
  st_lo : Z;
  st_hi : Z;
  st_pie_lo : Z;
  st_pie_hi : Z
}.

(** Without the pie rule the first chooser gains at least [st_lo] and the
    second chooser at least [- st_hi]; with the pie rule likewise. *)
Definition holds_true (s : statement) : Prop :=
  let r := st_rules s in
  let b := st_opening s in
  guarantees r East b East (st_lo s) /\
  guarantees r East b West (- st_hi s) /\
  pie_first r East b (st_pie_lo s) /\
  pie_second r East b (- st_pie_hi s).

Fixpoint pack_lo (b : board) (h : int) : int :=
  match b with
  | [] => 0
  | x :: b => (unit_lo (of_Z x) h + pack_lo b (h + 1))%uint63
  end.

Fixpoint pack_hi (b : board) (h : int) : int :=
  match b with
  | [] => 0
  | x :: b => (unit_hi (of_Z x) h + pack_hi b (h + 1))%uint63
  end.

Fixpoint board_eqb (a b : board) : bool :=
  match a, b with
  | [], [] => true
  | x :: a, y :: b => (x =? y) &&& board_eqb a b
  | _, _ => false
  end.

Definition offset (x : Z) : int := of_Z (x + 4096).

Definition moderate (x : Z) : bool := (-1000 <=? x) &&& (x <=? 1000).

(** [next i] are the claims of chunk [i], for [i] below [n].
    A round of more than [fuel] steps supports no claim. *)
Definition check (s : statement) (fuel n : nat) (next : int -> list claim) : bool :=
  let r := st_rules s in
  let size := length (st_opening s) in
  let M := of_Z (Z.of_nat size) in
  let lo := pack_lo (st_opening s) 1 in
  let hi := pack_hi (st_opening s) 1 in
  Nat.leb size 16
  &&& board_eqb (decode M lo hi) (st_opening s)
  &&& moderate (st_lo s) &&& moderate (st_hi s)
  &&& moderate (st_pie_lo s) &&& moderate (st_pie_hi s)
  &&& match run r M size fuel n 0 next Empty with
      | None => false
      | Some m =>
          after_quiet r size m (offset (st_lo s)) lo hi true
          &&& after_quiet r size m (offset (- st_hi s)) lo hi false
          &&& pie_first_holds r M size fuel m (offset (st_pie_lo s)) lo hi
          &&& pie_second_holds r M size fuel m (offset (- st_pie_hi s)) lo hi
      end.

Lemma board_eqb_eq a : forall b, board_eqb a b = true -> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b] H; simpl in H; try discriminate; auto.
  apply lazy_and in H. destruct H as [H1 H2]. apply Z.eqb_eq in H1. f_equal; auto.
Qed.

Lemma offset_spec x : moderate x = true -> range (offset x) /\ to_Z (offset x) - 4096 = x.
Proof.
  unfold moderate, range, offset. intros H. apply lazy_and in H. destruct H as [A B].
  apply Z.leb_le in A, B. rewrite of_Z_spec, Z.mod_small; [lia|].
  rewrite wB_digits. assert (10000 < 128 ^ 9) by reflexivity. lia.
Qed.

Lemma moderate_opp x : moderate x = true -> moderate (- x) = true.
Proof.
  unfold moderate. rewrite !lazy_and, !Z.leb_le. lia.
Qed.

Theorem check_sound s fuel n next : check s fuel n next = true -> holds_true s.
Proof.
  unfold check, holds_true. cbv zeta. intros H.
  rewrite !lazy_and in H.
  destruct H as [[[[[[Sz B] L1] L2] L3] L4] H].
  apply Nat.leb_le in Sz.
  remember (of_Z (Z.of_nat (length (st_opening s)))) as M.
  remember (pack_lo (st_opening s) 1) as lo. remember (pack_hi (st_opening s) 1) as hi.
  assert (EM : to_Z M = Z.of_nat (length (st_opening s))).
  { subst M. rewrite of_Z_spec. apply Z.mod_small. rewrite wB_digits.
    assert (16 < 128 ^ 9) by reflexivity. lia. }
  destruct (run (st_rules s) M (length (st_opening s)) fuel n 0 next Empty) as [m|] eqn:R;
    [|discriminate].
  assert (SM : length (st_opening s) = Z.to_nat (to_Z M)) by lia.
  assert (M16 : to_Z M <= 16) by lia.
  apply (run_sound (st_rules s) M (length (st_opening s)) fuel SM M16) in R; [|exact I].
  rewrite !lazy_and in H. destruct H as [[[H1 H2] H3] H4].
  apply board_eqb_eq in B. rewrite <- B.
  destruct (offset_spec _ L1) as [R1 E1].
  destruct (offset_spec _ (moderate_opp _ L2)) as [R2 E2].
  destruct (offset_spec _ L3) as [R3 E3].
  destruct (offset_spec _ (moderate_opp _ L4)) as [R4 E4].
  split; [|split; [|split]].
  - rewrite <- E1.
    exact (after_quiet_sound _ M _ SM M16 m _ lo hi true R R1 H1).
  - rewrite <- E2.
    exact (after_quiet_sound _ M _ SM M16 m _ lo hi false R R2 H2).
  - rewrite <- E3. exact (pie_first_sound _ M _ fuel SM M16 m _ lo hi R R3 H3).
  - rewrite <- E4. exact (pie_second_sound _ M _ fuel SM M16 m _ lo hi R R4 H4).
Qed.
