(** The value with the pie rule.

    After the first round the first chooser takes the better of both roles.
    [V] gives the margins of East's role, [W] those of West's role.  Each has
    an infinite-play convention of its own, so that the theorem covers both
    readings: the convention may follow the player or the role. *)

From Coq Require Import ZArith List Bool Lia.
From Stones Require Import Rules Boards Round Guarantee Sound Statement Value.
Import ListNotations.
Open Scope Z_scope.

Section PieValue.

Variable r : rules.
Variables worth worth' : Z.
Variables V W : side -> board -> Z.

Hypothesis east_values : solution r East worth V.
Hypothesis west_values : solution r West worth' W.
Hypothesis fair : -1 <= worth <= 1.
Hypothesis fair' : -1 <= worth' <= 1.

(** What the first round and all that follows are worth for the first
    chooser.  After a round that never ends there is no decision. *)
Inductive pie_round_value (b : board) (m t : Z) : Z -> Prop :=
| pv_never :
    (forall o, ~ round r b East m t o) ->
    pie_round_value b m t (worth * total b)
| pv_decision o y y' :
    round r b East m t o ->
    round_value r East worth V East b m t y ->
    round_value r West worth' W East b m t y' ->
    pie_round_value b m t (Z.max y y').

(** "If the opening is finished, both margins are its interval." *)
Definition pie_value (b : board) (u : Z) : Prop :=
  (finished b /\ u = rest_for r East b West East) \/
  (~ finished b /\
   (exists m, choice b m /\ forall t y,
      choice b t -> t <> m -> pie_round_value b m t y -> u <= y) /\
   (forall m, choice b m -> exists t, choice b t /\ t <> m /\
      forall y, pie_round_value b m t y -> y <= u)).

Lemma earns_value p w U s b m t q x :
  solution r p w U -> proper b -> earns r s b m t q x ->
  exists y, round_value r p w U s b m t y /\ agrees_with p q x y.
Proof.
  intros S P E. exact (proj2 (proj2 (value_all r p w U S)) s b m t q x E P).
Qed.

Lemma some_value p w U s b m t o :
  round r b s m t o -> exists y, round_value r p w U s b m t y.
Proof.
  intros R. destruct o as [c|who k c].
  - exists (U s c). now apply v_quiet.
  - destruct (finished_dec c).
    + eexists. eapply v_end; eauto.
    + eexists. eapply v_capture; eauto.
Qed.

Lemma earns_round s b m t q x : earns r s b m t q x -> exists o, round r b s m t o.
Proof. intros E. destruct E; eauto. Qed.

Lemma value_range p w U s b m t y :
  solution r p w U -> -1 <= w <= 1 -> proper b ->
  round_value r p w U s b m t y -> - total b <= y <= total b.
Proof.
  intros S Fw P Y. pose proof (total_nonneg b P) as T.
  destruct Y as [N|c R|who k c R F|who k c R F]; [nia| | |];
    apply round_ok in R; auto; simpl in R.
  - destruct R as [_ [Pc E]]. destruct (S s c Pc) as [B _]. lia.
  - destruct R as [_ [Pc [E K]]]. destruct (S (other s) c Pc) as [B _].
    unfold gain. destruct (side_eqb p who); lia.
  - destruct R as [_ [Pc [E K]]]. pose proof (total_nonneg c Pc).
    unfold gain, rest_for. destruct (side_eqb p who), (side_eqb p _); lia.
Qed.

Lemma pie_range b m t y :
  proper b -> pie_round_value b m t y -> - total b <= y <= total b.
Proof.
  intros P Y. pose proof (total_nonneg b P). destruct Y as [N|o y y' R Y Y']; [nia|].
  pose proof (value_range _ _ _ _ _ _ _ _ east_values fair P Y).
  pose proof (value_range _ _ _ _ _ _ _ _ west_values fair' P Y'). lia.
Qed.

(** A round ends or it does not; this is enough for the comparison of
    numbers. *)
Lemma not_without_value b m t : ~ ~ exists y, pie_round_value b m t y.
Proof.
  intros N. apply N. exists (worth * total b). apply pv_never. intros o R. apply N.
  destruct (some_value East worth V _ _ _ _ _ R) as [y Y].
  destruct (some_value West worth' W _ _ _ _ _ R) as [y' Y'].
  eexists. eapply pv_decision; eauto.
Qed.

Theorem pie_at_least b u x :
  proper b -> pie_value b u -> pie_first r East b x -> x <= u.
Proof.
  intros P U [L|[[F L]|[F [m [C A]]]]].
  - destruct U as [[F ->]|[F [_ U]]].
    + pose proof (total_nonneg b P). unfold rest_for. destruct (side_eqb _ _); lia.
    + destruct (unfinished_move b F) as [m C]. destruct (U m C) as [t [T [N B]]].
      destruct (Z_le_dec x u) as [|G]; auto. exfalso.
      apply (not_without_value b m t). intros [y Y].
      pose proof (pie_range _ _ _ _ P Y). specialize (B y Y). lia.
  - destruct U as [[_ ->]|[G _]]; [exact L|contradiction].
  - destruct U as [[G _]|[_ [_ U]]]; [contradiction|].
    destruct (U m C) as [t [T [N B]]].
    destruct (A t T N) as [E|E]; destruct (earns_round _ _ _ _ _ _ E) as [o R].
    + destruct (earns_value _ _ _ _ _ _ _ _ _ east_values P E) as [y [Y [G _]]].
      destruct (some_value West worth' W _ _ _ _ _ R) as [y' Y'].
      specialize (B _ (pv_decision _ _ _ _ _ _ R Y Y')). specialize (G eq_refl). lia.
    + destruct (earns_value _ _ _ _ _ _ _ _ _ west_values P E) as [y' [Y' [G _]]].
      destruct (some_value East worth V _ _ _ _ _ R) as [y Y].
      specialize (B _ (pv_decision _ _ _ _ _ _ R Y Y')). specialize (G eq_refl). lia.
Qed.

Theorem pie_at_most b u x :
  proper b -> pie_value b u -> pie_second r East b x -> u <= - x.
Proof.
  intros P U [L|[[F L]|[F A]]].
  - destruct U as [[F ->]|[F [[m [C U]] _]]].
    + pose proof (total_nonneg b P). unfold rest_for. destruct (side_eqb _ _); lia.
    + destruct (unfinished_reply b m F C) as [t [T N]].
      destruct (Z_le_dec u (- x)) as [|G]; auto. exfalso.
      apply (not_without_value b m t). intros [y Y].
      pose proof (pie_range _ _ _ _ P Y). specialize (U t y T N Y). lia.
  - destruct U as [[_ ->]|[G _]]; [|contradiction].
    rewrite rest_for_opp in L. simpl in L. lia.
  - destruct U as [[G _]|[_ [[m [C U]] _]]]; [contradiction|].
    destruct (A m C) as [t [T [N [E1 E2]]]].
    destruct (earns_round _ _ _ _ _ _ E1) as [o R].
    destruct (earns_value _ _ _ _ _ _ _ _ _ east_values P E2) as [y [Y [_ G]]].
    destruct (earns_value _ _ _ _ _ _ _ _ _ west_values P E1) as [y' [Y' [_ G']]].
    specialize (U t _ T N (pv_decision _ _ _ _ _ _ R Y Y')).
    specialize (G eq_refl). specialize (G' eq_refl). lia.
Qed.

End PieValue.

(** With the pie rule the value for the first chooser lies between the stated
    bounds as well. *)
Theorem check_pie_value s fuel n next worth worth' V W u :
  Statement.check s fuel n next = true -> proper (st_opening s) ->
  solution (st_rules s) East worth V -> -1 <= worth <= 1 ->
  solution (st_rules s) West worth' W -> -1 <= worth' <= 1 ->
  pie_value (st_rules s) worth worth' V W (st_opening s) u ->
  st_pie_lo s <= u <= st_pie_hi s.
Proof.
  intros C P SV FV SW FW U. apply check_sound in C. destruct C as [_ [_ [L H]]]. split.
  - eapply pie_at_least; eauto.
  - rewrite <- (Z.opp_involutive (st_pie_hi s)). eapply pie_at_most; eauto.
Qed.
