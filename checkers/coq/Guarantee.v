(** What a side can force, by finite derivations.

    [guarantees r s b p x]: the side [s] has sente on the board [b], and the
    side [p] gains at least [x] stones more than the other side from here on,
    in finitely many rounds, whatever the other side does.

    A round that never ends has no result and so supports no claim.  Infinite
    play costs the claimant all stones left on the board; nobody can lose
    more, so a claim of that size or less holds at once. *)

From Coq Require Import ZArith List Bool Lia.
From Stones Require Import Rules Boards Round.
Import ListNotations.
Open Scope Z_scope.

Inductive guarantees (r : rules) : side -> board -> side -> Z -> Prop :=
| g_least s b p x :
    x <= - total b ->
    guarantees r s b p x
(** "A position that is given as text counts as reached by a quiet round: the
    side without sente had gote." *)
| g_over s b p x :
    finished b ->
    x <= rest_for r p b (other s) s ->
    guarantees r s b p x
(** Sente: after some move, every reply holds. *)
| g_sente s b x m :
    ~ finished b ->
    choice b m ->
    (forall t, choice b t -> t <> m -> earns r s b m t s x) ->
    guarantees r s b s x
(** Gote: after every move, some reply holds. *)
| g_gote s b x :
    ~ finished b ->
    (forall m, choice b m -> answers r s b m x) ->
    guarantees r s b (other s) x

with answers (r : rules) : side -> board -> Z -> Z -> Prop :=
| some_reply s b m t x :
    choice b t -> t <> m ->
    earns r s b m t (other s) x ->
    answers r s b m x

(** The round in which sente takes [m] and gote takes [t], and all that
    follows, gain the side [p] at least [x].
    "Sente stays after a quiet round.  It passes to the other side after a
    capture, no matter which side captured." *)
with earns (r : rules) : side -> board -> Z -> Z -> side -> Z -> Prop :=
| e_quiet s b m t p x c :
    round r b s m t (Quiet c) ->
    guarantees r s c p x ->
    earns r s b m t p x
| e_capture s b m t p x who k c :
    round r b s m t (Capture who k c) ->
    ~ finished c ->
    guarantees r (other s) c p (x - gain p who k) ->
    earns r s b m t p x
| e_end s b m t p x who k c :
    round r b s m t (Capture who k c) ->
    finished c ->
    x <= gain p who k + rest_for r p c (other s) (other s) ->
    earns r s b m t p x.

Scheme guarantees_mut := Minimality for guarantees Sort Prop
with answers_mut := Minimality for answers Sort Prop
with earns_mut := Minimality for earns Sort Prop.

Combined Scheme guarantees_ind3 from guarantees_mut, answers_mut, earns_mut.

(** ** The pie rule

    After the first round the first chooser may swap.  The board turns by 180
    degrees together with the cups: all roles are exchanged.  So the first
    chooser may decide which of the two roles to play on, and keeps the margin
    of that role.  The decision exists also after a first round that ends the
    game, and not after one that never ends. *)

(** The first chooser [s] gains at least [x]. *)
Definition pie_first (r : rules) (s : side) (b : board) (x : Z) : Prop :=
  x <= - total b \/
  (finished b /\ x <= rest_for r s b (other s) s) \/
  (~ finished b /\
   exists m, choice b m /\
   forall t, choice b t -> t <> m ->
     earns r s b m t s x \/ earns r s b m t (other s) x).

(** The second chooser gains at least [x]. *)
Definition pie_second (r : rules) (s : side) (b : board) (x : Z) : Prop :=
  x <= - total b \/
  (finished b /\ x <= rest_for r (other s) b (other s) s) \/
  (~ finished b /\
   forall m, choice b m ->
   exists t, choice b t /\ t <> m /\
     earns r s b m t s x /\ earns r s b m t (other s) x).

(** ** A smaller gain is guaranteed as well *)

Lemma guarantees_weaken_all r :
  (forall s b p x, guarantees r s b p x -> forall y, y <= x -> guarantees r s b p y) /\
  (forall s b m x, answers r s b m x -> forall y, y <= x -> answers r s b m y) /\
  (forall s b m t p x, earns r s b m t p x -> forall y, y <= x -> earns r s b m t p y).
Proof.
  apply guarantees_ind3; intros.
  - apply g_least. lia.
  - apply g_over; auto. lia.
  - eapply g_sente; eauto.
  - apply g_gote; auto.
  - eapply some_reply; eauto.
  - eapply e_quiet; eauto.
  - eapply e_capture; eauto. apply H2. lia.
  - eapply e_end; eauto. lia.
Qed.

Lemma guarantees_weaken r s b p x y :
  guarantees r s b p x -> y <= x -> guarantees r s b p y.
Proof. intros G L. exact (proj1 (guarantees_weaken_all r) s b p x G y L). Qed.

Lemma earns_weaken r s b m t p x y :
  earns r s b m t p x -> y <= x -> earns r s b m t p y.
Proof. intros G L. exact (proj2 (proj2 (guarantees_weaken_all r)) s b m t p x G y L). Qed.

(** ** No side gains more than the stones on the board *)

Lemma rest_for_le r p b g s : 0 <= total b -> rest_for r p b g s <= total b.
Proof. unfold rest_for. destruct (side_eqb _ _); lia. Qed.

Lemma guarantees_bounded_all r :
  (forall s b p x, guarantees r s b p x -> proper b -> x <= total b) /\
  (forall s b m x, answers r s b m x -> proper b -> x <= total b) /\
  (forall s b m t p x, earns r s b m t p x -> proper b -> x <= total b).
Proof.
  apply guarantees_ind3; intros.
  - pose proof (total_nonneg b H0). lia.
  - pose proof (total_nonneg b H1). pose proof (rest_for_le r p b (other s) s H2). lia.
  - destruct (unfinished_reply b m H H0) as [t [T N]]. eauto.
  - destruct (unfinished_move b H) as [m M]. eauto.
  - auto.
  - apply round_ok in H; auto. simpl in H. destruct H as [_ [P E]].
    rewrite <- E. auto.
  - apply round_ok in H; auto. simpl in H. destruct H as [_ [P [E K]]].
    specialize (H2 P). pose proof (gain_le p who k K). lia.
  - apply round_ok in H; auto. simpl in H. destruct H as [_ [P [E K]]].
    pose proof (gain_le p who k K).
    pose proof (rest_for_le r p c (other s) (other s) (total_nonneg _ P)). lia.
Qed.

Theorem guarantees_bounded r s b p x :
  proper b -> guarantees r s b p x -> x <= total b.
Proof. intros P G. exact (proj1 (guarantees_bounded_all r) s b p x G P). Qed.

(** ** The claims of both sides agree *)

(** Two rounds with the same choices have the same result. *)
Ltac same_round :=
  match goal with
  | A : round ?r ?b ?s ?m ?t ?o, B : round ?r ?b ?s ?m ?t ?o' |- _ =>
      assert (o = o') by (eapply round_det; eauto);
      match goal with E : o = o' |- _ => inversion E; subst; clear E B end
  end.

Lemma consistent_all r :
  (forall s b p x, guarantees r s b p x ->
     proper b -> forall y, guarantees r s b (other p) y -> x + y <= 0) /\
  (forall s b m x, answers r s b m x ->
     proper b -> forall y, 
     (forall t, choice b t -> t <> m -> earns r s b m t s y) -> x + y <= 0) /\
  (forall s b m t p x, earns r s b m t p x ->
     proper b -> forall y, earns r s b m t (other p) y -> x + y <= 0).
Proof.
  apply guarantees_ind3.
  - intros s b p x L P y G. pose proof (guarantees_bounded r s b _ y P G). lia.
  - intros s b p x F L P y G. pose proof (total_nonneg b P).
    pose proof (rest_for_le r p b (other s) s). inversion G; subst; try tauto; try lia.
    rewrite rest_for_opp in *. lia.
  - intros s b x m F C A IH P y G.
    assert (B : x <= total b).
    { destruct (unfinished_reply b m F C) as [t [T N]].
      eapply (proj2 (proj2 (guarantees_bounded_all r))); eauto. }
    inversion G; subst; try tauto; try lia.
    + exfalso. eapply other_neq; eauto.
    + match goal with H : forall m, choice b m -> answers _ _ _ _ _ |- _ =>
        specialize (H m C); inversion H; subst end.
      eauto.
  - intros s b x F A IH P y G. rewrite other_other in G.
    assert (B : x <= total b).
    { destruct (unfinished_move b F) as [m C].
      eapply (proj1 (proj2 (guarantees_bounded_all r))); eauto. }
    inversion G; subst; try tauto; try lia.
    + eauto.
    + exfalso. eapply other_neq; eauto.
  - intros s b m t x C N E IH P y A. apply IH; auto. rewrite other_other. auto.
  - intros s b m t p x c R G IH P y E. pose proof (round_ok _ _ _ _ _ _ P R) as K.
    simpl in K. inversion E; subst; same_round. apply IH; auto. tauto.
  - intros s b m t p x who k c R F G IH P y E. pose proof (round_ok _ _ _ _ _ _ P R) as K.
    simpl in K. inversion E; subst; same_round; try tauto.
    rewrite gain_opp in *.
    match goal with H : guarantees _ _ _ (other p) _ |- _ => apply IH in H end; [lia|tauto].
  - intros s b m t p x who k c R F L P y E. pose proof (round_ok _ _ _ _ _ _ P R) as K.
    simpl in K. inversion E; subst; same_round; try tauto.
    rewrite gain_opp, rest_for_opp in *. lia.
Qed.

Theorem consistent r s b p x y :
  proper b -> guarantees r s b p x -> guarantees r s b (other p) y -> x + y <= 0.
Proof. intros P G G'. exact (proj1 (consistent_all r) s b p x G P y G'). Qed.

(** ** Turning the board *)

Lemma turn_all r :
  (forall s b p x, guarantees r s b p x -> proper b ->
     guarantees r (other s) (rev b) (other p) x) /\
  (forall s b m x, answers r s b m x -> proper b ->
     answers r (other s) (rev b) (holes b + 1 - m) x) /\
  (forall s b m t p x, earns r s b m t p x -> proper b ->
     earns r (other s) (rev b) (holes b + 1 - m) (holes b + 1 - t) (other p) x).
Proof.
  apply guarantees_ind3; intros.
  - apply g_least. rewrite total_rev. lia.
  - apply g_over; [now apply finished_rev|]. now rewrite rest_for_turn.
  - apply g_sente with (m := holes b + 1 - m); [now rewrite finished_rev | now apply choice_rev |].
    intros t T N. apply choice_rev' in T.
    specialize (H2 _ T). replace (holes b + 1 - (holes b + 1 - t)) with t in H2 by lia.
    apply H2; auto. lia.
  - apply g_gote; [now rewrite finished_rev |].
    intros m M. apply choice_rev' in M.
    specialize (H1 _ M). replace (holes b + 1 - (holes b + 1 - m)) with m in H1 by lia.
    auto.
  - eapply some_reply; eauto; [now apply choice_rev | lia].
  - apply round_turn in H as R; auto. simpl in R.
    apply round_ok in H; auto. simpl in H.
    eapply e_quiet; [exact R|]. apply H1. tauto.
  - apply round_turn in H as R; auto. simpl in R.
    apply round_ok in H; auto. simpl in H.
    eapply e_capture; [exact R | now rewrite finished_rev |].
    rewrite gain_other. apply H2. tauto.
  - apply round_turn in H as R; auto. simpl in R.
    eapply e_end; [exact R | now apply finished_rev |].
    rewrite gain_other, rest_for_turn. auto.
Qed.

Theorem guarantees_turn r s b p x :
  proper b -> guarantees r s b p x -> guarantees r (other s) (rev b) (other p) x.
Proof. intros P G. exact (proj1 (turn_all r) s b p x G P). Qed.

(** After a swap the board turns, sente goes to the other seat, and the first
    chooser keeps its seat.  This is the same as taking the other role. *)
Theorem swap_is_other_role r s b p x :
  proper b ->
  guarantees r (other s) (rev b) p x <-> guarantees r s b (other p) x.
Proof.
  intros P. assert (P' : proper (rev b)).
  { unfold proper in *. apply Forall_forall. intros y Y. apply in_rev in Y.
    rewrite Forall_forall in P. auto. }
  split; intros G; apply guarantees_turn in G; auto.
  - rewrite rev_involutive, other_other in G. exact G.
  - rewrite other_other in G. exact G.
Qed.
