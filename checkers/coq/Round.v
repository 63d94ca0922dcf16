(** Facts about rounds: a round has at most one result, no stone is lost,
    and the rules are the same after the board is turned. *)

From Coq Require Import ZArith List Bool Lia.
From Stones Require Import Rules Boards.
Import ListNotations.
Open Scope Z_scope.

(** ** Every round has at most one result *)

Ltac sides := repeat match goal with x : side |- _ => destruct x end.

Lemma look_det r s v v' : look r s v -> look r s v' -> v = v'.
Proof.
  intros H H'. destruct H, H'; sides; simpl in *;
  try congruence; try lia; try reflexivity.
Qed.

Lemma sows_det r s o o' : sows r s o -> sows r s o' -> o = o'.
Proof.
  intros H. revert o'.
  induction H as [s o L | s s' o L H IH]; intros o' H'; inversion H' as [? ? L' | ? ? ? L' H2]; subst;
  pose proof (look_det _ _ _ _ L L') as E; inversion E; subst; auto.
Qed.

Lemma round_det r b x m t o o' : round r b x m t o -> round r b x m t o' -> o = o'.
Proof. unfold round. intros [_ [_ [_ H]]] [_ [_ [_ H']]]. eapply sows_det; eauto. Qed.

(** ** Sowers stay on the board *)

(** A sower on a board of M holes whose next hole is on the board. *)
Definition inward (M : Z) (w : sower) : Prop :=
  (way w = 1 /\ 1 <= place w < M) \/ (way w = -1 /\ 1 < place w <= M).

(** After a step, before anybody lifts. *)
Definition landed (s : state) : Prop :=
  2 <= holes (ground s) /\ proper (ground s) /\
  inward (holes (ground s)) (east s) /\ inward (holes (ground s)) (west s) /\
  0 <= hand (east s) /\ 0 <= hand (west s).

(** Before a step. *)
Definition ready (s : state) : Prop :=
  landed s /\ 0 < hand (east s) /\ 0 < hand (west s).

(** All stones that are not captured yet. *)
Definition mass (s : state) : Z :=
  total (ground s) + hand (east s) + hand (west s).

Lemma heading_inward M h d k :
  2 <= M -> 1 <= h <= M -> d = 1 \/ d = -1 -> inward M (Sower h (heading M h d) k).
Proof.
  unfold inward, heading; simpl. intros.
  destruct (Z.eqb_spec h 1); [lia|]. destruct (Z.eqb_spec h M); lia.
Qed.

Lemma inward_place M w : inward M w -> 1 <= place w <= M.
Proof. unfold inward. lia. Qed.

Lemma inward_next M w : inward M w -> 1 <= place w + way w <= M.
Proof. unfold inward. lia. Qed.

Lemma inward_way M w : inward M w -> way w = 1 \/ way w = -1.
Proof. unfold inward. lia. Qed.

Lemma advance_inward M w : 2 <= M -> inward M w -> inward M (advance M w).
Proof.
  intros HM I. unfold advance. apply heading_inward; auto.
  - now apply inward_next.
  - eapply inward_way; eauto.
Qed.

Lemma step_holes s : holes (ground (step s)) = holes (ground s).
Proof. unfold step; simpl. now rewrite !holes_put. Qed.

Lemma step_landed s : ready s -> landed (step s).
Proof.
  intros [[M [P [E [W [he hw]]]]] [he' hw']].
  unfold landed. rewrite step_holes. unfold step; simpl.
  repeat split; auto using proper_put, advance_inward; lia.
Qed.

Lemma step_mass s : ready s -> mass (step s) = mass s.
Proof.
  intros [[M [P [E [W [he hw]]]]] [he' hw']].
  pose proof (inward_next _ _ E). pose proof (inward_next _ _ W).
  unfold mass, step; simpl. rewrite !total_put by (rewrite ?holes_put; lia). lia.
Qed.

Lemma of_inward s x : landed s -> inward (holes (ground s)) (of x s).
Proof. unfold landed. destruct x; simpl; tauto. Qed.

Lemma goes_on_ready r s s' :
  landed s -> look r s (GoesOn s') ->
  ready s' /\ mass s' = mass s /\ holes (ground s') = holes (ground s).
Proof.
  intros L H. pose proof L as [M [P [E [W [he hw]]]]].
  pose proof (inward_place _ _ E). pose proof (inward_place _ _ W).
  inversion H; subst; clear H.
  - unfold ready. auto.
  - unfold ready, landed, mass. destruct x; simpl in *; rewrite holes_clear;
    rewrite total_clear by lia; repeat split; auto using proper_clear; lia.
  - unfold ready, landed, mass; simpl. rewrite !holes_clear.
    rewrite !total_clear by (rewrite ?holes_clear; lia).
    rewrite stones_clear by lia.
    destruct (Z.eqb_spec (place (west s)) (place (east s))); [congruence|].
    repeat split; auto using proper_clear; lia.
Qed.

(** What a result keeps of the stones. *)
Definition result_ok (M n : Z) (o : result) : Prop :=
  match o with
  | Quiet c => holes c = M /\ proper c /\ total c = n
  | Capture _ k c => holes c = M /\ proper c /\ total c + k = n /\ 0 <= k
  end.

Lemma over_ok r s o :
  landed s -> look r s (Over o) -> result_ok (holes (ground s)) (mass s) o.
Proof.
  intros L H. pose proof L as [M [P [E [W [he hw]]]]].
  pose proof (inward_place _ _ E). pose proof (inward_place _ _ W).
  unfold mass. inversion H; subst; clear H; simpl; try (repeat split; auto; lia).
  - destruct x; simpl in *; repeat split; auto; lia.
  - rewrite holes_clear. rewrite total_clear by (destruct x; simpl; lia).
    repeat split; auto using proper_clear; lia.
Qed.

Lemma sows_ok r s o :
  sows r s o -> ready s -> result_ok (holes (ground s)) (mass s) o.
Proof.
  induction 1 as [s o L | s s' o L H IH]; intros R.
  - rewrite <- step_holes, <- step_mass by auto. eapply over_ok; eauto using step_landed.
  - apply goes_on_ready in L; [|now apply step_landed]. destruct L as [R' [Ma Ho]].
    rewrite <- step_holes, <- step_mass, <- Ho, <- Ma by auto. auto.
Qed.

Lemma usual_way_unit x : usual_way x = 1 \/ usual_way x = -1.
Proof. destruct x; simpl; auto. Qed.

Lemma seats_ready b e w :
  proper b -> choice b e -> choice b w -> e <> w ->
  ready (seats b e w) /\ mass (seats b e w) = total b.
Proof.
  intros P [E SE] [W SW] N.
  assert (2 <= holes b) by lia.
  unfold ready, landed, mass, seats; simpl. rewrite !holes_clear.
  rewrite !total_clear by (rewrite ?holes_clear; lia).
  rewrite stones_clear by lia.
  destruct (Z.eqb_spec w e); [congruence|].
  unfold take. repeat split; try lia; auto using proper_clear.
  - apply heading_inward; auto.
  - apply heading_inward; auto. 
Qed.

Lemma round_ok r b x m t o :
  proper b -> round r b x m t o -> result_ok (holes b) (total b) o.
Proof.
  intros P [C [D [N H]]]. unfold start in H.
  destruct x; [destruct (seats_ready b m t) as [R Ma] | destruct (seats_ready b t m) as [R Ma]];
  auto; apply sows_ok in H; auto; rewrite Ma in H;
  unfold seats in H; simpl in H; now rewrite !holes_clear in H.
Qed.

(** ** Turning the board *)

Definition turn_sower (M : Z) (w : sower) : sower :=
  Sower (M + 1 - place w) (- way w) (hand w).

Definition turn_state (s : state) : state :=
  let M := holes (ground s) in
  State (rev (ground s)) (turn_sower M (west s)) (turn_sower M (east s)).

Definition turn_result (o : result) : result :=
  match o with
  | Quiet c => Quiet (rev c)
  | Capture who k c => Capture (other who) k (rev c)
  end.

Lemma heading_turn M h d :
  2 <= M -> 1 <= h <= M -> heading M (M + 1 - h) (- d) = - heading M h d.
Proof.
  unfold heading. intros.
  destruct (Z.eqb_spec (M + 1 - h) 1), (Z.eqb_spec (M + 1 - h) M),
    (Z.eqb_spec h 1), (Z.eqb_spec h M); lia.
Qed.

Lemma advance_turn M w :
  2 <= M -> inward M w -> advance M (turn_sower M w) = turn_sower M (advance M w).
Proof.
  intros HM I. unfold advance, turn_sower; simpl.
  replace (M + 1 - place w + - way w) with (M + 1 - (place w + way w)) by lia.
  rewrite heading_turn by (auto; now apply inward_next). reflexivity.
Qed.

Lemma step_turn s : ready s -> step (turn_state s) = turn_state (step s).
Proof.
  intros [[M [P [E [W _]]]] _].
  unfold turn_state. rewrite step_holes. unfold step; simpl. rewrite holes_rev.
  change (Sower (place (east s) + way (east s)) _ _) with (advance (holes (ground s)) (east s)).
  change (Sower (place (west s) + way (west s)) _ _) with (advance (holes (ground s)) (west s)).
  rewrite !advance_turn by auto.
  pose proof (inward_next _ _ E). pose proof (inward_next _ _ W).
  f_equal. simpl.
  replace (holes (ground s) + 1 - place (west s) + - way (west s))
    with (holes (ground s) + 1 - (place (west s) + way (west s))) by lia.
  replace (holes (ground s) + 1 - place (east s) + - way (east s))
    with (holes (ground s) + 1 - (place (east s) + way (east s))) by lia.
  rewrite put_rev by lia.
  rewrite <- (holes_put (ground s) (place (west s) + way (west s))) at 1.
  rewrite put_rev by (rewrite ?holes_put; lia). f_equal. apply put_comm; lia.
Qed.

Definition turn_verdict (v : verdict) : verdict :=
  match v with GoesOn s => GoesOn (turn_state s) | Over o => Over (turn_result o) end.

Lemma of_turn x s : of (other x) (turn_state s) = turn_sower (holes (ground s)) (of x s).
Proof. destruct x; reflexivity. Qed.

Lemma look_turn r s v : landed s -> look r s v -> look r (turn_state s) (turn_verdict v).
Proof.
  intros L H. pose proof L as [M [P [E [W [he hw]]]]].
  pose proof (inward_place _ _ E) as PE. pose proof (inward_place _ _ W) as PW.
  assert (PX : forall x, 1 <= place (of x s) <= holes (ground s)) by (destruct x; auto).
  pose proof (stones_rev' (ground s)) as SR.
  inversion H; subst; clear H; cbn [turn_verdict turn_result].
  - apply none_empty; auto.
  - replace (turn_state (lift x s)) with (lift (other x) (turn_state s)).
    + apply one_lifts; rewrite ?of_turn; simpl; auto. now rewrite SR by auto.
    + unfold turn_state. destruct x; simpl; unfold lifted; simpl;
      rewrite holes_clear, clear_rev, SR by auto; reflexivity.
  - replace (other (match capture r with Normal => x | Reversed => other x end))
      with (match capture r with Normal => other x | Reversed => other (other x) end)
      by (destruct (capture r); reflexivity).
    change (hand (of (other x) s)) with (hand (turn_sower (holes (ground s)) (of (other x) s))).
    rewrite <- of_turn. apply (one_stops r (turn_state s)); rewrite ?of_turn; simpl; auto.
    now rewrite SR by auto.
  - apply (same_hole r (turn_state s)); simpl; auto. lia.
  - apply (one_each r (turn_state s)); simpl; auto; rewrite ?SR by auto; auto. lia.
  - replace (turn_state (lift_both s)) with (lift_both (turn_state s)).
    + apply both_relay; simpl; auto; rewrite ?SR by auto; auto. lia.
    + unfold turn_state, lift_both; simpl. unfold lifted; simpl. rewrite !holes_clear.
      rewrite clear_rev by auto. rewrite <- (holes_clear (ground s) (place (west s))) at 1.
      rewrite clear_rev by (rewrite ?holes_clear; auto).
      rewrite !SR by auto. f_equal. f_equal. now apply clear_comm.
  - apply (both_end r (turn_state s)); simpl; auto; rewrite ?SR by auto; auto. lia.
  - apply (mixed_end r (turn_state s) (other x)); rewrite ?of_turn; simpl; auto;
    rewrite ?SR by auto; auto. lia.
  - replace (other (match capture r with Normal => other x | Reversed => x end))
      with (match capture r with Normal => other (other x) | Reversed => other x end)
      by (destruct (capture r); reflexivity).
    rewrite <- (SR (place (of x s))) by auto.
    rewrite <- clear_rev by auto.
    change (holes (ground s) + 1 - place (of x s))
      with (place (turn_sower (holes (ground s)) (of x s))).
    rewrite <- of_turn.
    apply (mixed_forfeit r (turn_state s) (other x)); rewrite ?of_turn; simpl; auto;
    rewrite ?SR by auto; auto. lia.
Qed.

Lemma sows_turn r s o : sows r s o -> ready s -> sows r (turn_state s) (turn_result o).
Proof.
  induction 1 as [s o L | s s' o L H IH]; intros R.
  - apply sows_last. rewrite step_turn by auto.
    change (Over (turn_result o)) with (turn_verdict (Over o)).
    apply look_turn; auto using step_landed.
  - pose proof (goes_on_ready _ _ _ (step_landed _ R) L) as [R' _].
    eapply sows_more; [|eauto]. rewrite step_turn by auto.
    change (GoesOn (turn_state s')) with (turn_verdict (GoesOn s')).
    apply look_turn; auto using step_landed.
Qed.

Lemma take_turn b x h :
  2 <= holes b -> 1 <= h <= holes b ->
  turn_sower (holes b) (take b x h) = take (rev b) (other x) (holes b + 1 - h).
Proof.
  intros M H. unfold turn_sower, take; simpl. rewrite holes_rev, stones_rev' by auto.
  replace (usual_way (other x)) with (- usual_way x) by (destruct x; reflexivity).
  now rewrite heading_turn.
Qed.

Lemma start_turn b x m t :
  choice b m -> choice b t -> m <> t ->
  turn_state (start b x m t)
  = start (rev b) (other x) (holes b + 1 - m) (holes b + 1 - t).
Proof.
  intros [M _] [T _] N. assert (2 <= holes b) by lia.
  assert (A : forall e w, 1 <= e <= holes b -> 1 <= w <= holes b ->
    turn_state (seats b e w) = seats (rev b) (holes b + 1 - w) (holes b + 1 - e)).
  { intros e w E W. unfold turn_state, seats; simpl. rewrite !holes_clear.
    rewrite !take_turn by auto. f_equal.
    rewrite clear_rev by auto. rewrite <- (holes_clear b w) at 1.
    rewrite clear_rev by (rewrite ?holes_clear; auto). f_equal. now apply clear_comm. }
  destruct x; simpl; apply A; auto.
Qed.

Theorem round_turn r b x m t o :
  proper b -> round r b x m t o ->
  round r (rev b) (other x) (holes b + 1 - m) (holes b + 1 - t) (turn_result o).
Proof.
  intros P [C [D [N H]]]. unfold round.
  repeat split; try (now apply choice_rev).
  - lia.
  - rewrite <- start_turn by auto. apply sows_turn; auto.
    destruct x; simpl; apply seats_ready; auto.
Qed.
