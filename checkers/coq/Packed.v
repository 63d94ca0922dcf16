(** Boards packed into two machine integers.

    A hole has seven bits: hole h <= 8 the bits from 7 h of the first word,
    hole h > 8 those from 7 (h - 8) of the second.  So a board has at most 16
    holes, with at most 127 stones in each. *)

From Coq Require Import ZArith List Bool Lia Uint63.
From Stones Require Import Rules Boards.
Import ListNotations.
Open Scope Z_scope.

(** ** Digits of base 128 *)

Definition digit (x i : Z) : Z := (x / 128 ^ i) mod 128.

Lemma pow_pos i : 0 <= i -> 0 < 128 ^ i.
Proof. intros. apply Z.pow_pos_nonneg; lia. Qed.

Lemma digit_bounds x i : 0 <= digit x i < 128.
Proof. unfold digit. apply Z.mod_pos_bound. lia. Qed.

(** Above the changed digit nothing changes. *)
Lemma div_above x i d j :
  0 <= i < j -> 0 <= digit x i + d < 128 ->
  (x + d * 128 ^ i) / 128 ^ j = x / 128 ^ j.
Proof.
  intros IJ D. pose proof (pow_pos i ltac:(lia)) as P.
  replace (128 ^ j) with (128 ^ i * 128 * 128 ^ (j - i - 1)).
  2:{ replace (128 ^ i * 128) with (128 ^ (i + 1)) by (rewrite Z.pow_add_r by lia; ring).
      rewrite <- Z.pow_add_r by lia. f_equal. lia. }
  pose proof (pow_pos (j - i - 1) ltac:(lia)) as K.
  rewrite <- !Z.div_div by lia. f_equal.
  rewrite (Z.div_add x d (128 ^ i)) by lia. unfold digit in D.
  pose proof (Z.div_mod (x / 128 ^ i) 128 ltac:(lia)) as E.
  symmetry. apply Z.div_unique with (r := (x / 128 ^ i) mod 128 + d); lia.
Qed.

Lemma digit_add x i d j :
  0 <= i -> 0 <= j -> 0 <= digit x i + d < 128 ->
  digit (x + d * 128 ^ i) j = if j =? i then digit x i + d else digit x j.
Proof.
  intros I J D. pose proof (pow_pos i ltac:(lia)) as P. pose proof (pow_pos j ltac:(lia)) as Q.
  destruct (Z.eqb_spec j i) as [->|N].
  - unfold digit in *. rewrite Z.div_add by lia.
    pose proof (Z.div_mod (x / 128 ^ i) 128 ltac:(lia)) as E.
    symmetry. apply Z.mod_unique with (q := x / 128 ^ i / 128); lia.
  - destruct (Z.lt_ge_cases j i).
    + unfold digit.
      replace (d * 128 ^ i) with (d * 128 ^ (i - j - 1) * 128 * 128 ^ j).
      2:{ rewrite <- !Z.mul_assoc. f_equal.
          replace (128 * 128 ^ j) with (128 ^ (1 + j)) by (rewrite Z.pow_add_r by lia; ring).
          rewrite <- Z.pow_add_r by lia. f_equal. lia. }
      rewrite Z.div_add by lia. now rewrite Z_mod_plus_full.
    + unfold digit at 1. rewrite div_above by (auto; lia). reflexivity.
Qed.

Lemma range_add x i d :
  0 <= i < 9 -> 0 <= x < 128 ^ 9 -> 0 <= digit x i + d < 128 ->
  0 <= x + d * 128 ^ i < 128 ^ 9.
Proof.
  intros I X D. pose proof (div_above x i d 9 ltac:(lia) D) as E.
  rewrite (Z.div_small x) in E by lia.
  apply Z.div_small_iff in E; lia.
Qed.

(** ** Packed boards *)

Local Open Scope uint63_scope.

Definition get (lo hi h : int) : int :=
  if h <=? 8 then (lo >> (7 * h)) land 127 else (hi >> (7 * (h - 8))) land 127.

(** [k] stones at the place of a hole in its word. *)
Definition unit_lo (k h : int) : int := if h <=? 8 then k << (7 * h) else 0.
Definition unit_hi (k h : int) : int := if h <=? 8 then 0 else k << (7 * (h - 8)).

Local Close Scope uint63_scope.

