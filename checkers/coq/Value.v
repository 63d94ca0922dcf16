(** The values of docs/checking.md.

    A value function gives for each position the margin of a fixed player, if
    both sides play as well as they can.  The infinite-play convention says
    what the stones left on the board are worth for this player under infinite
    play: all of them (+1), nothing (0), or minus all of them (-1).

    The equations can have several solutions.  Every claim holds for each of
    them, under each convention. *)

From Coq Require Import ZArith List Bool Lia.
From Stones Require Import Rules Boards Round Guarantee Statement.
Import ListNotations.
Open Scope Z_scope.

Section Value.

Variable r : rules.
(** The player, and the worth of a stone under infinite play. *)
Variable p : side.
Variable worth : Z.
(** The margin of [p] on a board on which the given side has sente. *)
Variable V : side -> board -> Z.

(** What a round and all that follows are worth for [p]. *)
Inductive round_value (s : side) (b : board) (m t : Z) : Z -> Prop :=
| v_never :
    (forall o, ~ round r b s m t o) ->
    round_value s b m t (worth * total b)
| v_quiet c :
    round r b s m t (Quiet c) ->
    round_value s b m t (V s c)
| v_capture who k c :
    round r b s m t (Capture who k c) -> ~ finished c ->
    round_value s b m t (gain p who k + V (other s) c)
| v_end who k c :
    round r b s m t (Capture who k c) -> finished c ->
    round_value s b m t (gain p who k + rest_for r p c (other s) (other s)).

(** [v] is the maximum over moves of the minimum over replies. *)
Definition max_min (s : side) (b : board) (v : Z) : Prop :=
  (exists m, choice b m /\ forall t y,
     choice b t -> t <> m -> round_value s b m t y -> v <= y) /\
  (forall m, choice b m -> exists t, choice b t /\ t <> m /\
     forall y, round_value s b m t y -> y <= v).

(** [v] is the minimum over moves of the maximum over replies. *)
Definition min_max (s : side) (b : board) (v : Z) : Prop :=
  (exists m, choice b m /\ forall t y,
     choice b t -> t <> m -> round_value s b m t y -> y <= v) /\
  (forall m, choice b m -> exists t, choice b t /\ t <> m /\
     forall y, round_value s b m t y -> v <= y).

(** The equations, and the range of the values. *)
Definition solution : Prop :=
  forall s b, proper b ->
  - total b <= V s b <= total b /\
  (finished b -> V s b = rest_for r p b (other s) s) /\
  (~ finished b -> s = p -> max_min s b (V s b)) /\
  (~ finished b -> s = other p -> min_max s b (V s b)).

Hypothesis solves : solution.

(** What a claim of the player [q] says of the value [v] of [p]. *)
Definition agrees_with (q : side) (x v : Z) : Prop :=
  (q = p -> x <= v) /\ (q = other p -> v <= - x).

Lemma side_cases (q : side) : q = p \/ q = other p.
Proof. destruct q, p; auto. Qed.

Lemma value_all :
  (forall s b q x, guarantees r s b q x -> proper b -> agrees_with q x (V s b)) /\
  (forall s b m x, answers r s b m x -> proper b ->
     exists t y, choice b t /\ t <> m /\ round_value s b m t y /\
     agrees_with (other s) x y) /\
  (forall s b m t q x, earns r s b m t q x -> proper b ->
     exists y, round_value s b m t y /\ agrees_with q x y).
Proof.
  apply guarantees_ind3; unfold agrees_with.
  - intros s b q x L P. destruct (solves s b P) as [B _]. lia.
  - intros s b q x F L P. destruct (solves s b P) as [_ [E _]]. rewrite E by auto.
    split; intros ->; [lia|]. rewrite rest_for_opp in L. lia.
  - intros s b x m F C E IH P. destruct (solves s b P) as [_ [_ [Mx Mn]]].
    split; intros ->.
    + destruct (Mx F eq_refl) as [_ A]. destruct (A m C) as [t [T [N B]]].
      destruct (IH t T N P) as [y [Y [L _]]]. specialize (B y Y). specialize (L eq_refl). lia.
    + destruct (Mn F eq_refl) as [_ A]. destruct (A m C) as [t [T [N B]]].
      destruct (IH t T N P) as [y [Y [_ L]]]. specialize (B y Y). specialize (L eq_refl). lia.
  - intros s b x F A IH P. destruct (solves s b P) as [_ [_ [Mx Mn]]].
    split; intros E.
    + assert (S : s = other p) by (rewrite <- E; now rewrite other_other).
      destruct (Mn F S) as [[m [C B]] _].
      destruct (IH m C P) as [t [y [T [N [Y [L _]]]]]].
      specialize (B t y T N Y). specialize (L E). lia.
    + assert (S : s = p) by (destruct s, p; simpl in E; congruence).
      destruct (Mx F S) as [[m [C B]] _].
      destruct (IH m C P) as [t [y [T [N [Y [_ L]]]]]].
      specialize (B t y T N Y). specialize (L E). lia.
  - intros s b m t x T N E IH P. destruct (IH P) as [y [Y A]]. exists t, y. auto.
  - intros s b m t q x c R G IH P. pose proof (round_ok _ _ _ _ _ _ P R) as K. simpl in K.
    exists (V s c). split; [now apply v_quiet|]. apply IH. tauto.
  - intros s b m t q x who k c R F G IH P.
    pose proof (round_ok _ _ _ _ _ _ P R) as K. simpl in K.
    exists (gain p who k + V (other s) c). split; [now apply v_capture|].
    destruct IH as [I1 I2]; [tauto|].
    split; intros ->; [specialize (I1 eq_refl); lia|].
    rewrite gain_opp in I2. specialize (I2 eq_refl). lia.
  - intros s b m t q x who k c R F L P.
    exists (gain p who k + rest_for r p c (other s) (other s)). split; [now apply v_end|].
    split; intros ->; [lia|]. rewrite gain_opp, rest_for_opp in L. lia.
Qed.

Theorem value_at_least s b x : proper b -> guarantees r s b p x -> x <= V s b.
Proof. intros P G. exact (proj1 (proj1 value_all s b p x G P) eq_refl). Qed.

Theorem value_at_most s b x : proper b -> guarantees r s b (other p) x -> V s b <= - x.
Proof. intros P G. exact (proj2 (proj1 value_all s b (other p) x G P) eq_refl). Qed.

End Value.

(** The value of the opening for the first chooser lies between the stated
    bounds, under each convention and for each solution of the equations. *)
Theorem opening_value s worth V :
  holds_true s -> proper (st_opening s) -> solution (st_rules s) East worth V ->
  st_lo s <= V East (st_opening s) <= st_hi s.
Proof.
  intros [L [H _]] P S. split.
  - eapply value_at_least; eauto.
  - rewrite <- (Z.opp_involutive (st_hi s)). eapply value_at_most; eauto.
Qed.

Theorem check_value s fuel n next worth V :
  check s fuel n next = true -> proper (st_opening s) ->
  solution (st_rules s) East worth V ->
  st_lo s <= V East (st_opening s) <= st_hi s.
Proof. intros C. apply opening_value. eapply check_sound; eauto. Qed.

(** The bounds of a true statement are in order. *)
Theorem bounds_in_order s :
  holds_true s -> proper (st_opening s) -> st_lo s <= st_hi s.
Proof.
  intros [L [H _]] P. pose proof (consistent _ _ _ _ _ _ P L H). lia.
Qed.
