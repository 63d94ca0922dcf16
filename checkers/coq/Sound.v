(** The checker is sound: what it accepts follows from the rules. *)

From Coq Require Import ZArith List Bool Lia Uint63.
From Stones Require Import Rules Boards Round Guarantee Packed Sow Map Check.
Import ListNotations.
Open Scope Z_scope.

Section Sound.

Variable r : rules.
Variable M : int.
Variable size : nat.
Variable fuel : nat.

Local Notation turn_lo := (Check.turn_lo M).
Local Notation turn_hi := (Check.turn_hi M).
Local Notation turned := (Check.turned M size).
Local Notation is_choice := (Check.is_choice M).
Local Notation gets_rest' := (Check.gets_rest' r).
Local Notation after_quiet := (Check.after_quiet r size).
Local Notation after_capture := (Check.after_capture r M size).
Local Notation holds := (Check.holds r M size fuel).
Local Notation replies_hold := (Check.replies_hold r M size fuel).
Local Notation move_holds := (Check.move_holds r M size fuel).
Local Notation follows := (Check.follows r M size fuel).
Local Notation accept_all := (Check.accept_all r M size fuel).
Local Notation run := (Check.run r M size fuel).
Local Notation pie_first_holds := (Check.pie_first_holds r M size fuel).
Local Notation pie_second_holds := (Check.pie_second_holds r M size fuel).


Hypothesis size_M : size = Z.to_nat (to_Z M).
Hypothesis M_small : to_Z M <= 16.

Lemma lazy_and (a b : bool) : a &&& b = true <-> a = true /\ b = true.
Proof. apply andb_true_iff. Qed.

Lemma lazy_or (a b : bool) : a ||| b = true <-> a = true \/ b = true.
Proof. apply orb_true_iff. Qed.

Lemma forall_holes_from n : forall h p,
  to_Z h + Z.of_nat n <= 17 -> forall_holes n h p = true ->
  forall j, to_Z h <= to_Z j < to_Z h + Z.of_nat n -> p j = true.
Proof.
  induction n as [|n IH]; intros h p B F j J; [lia|].
  simpl in F. apply lazy_and in F. destruct F as [F G].
  destruct (Z.eq_dec (to_Z j) (to_Z h)) as [E|E].
  - apply to_Z_inj in E. now subst.
  - assert (to_Z (h + 1)%uint63 = to_Z h + 1) by (apply small_add; change (to_Z 1) with 1; lia).
    apply (IH (h + 1)%uint63); auto; lia.
Qed.

Lemma forall_holes_all p :
  forall_holes size 1 p = true -> forall j, 1 <= to_Z j <= to_Z M -> p j = true.
Proof.
  intros F j J. apply (forall_holes_from size 1 p); auto; change (to_Z 1) with 1; lia.
Qed.

Lemma exists_hole_some n : forall h p, exists_hole n h p = true -> exists j, p j = true.
Proof.
  induction n as [|n IH]; simpl; intros h p E; [discriminate|].
  apply lazy_or in E. destruct E; eauto.
Qed.

Lemma is_choice_spec lo hi h :
  is_choice lo hi h = true <-> choice (decode M lo hi) (to_Z h).
Proof.
  unfold Check.is_choice, choice. rewrite !lazy_and, holes_decode, !leb_Z, ltb_Z.
  change (to_Z 1) with 1. rewrite !Z.leb_le, Z.ltb_lt. split.
  - intros [[A B] C]. rewrite stones_decode by lia. lia.
  - intros [A B]. rewrite stones_decode in B by lia. lia.
Qed.

(** A choice of the board is the number of some machine integer. *)
Lemma choice_int lo hi h :
  choice (decode M lo hi) h ->
  exists j, h = to_Z j /\ 1 <= to_Z j <= to_Z M /\ is_choice lo hi j = true.
Proof.
  intros C. pose proof C as [B _]. rewrite holes_decode in B.
  destruct (hole_int M h B) as [j ->]. exists j. split; auto. split; auto.
  now apply is_choice_spec.
Qed.

Lemma forall_choices lo hi (p : int -> bool) :
  forall_holes size 1 (fun t => if is_choice lo hi t then p t else true) = true ->
  forall t, choice (decode M lo hi) t ->
  exists j, t = to_Z j /\ is_choice lo hi j = true /\ p j = true.
