(** Finitely many rounds: a claim holds if and only if there is a number of
    rounds within which its side can reach the gain. *)

From Coq Require Import ZArith List Bool Lia.
From Stones Require Import Rules Boards Round Guarantee.
Import ListNotations.
Open Scope Z_scope.

Section Within.

Variable r : rules.

(** What is needed after the round, if [next] says what can be reached. *)
Definition after (next : side -> board -> side -> Z -> Prop)
    (s : side) (b : board) (m t : Z) (p : side) (x : Z) : Prop :=
  exists o, round r b s m t o /\
  match o with
  | Quiet c => next s c p x
  | Capture who k c =>
      (~ finished c /\ next (other s) c p (x - gain p who k)) \/
      (finished c /\ x <= gain p who k + rest_for r p c (other s) (other s))
  end.

(** The side [p] can gain [x] within [n] rounds. *)
Fixpoint within (n : nat) (s : side) (b : board) (p : side) (x : Z) : Prop :=
  x <= - total b \/
  (finished b /\ x <= rest_for r p b (other s) s) \/
  match n with
  | O => False
  | S n =>
      ~ finished b /\
      ((p = s /\ exists m, choice b m /\
          forall t, choice b t -> t <> m -> after (within n) s b m t p x) \/
       (p = other s /\ forall m, choice b m ->
          exists t, choice b t /\ t <> m /\ after (within n) s b m t p x))
  end.

Lemma after_more (P Q : side -> board -> side -> Z -> Prop) s b m t p x :
  (forall s b p x, P s b p x -> Q s b p x) ->
  after P s b m t p x -> after Q s b m t p x.
Proof.
  intros H [o [R A]]. exists o. split; auto.
  destruct o; [auto|]. destruct A as [[F A]|A]; auto.
Qed.

Lemma within_more n : forall k, (n <= k)%nat ->
  forall s b p x, within n s b p x -> within k s b p x.
Proof.
  induction n as [|n IH]; intros k L s b p x W.
  - destruct k; simpl in *; tauto.
  - destruct k as [|k]; [lia|]. specialize (IH k ltac:(lia)).
    simpl in *. destruct W as [W|[W|[F W]]]; auto. right. right. split; auto.
    destruct W as [[E [m [C W]]]|[E W]]; [left|right]; split; auto.
    + exists m. split; auto. intros t T N. eapply after_more; eauto.
    + intros m C. destruct (W m C) as [t [T [N A]]]. exists t. split; auto. split; auto.
      eapply after_more; eauto.
Qed.

(** One number for all holes of a board. *)
Lemma one_number (P : nat -> Z -> Prop) M :
  (forall n k h, (n <= k)%nat -> P n h -> P k h) ->
  (forall h, 1 <= h <= M -> exists n, P n h) ->
  exists n, forall h, 1 <= h <= M -> P n h.
Proof.
  intros Mono E.
  assert (A : forall j : nat, exists n, forall h, 1 <= h <= M -> h <= Z.of_nat j -> P n h).
  { induction j as [|j [n IH]].
    - exists 0%nat. intros. lia.
    - destruct (Z_le_gt_dec (Z.of_nat (S j)) M) as [L|G].
      + destruct (E (Z.of_nat (S j)) ltac:(lia)) as [k K]. exists (Nat.max n k).
        intros h H J. destruct (Z.eq_dec h (Z.of_nat (S j))) as [->|N].
        * eapply Mono; [|exact K]. lia.
        * apply (Mono n); [lia|]. apply IH; lia.
      + exists n. intros h H J. apply IH; lia. }
  destruct (A (Z.to_nat M)) as [n N]. exists n. intros h H. apply N; lia.
Qed.

Lemma choice_dec b h : {choice b h} + {~ choice b h}.
Proof.
  unfold choice.
  destruct (Z_le_dec 1 h), (Z_le_dec h (holes b)), (Z_le_dec 2 (stones b h));
    try (right; lia); left; lia.
Qed.

Lemma within_all :
  (forall s b p x, guarantees r s b p x -> exists n, within n s b p x) /\
  (forall s b m x, answers r s b m x -> exists n t,
     choice b t /\ t <> m /\ after (within n) s b m t (other s) x) /\
  (forall s b m t p x, earns r s b m t p x -> exists n, after (within n) s b m t p x).
Proof.
  apply guarantees_ind3.
  - intros s b p x L. exists 0%nat. simpl. auto.
  - intros s b p x F L. exists 0%nat. simpl. auto.
  - intros s b x m F C _ IH.
    destruct (one_number (fun n t => choice b t -> t <> m -> after (within n) s b m t s x)
      (holes b)) as [n N].
    + intros n k t L A T D. eapply after_more; [|apply A; auto]. now apply within_more.
    + intros t T. destruct (choice_dec b t) as [Ct|Ct].
      * destruct (Z.eq_dec t m) as [->|D].
        { exists 0%nat. intros _ D. congruence. }
        destruct (IH t Ct D) as [n A]. exists n. auto.
      * exists 0%nat. intros Q. contradiction.
    + exists (S n). simpl. right. right. split; auto. left. split; auto.
      exists m. split; auto. intros t T D. apply N; auto. apply T.
  - intros s b x F _ IH.
    destruct (one_number (fun n m => choice b m ->
      exists t, choice b t /\ t <> m /\ after (within n) s b m t (other s) x) (holes b)) as [n N].
    + intros n k m L A C. destruct (A C) as [t [T [D B]]]. exists t. split; auto. split; auto.
      eapply after_more; [|exact B]. now apply within_more.
    + intros m M. destruct (choice_dec b m) as [C|C].
      * destruct (IH m C) as [n [t A]]. exists n. intros _. exists t. auto.
      * exists 0%nat. intros Q. contradiction.
    + exists (S n). simpl. right. right. split; auto. right. split; auto.
      intros m C. apply N; auto. apply C.
  - intros s b m t x C D _ [n A]. exists n, t. auto.
  - intros s b m t p x c R _ [n A]. exists n. exists (Quiet c). auto.
  - intros s b m t p x who k c R F _ [n A]. exists n. exists (Capture who k c). auto.
  - intros s b m t p x who k c R F L. exists 0%nat. exists (Capture who k c). auto.
Qed.

Lemma within_guarantees n : forall s b p x, within n s b p x -> guarantees r s b p x.
Proof.
  induction n as [|n IH]; simpl; intros s b p x [W|[[F W]|W]];
    try contradiction;
    try (now apply g_least); try (now apply g_over).
  assert (A : forall m t, after (within n) s b m t p x -> earns r s b m t p x).
  { intros m t [o [R A]]. destruct o as [c|who k c].
    - eapply e_quiet; eauto.
    - destruct A as [[F A]|[F A]]; [eapply e_capture|eapply e_end]; eauto. }
  destruct W as [F [[-> [m [C W]]]|[-> W]]].
  - apply g_sente with (m := m); auto.
  - apply g_gote; auto. intros m C. destruct (W m C) as [t [T [D B]]].
    eapply some_reply; eauto.
Qed.

Theorem finitely_many_rounds s b p x :
  guarantees r s b p x <-> exists n, within n s b p x.
Proof.
  split.
  - apply within_all.
  - intros [n W]. eapply within_guarantees; eauto.
Qed.

End Within.
