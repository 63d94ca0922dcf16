(** Rounds that never end.

    If a state recurs, the round has no end: a finite sowing from that state
    would have a shorter sowing from the same state inside it, and so on
    without end (infinite descent). *)

From Coq Require Import ZArith List Bool Lia Arith.
From Stones Require Import Rules Boards Round.
Import ListNotations.
Open Scope Z_scope.

(** [n] steps lead from a state to a state, and the round goes on. *)
Inductive steps (r : rules) : nat -> state -> state -> Prop :=
| steps_none s : steps r 0 s s
| steps_one n s s' s'' :
    look r (step s) (GoesOn s') -> steps r n s' s'' -> steps r (S n) s s''.

(** A round with these choices is possible, and it has no result. *)
Definition never_ends (r : rules) (b : board) (sente : side) (m t : Z) : Prop :=
  choice b m /\ choice b t /\ m <> t /\ forall o, ~ round r b sente m t o.

(** A sowing of exactly [n] steps. *)
Inductive sows_in (r : rules) : nat -> state -> result -> Prop :=
| in_last s o : look r (step s) (Over o) -> sows_in r 1 s o
| in_more n s s' o :
    look r (step s) (GoesOn s') -> sows_in r n s' o -> sows_in r (S n) s o.

Lemma sows_sows_in r s o : sows r s o -> exists n, sows_in r n s o.
Proof.
  induction 1 as [s o L | s s' o L H [n IH]].
  - exists 1%nat. now constructor.
  - exists (S n). econstructor; eauto.
Qed.

Lemma sows_in_sows r n s o : sows_in r n s o -> sows r s o.
Proof.
  induction 1; [now apply sows_last|]. eapply sows_more; eauto.
Qed.

Lemma steps_shorten r n s s' :
  steps r n s s' -> forall k o, sows_in r k s o ->
  exists j, k = (n + j)%nat /\ sows_in r j s' o.
Proof.
  induction 1 as [s | n s s' s'' L H IH]; intros k o S.
  - exists k. auto.
  - inversion S as [? ? L' | k' ? s1 ? L' S']; subst;
    pose proof (look_det _ _ _ _ L L') as E; inversion E; subst.
    destruct (IH _ _ S') as [j [-> J]]. exists j. auto.
Qed.

Theorem recurrence r p s : (0 < p)%nat -> steps r p s s -> forall o, ~ sows r s o.
Proof.
  intros P R o S. apply sows_sows_in in S. destruct S as [k S].
  revert S. induction k as [k IH] using (well_founded_induction Wf_nat.lt_wf). intros S.
  destruct (steps_shorten _ _ _ _ R _ _ S) as [j [-> J]].
  apply (IH j); [lia|auto].
Qed.

Lemma steps_trans r n s s' :
  steps r n s s' -> forall m s'', steps r m s' s'' -> steps r (n + m) s s''.
Proof.
  induction 1; simpl; intros; auto. econstructor; eauto.
Qed.

(** A state that recurs after [first] steps, [period] steps later. *)
Theorem recurring_round r b x m t first period s :
  choice b m -> choice b t -> m <> t -> (0 < period)%nat ->
  steps r first (start b x m t) s -> steps r period s s ->
  never_ends r b x m t.
Proof.
  intros M T N P F R. split; [|split; [|split]]; auto.
  intros o [_ [_ [_ S]]].
  apply sows_sows_in in S. destruct S as [k S].
  destruct (steps_shorten _ _ _ _ F _ _ S) as [j [_ J]].
  exact (recurrence r period s P R o (sows_in_sows _ _ _ _ J)).
Qed.

(** ** The least numbers

    Both numbers of a certificate are the least ones. *)

Definition recurs (r : rules) (s0 : state) (first period : nat) : Prop :=
  exists s, steps r first s0 s /\ steps r period s s.

Definition least (r : rules) (s0 : state) (first period : nat) : Prop :=
  forall f p, (0 < p)%nat -> recurs r s0 f p -> (first <= f)%nat /\ (period <= p)%nat.

Lemma steps_det r n s a : steps r n s a -> forall b, steps r n s b -> a = b.
Proof.
  induction 1 as [s | n s s' s'' L H IH]; intros b S; inversion S as [|? ? s1 ? L' S']; subst; auto.
  pose proof (look_det _ _ _ _ L L') as E; inversion E; subst. auto.
Qed.

Lemma steps_next r i s c s1 :
  steps r (S i) s c -> look r (step s) (GoesOn s1) -> steps r i s1 c.
Proof.
  intros S L. inversion S as [|? ? s2 ? L' S']; subst.
  pose proof (look_det _ _ _ _ L L') as E; inversion E; subst. exact S'.
Qed.

Lemma steps_zero r s c : steps r 0 s c -> s = c.
Proof. intros S. now inversion S. Qed.

Lemma steps_split r n : forall m s c,
  steps r (n + m) s c -> exists b, steps r n s b /\ steps r m b c.
Proof.
  induction n as [|n IH]; simpl; intros m s c S.
  - exists s. split; auto. constructor.
  - inversion S as [|? ? s1 ? L S']; subst. destruct (IH _ _ _ S') as [b [A B]].
    exists b. split; auto. econstructor; eauto.
Qed.

Lemma steps_repeat r p s k : steps r p s s -> steps r (k * p) s s.
Proof.
  intros R. induction k; simpl; [constructor|]. eapply steps_trans; eauto.
Qed.

Section Least.

Variable r : rules.
Variables s0 s : state.
Variables first period : nat.
Hypothesis positive : (0 < period)%nat.
Hypothesis arrives : steps r first s0 s.
Hypothesis returns : steps r period s s.
Hypothesis not_before : forall i, (0 < i < period)%nat -> ~ steps r i s s.
Hypothesis not_earlier :
  first = 0%nat \/
  exists f a, first = S f /\ steps r f s0 a /\ ~ steps r (pred period) s a.

(** Every return to [s] takes a multiple of the period. *)
Lemma return_multiple p : steps r p s s -> exists k, p = (k * period)%nat.
Proof.
  intros R. pose proof (Nat.div_mod_eq p period) as D.
  pose proof (Nat.mod_upper_bound p period ltac:(lia)) as B.
  exists (p / period)%nat.
  destruct (Nat.eq_dec (p mod period)%nat 0) as [E|E]; [lia|].
  exfalso. apply (not_before (p mod period)%nat); [lia|].
  rewrite D in R. apply steps_split in R. destruct R as [b [R1 R2]].
  pose proof (steps_repeat r period s (p / period)%nat returns) as Q.
  replace (period * (p / period))%nat with (p / period * period)%nat in R1 by lia.
  pose proof (steps_det _ _ _ _ R1 _ Q). subst b. exact R2.
Qed.

(** From a recurring state the state after more steps recurs as well. *)
Lemma recurs_later p m a b : steps r p a a -> steps r m a b -> steps r p b b.
Proof.
  intros P M. assert (Q : steps r (m + p) a b).
  { rewrite Nat.add_comm. eapply steps_trans; eauto. }
  apply steps_split in Q. destruct Q as [c [Q1 Q2]].
  pose proof (steps_det _ _ _ _ M _ Q1). now subst.
Qed.

Lemma later f p a n b :
  steps r f s0 a -> steps r p a a -> (f <= n)%nat -> steps r n s0 b -> steps r p b b.
Proof.
  intros F P L N. replace n with (f + (n - f))%nat in N by lia.
  apply steps_split in N. destruct N as [c [N1 N2]].
  pose proof (steps_det _ _ _ _ F _ N1). subst c. eapply recurs_later; eauto.
Qed.

Theorem both_least : least r s0 first period.
Proof.
  intros f p P [a [F R]].
  assert (Rs : steps r p s s).
  { eapply (later f p a (first + f * period)); eauto; [nia|].
    eapply steps_trans; eauto. now apply steps_repeat. }
  destruct (return_multiple p Rs) as [k K].
  split; [|destruct k; nia].
  destruct (Nat.le_gt_cases first f) as [|G]; auto. exfalso.
  destruct not_earlier as [Z|[g [c [E [C N]]]]]; [lia|].
  apply N. clear N.
  assert (Rc : steps r p c c) by (eapply (later f p a g); eauto; lia).
  assert (Cs : steps r 1 c s).
  { rewrite E in arrives. replace (S g) with (g + 1)%nat in arrives by lia.
    apply steps_split in arrives. destruct arrives as [d [A1 A2]].
    pose proof (steps_det _ _ _ _ C _ A1). now subst. }
  assert (k <> 0)%nat by (intros ->; lia).
  replace p with (1 + (pred k * period + pred period))%nat in Rc by (destruct k; simpl; lia).
  apply steps_split in Rc. destruct Rc as [d [R1 R2]].
  pose proof (steps_det _ _ _ _ Cs _ R1). subst d.
  apply steps_split in R2. destruct R2 as [d [R2 R3]].
  pose proof (steps_det _ _ _ _ (steps_repeat r period s (pred k) returns) _ R2). now subst.
Qed.

End Least.