Proof.
  intros F t C. destruct (choice_int _ _ _ C) as [j [-> [B I]]].
  exists j. repeat split; auto.
  pose proof (forall_holes_all _ F j B) as Q. cbv beta in Q. now rewrite I in Q.
Qed.

(** *** Counting *)

Lemma get_le lo hi h : 1 <= to_Z h <= 16 -> to_Z (get lo hi h) <= 127.
Proof. intros. pose proof (get_bounds lo hi h H). lia. Qed.

Lemma decode_from lo hi :
  decode M lo hi = List.map (fun i => to_Z (get lo hi (of_Z (Z.of_nat i)))) (seq 1 size).
Proof. unfold decode. now rewrite size_M. Qed.

Lemma of_nat_hole n h : to_Z h = Z.of_nat n -> of_Z (Z.of_nat n) = h.
Proof. intros <-. apply of_to_Z. Qed.

Lemma count_from lo hi n : forall k h,
  to_Z h = Z.of_nat k -> 1 <= to_Z h -> to_Z h + Z.of_nat n <= 17 ->
  to_Z (count_full n h lo hi) = Z.of_nat (full_holes
    (List.map (fun i => to_Z (get lo hi (of_Z (Z.of_nat i)))) (seq k n))) /\
  to_Z (count_full n h lo hi) <= Z.of_nat n.