Definition decode (M lo hi : int) : board :=
  map (fun i => to_Z (get lo hi (of_Z (Z.of_nat i)))) (seq 1 (Z.to_nat (to_Z M))).

Lemma wB_digits : wB = 128 ^ 9.
Proof. reflexivity. Qed.

Ltac int_bounds := repeat match goal with
  | x : int |- _ =>
      lazymatch goal with
      | _ : 0 <= to_Z x < wB |- _ => fail
      | _ => pose proof (to_Z_bounded x)
      end
  end.

Lemma small_add x y :
  to_Z x + to_Z y < 128 ^ 8 -> to_Z (x + y)%uint63 = to_Z x + to_Z y.
Proof.
  intros. rewrite add_spec. apply Z.mod_small. int_bounds. rewrite wB_digits.
  assert (128 ^ 8 < 128 ^ 9) by reflexivity. lia.
Qed.

Lemma leb_Z x y : (x <=? y)%uint63 = (to_Z x <=? to_Z y).
Proof.
  destruct (Z.leb_spec (to_Z x) (to_Z y)).
  - now apply leb_spec.
  - destruct (x <=? y)%uint63 eqn:E; auto. apply leb_spec in E. lia.
Qed.

Lemma digit_word x h :
  0 <= to_Z h <= 8 ->
  to_Z ((x >> (7 * h)) land 127)%uint63 = digit (to_Z x) (to_Z h).
Proof.
  intros H. rewrite land_spec', lsr_spec, mul_spec.
  change (to_Z 7) with 7. change (to_Z 127) with (Z.ones 7).
  rewrite Z.land_ones by lia.
  rewrite (Z.mod_small (7 * to_Z h)) by (rewrite wB_digits; lia).
  unfold digit. change (2 ^ 7) with 128. rewrite Z.pow_mul_r by lia. reflexivity.
Qed.

Lemma unit_word k h :
  0 <= to_Z h <= 8 -> to_Z k < 128 ->
  to_Z (k << (7 * h))%uint63 = to_Z k * 128 ^ to_Z h.
Proof.
  intros H K. rewrite lsl_spec, mul_spec. change (to_Z 7) with 7.
  rewrite (Z.mod_small (7 * to_Z h)) by (rewrite wB_digits; lia).
  rewrite Z.pow_mul_r by lia. change (2 ^ 7) with 128.
  pose proof (to_Z_bounded k). rewrite Z.mod_small; [reflexivity|].
  rewrite wB_digits. replace 9 with (1 + 8) by lia. rewrite Z.pow_add_r by lia.
  assert (128 ^ to_Z h <= 128 ^ 8) by (apply Z.pow_le_mono_r; lia).
  pose proof (pow_pos (to_Z h) ltac:(lia)). nia.
Qed.

(** The two words as one function of the hole. *)
Definition word (lo hi : int) (h : Z) : Z := if h <=? 8 then to_Z lo else to_Z hi.
Definition spot (h : Z) : Z := if h <=? 8 then h else h - 8.

Lemma leb_8 h : (h <=? 8)%uint63 = (to_Z h <=? 8).
Proof.
  destruct (Z.leb_spec (to_Z h) 8).
  - apply leb_spec. assumption.
  - destruct (h <=? 8)%uint63 eqn:E; auto. apply leb_spec in E.
    change (to_Z 8) with 8 in E. lia.
Qed.

Lemma sub_8 h : 8 < to_Z h <= 16 -> to_Z (h - 8)%uint63 = to_Z h - 8.
Proof.
  intros. rewrite sub_spec. change (to_Z 8) with 8. apply Z.mod_small. int_bounds. lia.
Qed.

Lemma get_spec lo hi h :
  1 <= to_Z h <= 16 -> to_Z (get lo hi h) = digit (word lo hi (to_Z h)) (spot (to_Z h)).
Proof.
  intros H. unfold get, word, spot. rewrite leb_8.
  destruct (Z.leb_spec (to_Z h) 8).
  - apply digit_word. lia.
  - rewrite digit_word; rewrite sub_8; lia.
Qed.

Lemma get_bounds lo hi h : 1 <= to_Z h <= 16 -> 0 <= to_Z (get lo hi h) < 128.
Proof. intros. rewrite get_spec by auto. apply digit_bounds. Qed.

(** Adding [k] stones to a hole; nothing runs over. *)
Lemma get_add lo hi k h j :
  1 <= to_Z h <= 16 -> 1 <= to_Z j <= 16 ->
  to_Z k < 128 -> to_Z (get lo hi h) + to_Z k < 128 ->
  to_Z (get (lo + unit_lo k h) (hi + unit_hi k h) j)%uint63
  = if to_Z j =? to_Z h then to_Z (get lo hi h) + to_Z k else to_Z (get lo hi j).
Proof.
  intros H J K D. rewrite !get_spec in * by auto.
  pose proof (to_Z_bounded k). pose proof (digit_bounds (word lo hi (to_Z h)) (spot (to_Z h))).
  unfold word, spot, unit_lo, unit_hi in *. rewrite leb_8.
  destruct (Z.leb_spec (to_Z h) 8) as [L|L].
  - assert (E : to_Z (lo + (k << (7 * h)))%uint63 = to_Z lo + to_Z k * 128 ^ to_Z h).
    { rewrite add_spec, unit_word by lia. apply Z.mod_small. rewrite wB_digits.
      apply range_add; try lia. rewrite <- wB_digits. apply to_Z_bounded. }
    assert (F : to_Z (hi + 0)%uint63 = to_Z hi).
    { rewrite add_spec. change (to_Z 0) with 0. rewrite Z.add_0_r.
      apply Z.mod_small. apply to_Z_bounded. }
    destruct (Z.leb_spec (to_Z j) 8).
    + rewrite E, digit_add by lia. reflexivity.
    + rewrite F. destruct (Z.eqb_spec (to_Z j) (to_Z h)); [lia|reflexivity].
  - assert (E : to_Z (hi + (k << (7 * (h - 8))))%uint63 = to_Z hi + to_Z k * 128 ^ (to_Z h - 8)).
    { rewrite add_spec, unit_word; rewrite ?sub_8 by lia; try lia. apply Z.mod_small.
      rewrite wB_digits. apply range_add; try lia. rewrite <- wB_digits. apply to_Z_bounded. }
    assert (F : to_Z (lo + 0)%uint63 = to_Z lo).
    { rewrite add_spec. change (to_Z 0) with 0. rewrite Z.add_0_r.
      apply Z.mod_small. apply to_Z_bounded. }
    destruct (Z.leb_spec (to_Z j) 8).
    + rewrite F. destruct (Z.eqb_spec (to_Z j) (to_Z h)); [lia|reflexivity].
    + rewrite E, digit_add by lia.
      destruct (Z.eqb_spec (to_Z j) (to_Z h)), (Z.eqb_spec (to_Z j - 8) (to_Z h - 8)); auto; lia.
Qed.

(** Taking all stones out of a hole. *)
Lemma get_clear lo hi h j :
  1 <= to_Z h <= 16 -> 1 <= to_Z j <= 16 ->
  to_Z (get (lo - unit_lo (get lo hi h) h) (hi - unit_hi (get lo hi h) h) j)%uint63
  = if to_Z j =? to_Z h then 0 else to_Z (get lo hi j).