Proof.
  unfold full_holes. induction n as [|n IH]; intros k h E P B.
  - simpl. change (to_Z 0) with 0. lia.
  - assert (E' : to_Z (h + 1)%uint63 = Z.of_nat (S k))
      by (rewrite small_add; change (to_Z 1) with 1; lia).
    destruct (IH (S k) (h + 1)%uint63 E' ltac:(lia) ltac:(lia)) as [IH1 IH2].
    cbn [count_full seq List.map filter]. rewrite (of_nat_hole k h E), ltb_Z.
    change (to_Z 1) with 1.
    destruct (Z.ltb_spec 1 (to_Z (get lo hi h))), (Z.leb_spec 2 (to_Z (get lo hi h))); try lia.
    rewrite small_add; change (to_Z 1) with 1; cbn [length]; lia.
Qed.

Lemma sum_from lo hi n : forall k h,
  to_Z h = Z.of_nat k -> 1 <= to_Z h -> to_Z h + Z.of_nat n <= 17 ->
  to_Z (sum n h lo hi) = total
    (List.map (fun i => to_Z (get lo hi (of_Z (Z.of_nat i)))) (seq k n)) /\
  to_Z (sum n h lo hi) <= 127 * Z.of_nat n.
Proof.
  induction n as [|n IH]; intros k h E P B.
  - simpl. change (to_Z 0) with 0. lia.
  - assert (E' : to_Z (h + 1)%uint63 = Z.of_nat (S k))
      by (rewrite small_add; change (to_Z 1) with 1; lia).
    destruct (IH (S k) (h + 1)%uint63 E' ltac:(lia) ltac:(lia)) as [IH1 IH2].
    cbn [sum seq List.map total fold_right]. rewrite (of_nat_hole k h E).
    pose proof (get_le lo hi h ltac:(lia)).
    rewrite small_add by lia. fold (total (List.map (fun i => to_Z (get lo hi (of_Z (Z.of_nat i)))) (seq (S k) n))).
    lia.
Qed.

Lemma count_spec lo hi :
  to_Z (count_full size 1 lo hi) = Z.of_nat (full_holes (decode M lo hi)).
Proof.
  rewrite decode_from. apply (count_from lo hi size 1%nat 1%uint63);
  change (to_Z 1) with 1; lia.
Qed.

Lemma sum_spec lo hi :
  to_Z (sum size 1 lo hi) = total (decode M lo hi) /\ 0 <= to_Z (sum size 1 lo hi) <= 2032.
Proof.
  rewrite decode_from.
  destruct (sum_from lo hi size 1%nat 1%uint63) as [A B]; try (change (to_Z 1) with 1; lia).
  split; auto. int_bounds. pose proof (to_Z_bounded (sum size 1 lo hi)). lia.
Qed.

Lemma finished_spec lo hi :
  (count_full size 1 lo hi <? 2)%uint63 = true <-> finished (decode M lo hi).
Proof.
  rewrite ltb_Z, count_spec. change (to_Z 2) with 2. unfold finished.
  rewrite Z.ltb_lt. lia.
Qed.

Lemma rest_spec lo hi g s :
  gets_rest' (count_full size 1 lo hi =? 0)%uint63 g s = gets_rest r (decode M lo hi) g s.
Proof.
  unfold Check.gets_rest', gets_rest. rewrite eqb_Z, count_spec. change (to_Z 0) with 0.
  destruct (full_holes (decode M lo hi)); reflexivity.
Qed.

(** *** Turning *)

Lemma turned_spec lo hi lo' hi' :
  turned lo hi lo' hi' = true -> decode M lo hi = rev (decode M lo' hi').
Proof.
  intros T. apply board_ext; [now rewrite holes_rev, !holes_decode|].
  rewrite holes_decode. intros h H. destruct (hole_int M h H) as [j ->].
  rewrite stones_rev by (rewrite holes_decode; lia). rewrite holes_decode.
  assert (K : exists i, to_Z M + 1 - to_Z j = to_Z i /\ 1 <= to_Z i <= to_Z M).
  { destruct (hole_int M (to_Z M + 1 - to_Z j) ltac:(lia)) as [i Ei]. exists i. lia. }
  destruct K as [i [Ei Bi]]. rewrite Ei, !stones_decode by lia.
  pose proof (forall_holes_all _ T i Bi) as Q. cbv beta in Q.
  apply eqb_correct in Q. rewrite <- Q. f_equal. f_equal.
  apply to_Z_inj. rewrite sub_spec, small_add by (change (to_Z 1) with 1; lia).
  change (to_Z 1) with 1. rewrite Z.mod_small; [lia|]. rewrite wB_digits. lia.
Qed.

(** *** The map *)

(** What it means that a claim was accepted. *)
Definition meaning (lo hi : int) (sente : bool) (x : int) : Prop :=
  to_Z x <= 8192 /\ guarantees r East (decode M lo hi) (role sente) (to_Z x - 4096).

Definition true_map (m : map) : Prop := all meaning m.

Lemma nonzero x : 1 <= to_Z x -> x <> 0%uint63.
Proof. intros H ->. change (to_Z 0) with 0 in H. lia. Qed.

Lemma role_negb sente : role (negb sente) = other (role sente).
Proof. destruct sente; reflexivity. Qed.

Definition range (x : int) : Prop := 1 <= to_Z x <= 8192.

Lemma over_sound x lo hi sente :
  finished (decode M lo hi) ->
  to_Z x <= 4096 + to_Z (sum size 1 lo hi) ->
  side_eqb (role sente) (gets_rest' (count_full size 1 lo hi =? 0)%uint63 West East) = true ->
  guarantees r East (decode M lo hi) (role sente) (to_Z x - 4096).
Proof.
  intros F L S. apply g_over; auto. unfold rest_for. simpl (other East).
  rewrite rest_spec in S. rewrite S. destruct (sum_spec lo hi) as [E _]. lia.
Qed.

Lemma after_quiet_sound m x lo hi sente :
  true_map m -> range x -> after_quiet m x lo hi sente = true ->
  guarantees r East (decode M lo hi) (role sente) (to_Z x - 4096).
Proof.
  unfold Check.after_quiet. intros T X H. unfold range in X.
  destruct (sum_spec lo hi) as [SE SB].
  destruct (x <=? lookup m lo hi sente)%uint63 eqn:E.
  - rewrite leb_Z, Z.leb_le in E.
    destruct (lookup_all _ m lo hi sente T) as [_ G]; [apply nonzero; lia|].
    eapply guarantees_weaken; eauto. lia.
  - clear E. cbv zeta in H.
    destruct (x + sum size 1 lo hi <=? 4096)%uint63 eqn:E.
    + rewrite leb_Z, Z.leb_le, small_add in E by lia. change (to_Z 4096) with 4096 in E.
      apply g_least. lia.
    + clear E. rewrite !lazy_and in H. destruct H as [[F L] S].
      rewrite leb_Z, Z.leb_le, small_add in L by (change (to_Z 4096) with 4096; lia).
      change (to_Z 4096) with 4096 in L.
      apply over_sound; auto. now apply finished_spec.
Qed.

Lemma after_capture_sound m x lo hi sente who k b e w :
  true_map m -> range x ->
  round r b East e w (Capture who (to_Z k) (decode M lo hi)) ->
  after_capture m x lo hi sente who k = true ->
  earns r East b e w (role sente) (to_Z x - 4096).
Proof.
  unfold Check.after_capture. intros T X R H. unfold range in X.
  destruct (sum_spec lo hi) as [SE SB].
  destruct (k <=? 4096)%uint63 eqn:K; [|discriminate].
  rewrite leb_Z, Z.leb_le in K. change (to_Z 4096) with 4096 in K.
  cbv zeta in H. pose proof (to_Z_bounded k) as Bk.
  set (mine := side_eqb (role sente) who) in *.
  assert (G : gain (role sente) who (to_Z k) = if mine then to_Z k else - to_Z k) by reflexivity.
  assert (Hv : to_Z (if mine then k else 0%uint63) = if mine then to_Z k else 0)
    by (destruct mine; reflexivity).
  assert (Nd : to_Z (if mine then x else (x + k)%uint63) = if mine then to_Z x else to_Z x + to_Z k)
    by (destruct mine; [reflexivity|apply small_add; lia]).
  assert (Hb : 0 <= to_Z (if mine then k else 0%uint63) <= 4096)
    by (rewrite Hv; destruct mine; lia).
  assert (Nb : 1 <= to_Z (if mine then x else (x + k)%uint63) <= 12288)
    by (rewrite Nd; destruct mine; lia).
  revert H Hv Nd Hb Nb.
  generalize (if mine then k else 0%uint63) as have.
  generalize (if mine then x else (x + k)%uint63) as need.
  intros need have H Hv Nd Hb Nb.
  assert (S1 : to_Z (4096 + have)%uint63 = 4096 + to_Z have)
    by (rewrite small_add; change (to_Z 4096) with 4096; lia).
  assert (S2 : to_Z (4096 + have + sum size 1 lo hi)%uint63
               = 4096 + to_Z have + to_Z (sum size 1 lo hi))
    by (rewrite small_add; rewrite S1; lia).
  assert (S3 : to_Z (need + sum size 1 lo hi)%uint63 = to_Z need + to_Z (sum size 1 lo hi))
    by (rewrite small_add; lia).
  destruct (count_full size 1 lo hi <? 2)%uint63 eqn:F.
  - apply finished_spec in F. eapply e_end; eauto. rewrite G. unfold rest_for.
    simpl (other East). rewrite rest_spec in H.
    destruct (side_eqb (role sente) (gets_rest r (decode M lo hi) West West));
    rewrite leb_Z, Z.leb_le in H.
    + rewrite S2 in H. destruct mine; lia.
    + rewrite S1, S3 in H. destruct mine; lia.
  - assert (NF : ~ finished (decode M lo hi)).
    { intros Q. apply finished_spec in Q. congruence. }
    eapply e_capture; eauto. rewrite G. simpl (other East).
    destruct (((1 <=? lookup m (turn_lo size 1 lo hi) (turn_hi size 1 lo hi) (negb sente)) &&&
      (need <=? lookup m (turn_lo size 1 lo hi) (turn_hi size 1 lo hi) (negb sente) + have))%uint63) eqn:E.
    + apply lazy_and in E. destruct E as [E1 E2].
      rewrite leb_Z, Z.leb_le in E1. change (to_Z 1) with 1 in E1.
      destruct (lookup_all _ m (turn_lo size 1 lo hi) (turn_hi size 1 lo hi) (negb sente) T)
        as [L Q]; [apply nonzero; lia|].
      rewrite leb_Z, Z.leb_le, small_add in E2 by lia.
      apply turned_spec in H. rewrite H.
      apply guarantees_turn in Q; [|now apply proper_decode].
      rewrite role_negb, other_other in Q. simpl in Q.
      eapply guarantees_weaken; [exact Q|]. destruct mine; lia.
    + rewrite leb_Z, Z.leb_le, S1, S3 in H. apply g_least. destruct mine; lia.
Qed.

Theorem holds_sound m x lo hi sente e w :
  true_map m -> range x ->
  is_choice lo hi e = true -> is_choice lo hi w = true -> e <> w ->
  holds m x lo hi sente e w = true ->
  earns r East (decode M lo hi) (to_Z e) (to_Z w) (role sente) (to_Z x - 4096).
Proof.
  unfold Check.holds. intros T X E W N H. apply is_choice_spec in E, W.
  pose proof (sow_round_sound r M M_small fuel lo hi e w) as S.
  destruct (sow_round r M fuel lo hi e w) as [lo' hi'|who k lo' hi'|]; [| |discriminate].
  - eapply e_quiet; [apply S; simpl; eauto|]. eapply after_quiet_sound; eauto.
  - eapply after_capture_sound; eauto. apply S; simpl; auto.
Qed.

Lemma neq_int (t h : int) : negb (t =? h)%uint63 = true -> t <> h.
Proof. intros H ->. rewrite eqb_refl in H. discriminate. Qed.

Lemma move_holds_sound m x lo hi e :
  true_map m -> range x -> ~ finished (decode M lo hi) ->
  move_holds m x lo hi e = true ->
  guarantees r East (decode M lo hi) East (to_Z x - 4096).
Proof.
  unfold Check.move_holds. intros T X F H. apply lazy_and in H. destruct H as [E H].
  apply g_sente with (m := to_Z e); auto; [now apply is_choice_spec|].
  intros t C N. destruct (forall_choices _ _ _ H t C) as [j [-> [J Q]]].
  destruct (j =? e)%uint63 eqn:EQ; [apply eqb_correct in EQ; congruence|].
  apply (holds_sound m x lo hi true e j); auto. congruence.
Qed.

Lemma replies_hold_sound m x lo hi :
  true_map m -> range x -> forall n h hints,
  to_Z h + Z.of_nat n <= 17 ->
  replies_hold m x lo hi n h hints = true ->
  forall j, to_Z h <= to_Z j < to_Z h + Z.of_nat n -> is_choice lo hi j = true ->
  answers r East (decode M lo hi) (to_Z j) (to_Z x - 4096).
Proof.
  intros T X. induction n as [|n IH]; intros h hints B H j J C; [lia|].
  destruct hints as [|t hints]; [discriminate|]. cbn [Check.replies_hold] in H.
  apply lazy_and in H. destruct H as [H1 H2].
  destruct (Z.eq_dec (to_Z j) (to_Z h)) as [E|E].
  - apply to_Z_inj in E. subst h. rewrite C in H1. rewrite !lazy_and in H1.
    destruct H1 as [[Ct N] Q]. apply neq_int in N.
    apply some_reply with (t := to_Z t); [now apply is_choice_spec| |].
    + intros K. apply to_Z_inj in K. congruence.
    + apply (holds_sound m x lo hi false j t); auto.
  - assert (to_Z (h + 1)%uint63 = to_Z h + 1) by (apply small_add; change (to_Z 1) with 1; lia).
    apply (IH (h + 1)%uint63 hints); auto; lia.
Qed.

Lemma in_range_sound x : in_range x = true -> range x.
Proof.
  unfold Check.in_range, range. rewrite lazy_and, !leb_Z, !Z.leb_le.
  change (to_Z 1) with 1. change (to_Z 8192) with 8192. lia.
Qed.

Theorem follows_sound m c :
  true_map m -> follows m c = true ->
  meaning (c_lo c) (c_hi c) (c_sente c) (c_gain c).
Proof.
  unfold Check.follows. cbv zeta. intros T H. apply lazy_and in H. destruct H as [X H].
  apply in_range_sound in X. unfold meaning. split; [unfold range in X; lia|].
  destruct (count_full size 1 (c_lo c) (c_hi c) <? 2)%uint63 eqn:F.
  - apply finished_spec in F. apply lazy_and in H. destruct H as [L S].
    destruct (sum_spec (c_lo c) (c_hi c)) as [_ SB].
    rewrite leb_Z, Z.leb_le, small_add in L by (change (to_Z 4096) with 4096; lia).
    change (to_Z 4096) with 4096 in L. now apply over_sound.
  - assert (NF : ~ finished (decode M (c_lo c) (c_hi c))).
    { intros Q. apply finished_spec in Q. congruence. }
    destruct (c_sente c).
    + destruct (c_hints c) as [|e l]; [discriminate|]. eapply move_holds_sound; eauto.
    + apply (g_gote r East); auto. intros h C.
      destruct (choice_int _ _ _ C) as [j [-> [B I]]].
      eapply replies_hold_sound; eauto; change (to_Z 1) with 1; lia.
Qed.

Lemma accept_all_sound l : forall m m',
  true_map m -> accept_all l m = Some m' -> true_map m'.
Proof.
  induction l as [|c l IH]; simpl; intros m m' T H; [congruence|].
  destruct (follows m c) eqn:F; [|discriminate].
  apply IH in H; auto. apply add_all; auto. eapply follows_sound; eauto.
Qed.

Lemma run_sound n : forall i next m m',
  true_map m -> run n i next m = Some m' -> true_map m'.
Proof.
  induction n as [|n IH]; simpl; intros i next m m' T H; [congruence|].
  destruct (accept_all (next i) m) eqn:A; [|discriminate].
  eapply IH; [|eauto]. eapply accept_all_sound; eauto.
Qed.

Lemma pie_over_sound x lo hi p :
  finished (decode M lo hi) ->
  (x <=? 4096 + sum size 1 lo hi)%uint63 = true ->
  side_eqb p (gets_rest' (count_full size 1 lo hi =? 0)%uint63 West East) = true ->
  to_Z x - 4096 <= rest_for r p (decode M lo hi) West East.
Proof.
  intros F L S. unfold rest_for. rewrite rest_spec in S. rewrite S.
  destruct (sum_spec lo hi) as [E B].
  rewrite leb_Z, Z.leb_le, small_add in L by (change (to_Z 4096) with 4096; lia).
  change (to_Z 4096) with 4096 in L. lia.
Qed.

Lemma pie_first_sound m x lo hi :
  true_map m -> range x -> pie_first_holds m x lo hi = true ->
  pie_first r East (decode M lo hi) (to_Z x - 4096).
Proof.
  unfold Check.pie_first_holds, pie_first. cbv zeta. intros T X H.
  destruct (sum_spec lo hi) as [SE SB]. pose proof X as X'. unfold range in X'.
  destruct (x + sum size 1 lo hi <=? 4096)%uint63 eqn:E.
  { rewrite leb_Z, Z.leb_le, small_add in E by lia. change (to_Z 4096) with 4096 in E. lia. }
  clear E. right.
  destruct (count_full size 1 lo hi <? 2)%uint63 eqn:F.
  { left. apply finished_spec in F. split; auto. apply lazy_and in H. destruct H as [L S].
    now apply pie_over_sound. }
  right. split.
  { intros Q. apply finished_spec in Q. congruence. }
  apply exists_hole_some in H. destruct H as [e H]. apply lazy_and in H. destruct H as [E H].
  exists (to_Z e). split; [now apply is_choice_spec|]. intros t C N.
  destruct (forall_choices _ _ _ H t C) as [j [-> [J Q]]].
  destruct (j =? e)%uint63 eqn:EQ; [apply eqb_correct in EQ; congruence|].
  assert (e <> j) by congruence.
  apply lazy_or in Q. destruct Q as [Q|Q]; [left|right].
  - apply (holds_sound m x lo hi true e j); auto.
  - apply (holds_sound m x lo hi false e j); auto.
Qed.

Lemma pie_second_sound m x lo hi :
  true_map m -> range x -> pie_second_holds m x lo hi = true ->
  pie_second r East (decode M lo hi) (to_Z x - 4096).
Proof.
  unfold Check.pie_second_holds, pie_second. cbv zeta. intros T X H.
  destruct (sum_spec lo hi) as [SE SB]. pose proof X as X'. unfold range in X'.
  destruct (x + sum size 1 lo hi <=? 4096)%uint63 eqn:E.
  { rewrite leb_Z, Z.leb_le, small_add in E by lia. change (to_Z 4096) with 4096 in E. lia. }
  clear E. right.
  destruct (count_full size 1 lo hi <? 2)%uint63 eqn:F.
  { left. apply finished_spec in F. split; auto. apply lazy_and in H. destruct H as [L S].
    now apply pie_over_sound. }
  right. split.
  { intros Q. apply finished_spec in Q. congruence. }
  intros e C. destruct (forall_choices _ _ _ H e C) as [j [-> [J Q]]].
  apply exists_hole_some in Q. destruct Q as [t Q].
  rewrite !lazy_and in Q. destruct Q as [[[Ct N] Q1] Q2]. apply neq_int in N.
  assert (j <> t) by congruence.
  exists (to_Z t). split; [now apply is_choice_spec|split; [|split]].
  - intros K. apply to_Z_inj in K. congruence.
  - apply (holds_sound m x lo hi true j t); auto.
  - apply (holds_sound m x lo hi false j t); auto.
Qed.

End Sound.