Proof.
  intros H J. pose proof (get_bounds lo hi h H) as B.
  remember (get lo hi h) as k. rewrite !get_spec by auto.
  assert (K : to_Z k = digit (word lo hi (to_Z h)) (spot (to_Z h)))
    by (subst k; now apply get_spec).
  unfold word, spot, unit_lo, unit_hi in *. rewrite leb_8.
  destruct (Z.leb_spec (to_Z h) 8) as [L|L].
  - assert (R := range_add (to_Z lo) (to_Z h) (- to_Z k) ltac:(lia)
      ltac:(rewrite <- wB_digits; apply to_Z_bounded) ltac:(lia)).
    assert (E : to_Z (lo - (k << (7 * h)))%uint63 = to_Z lo + - to_Z k * 128 ^ to_Z h).
    { rewrite sub_spec, unit_word by lia. rewrite Z.mod_small; [ring|]. rewrite wB_digits. lia. }
    assert (F : to_Z (hi - 0)%uint63 = to_Z hi).
    { rewrite sub_spec. change (to_Z 0) with 0. rewrite Z.sub_0_r.
      apply Z.mod_small. apply to_Z_bounded. }
    destruct (Z.leb_spec (to_Z j) 8).
    + rewrite E, digit_add by lia. destruct (Z.eqb_spec (to_Z j) (to_Z h)); lia.
    + rewrite F. destruct (Z.eqb_spec (to_Z j) (to_Z h)); [lia|reflexivity].
  - assert (R := range_add (to_Z hi) (to_Z h - 8) (- to_Z k) ltac:(lia)
      ltac:(rewrite <- wB_digits; apply to_Z_bounded) ltac:(lia)).
    assert (E : to_Z (hi - (k << (7 * (h - 8))))%uint63
                = to_Z hi + - to_Z k * 128 ^ (to_Z h - 8)).
    { rewrite sub_spec, unit_word; rewrite ?sub_8 by lia; try lia.
      rewrite Z.mod_small; [ring|]. rewrite wB_digits. lia. }
    assert (F : to_Z (lo - 0)%uint63 = to_Z lo).
    { rewrite sub_spec. change (to_Z 0) with 0. rewrite Z.sub_0_r.
      apply Z.mod_small. apply to_Z_bounded. }
    destruct (Z.leb_spec (to_Z j) 8).
    + rewrite F. destruct (Z.eqb_spec (to_Z j) (to_Z h)); [lia|reflexivity].
    + rewrite E, digit_add by lia.
      destruct (Z.eqb_spec (to_Z j) (to_Z h)), (Z.eqb_spec (to_Z j - 8) (to_Z h - 8)); lia.
Qed.

(** ** The board that two words stand for *)

Lemma holes_decode M lo hi : holes (decode M lo hi) = to_Z M.
Proof.
  unfold holes, decode. rewrite map_length, seq_length. int_bounds. lia.
Qed.

Lemma stones_decode M lo hi h :
  1 <= to_Z h <= to_Z M -> stones (decode M lo hi) (to_Z h) = to_Z (get lo hi h).
Proof.
  intros H. unfold stones, decode.
  rewrite nth_indep with (d' := to_Z (get lo hi (of_Z (Z.of_nat 0))))
    by (rewrite map_length, seq_length; lia).
  rewrite map_nth with (f := fun i => to_Z (get lo hi (of_Z (Z.of_nat i)))).
  rewrite seq_nth by lia.
  replace (Z.of_nat (1 + Z.to_nat (to_Z h - 1))) with (to_Z h) by lia.
  now rewrite of_to_Z.
Qed.

Lemma hole_int M h : 1 <= h <= to_Z M -> exists j : int, h = to_Z j.
Proof.
  intros H. exists (of_Z h). rewrite of_Z_spec. int_bounds. now rewrite Z.mod_small by lia.
Qed.

Lemma proper_decode M lo hi : to_Z M <= 16 -> proper (decode M lo hi).
Proof.
  intros HM. unfold proper, decode. apply Forall_forall. intros x I.
  apply in_map_iff in I. destruct I as [i [<- I]]. apply to_Z_bounded.
Qed.

Local Open Scope uint63_scope.

Lemma decode_put M lo hi h :
  (to_Z M <= 16)%Z -> (1 <= to_Z h <= to_Z M)%Z -> (get lo hi h <? 127) = true ->
  decode M (lo + unit_lo 1 h) (hi + unit_hi 1 h) = put (decode M lo hi) (to_Z h).
Proof.
  intros HM H D. apply ltb_spec in D. change (to_Z 127) with 127%Z in D.
  apply board_ext; [now rewrite holes_put, !holes_decode|].
  rewrite holes_decode. intros j J. destruct (hole_int M j J) as [i ->].
  rewrite stones_put by (rewrite ?holes_decode; lia).
  rewrite !stones_decode by lia.
  rewrite get_add by (change (to_Z 1) with 1%Z; lia). reflexivity.
Qed.

Lemma decode_clear M lo hi h :
  (to_Z M <= 16)%Z -> (1 <= to_Z h <= to_Z M)%Z ->
  decode M (lo - unit_lo (get lo hi h) h) (hi - unit_hi (get lo hi h) h)
  = clear (decode M lo hi) (to_Z h).
Proof.
  intros HM H. apply board_ext; [now rewrite holes_clear, !holes_decode|].
  rewrite holes_decode. intros j J. destruct (hole_int M j J) as [i ->].
  rewrite stones_clear by (rewrite ?holes_decode; lia).
  rewrite !stones_decode by lia. rewrite get_clear by lia. reflexivity.
Qed.
