(** Fast sowing on packed boards, and its soundness.

    [sow] either finds the result of a round or gives up: when its fuel is
    spent, or when a hole would hold more than 127 stones.  It never finds a
    wrong result. *)

From Coq Require Import ZArith List Bool Lia Uint63.
From Stones Require Import Rules Boards Round Packed.
Import ListNotations.
Open Scope Z_scope.

Inductive outcome :=
| Still (lo hi : int)
| Caught (by_whom : side) (k lo hi : int)
| Unknown.

Section Sow.

Variable r : rules.
Variable M : int.

Local Open Scope uint63_scope.

Definition minus_one : int := 9223372036854775807.

Definition head (p d : int) : int :=
  if p =? 1 then 1 else if p =? M then minus_one else d.

(** One step, then the look at the empty hands.  [next] gets the state from
    which the round goes on. *)
Definition step1 {A : Type}
    (next : int -> int -> int -> int -> int -> int -> int -> int -> A)
    (quiet : int -> int -> A) (caught : side -> int -> int -> int -> A) (fail : A)
    (lo hi ep ed eh wp wd wh : int) : A :=
  let ep := ep + ed in
  let wp := wp + wd in
  let ed := head ep ed in
  let wd := head wp wd in
  let eh := eh - 1 in
  let wh := wh - 1 in
  if get lo hi ep <? 127 then
    let lo := lo + unit_lo 1 ep in
    let hi := hi + unit_hi 1 ep in
    if get lo hi wp <? 127 then
      let lo := lo + unit_lo 1 wp in
      let hi := hi + unit_hi 1 wp in
      if eh =? 0 then
        let a := get lo hi ep in
        if wh =? 0 then
          if ep =? wp then quiet lo hi else
          let b := get lo hi wp in
          if 1 <? a then
            if 1 <? b then
              match both_out r with
              | Relay =>
                  let lo1 := lo - unit_lo a ep in
                  let hi1 := hi - unit_hi a ep in
                  next (lo1 - unit_lo b wp) (hi1 - unit_hi b wp) ep ed a wp wd b
              | BothEnd => quiet lo hi
              end
            else
              match mixed_out r with
              | MixedEnd => quiet lo hi
              | Forfeit =>
                  caught (match capture r with Normal => West | Reversed => East end)
                    a (lo - unit_lo a ep) (hi - unit_hi a ep)
              end
          else if 1 <? b then
            match mixed_out r with
            | MixedEnd => quiet lo hi
            | Forfeit =>
                caught (match capture r with Normal => East | Reversed => West end)
                  b (lo - unit_lo b wp) (hi - unit_hi b wp)
            end
          else quiet lo hi
        else if 1 <? a then
          next (lo - unit_lo a ep) (hi - unit_hi a ep) ep ed a wp wd wh
        else
          caught (match capture r with Normal => East | Reversed => West end) wh lo hi
      else if wh =? 0 then
        let b := get lo hi wp in
        if 1 <? b then
          next (lo - unit_lo b wp) (hi - unit_hi b wp) ep ed eh wp wd b
        else
          caught (match capture r with Normal => West | Reversed => East end) eh lo hi
      else next lo hi ep ed eh wp wd wh
    else fail
  else fail.

Fixpoint sow (fuel : nat) (lo hi ep ed eh wp wd wh : int) : outcome :=
  match fuel with
  | O => Unknown
  | S fuel => step1 (sow fuel) Still Caught Unknown lo hi ep ed eh wp wd wh
  end.

(** The round in which East takes hole [e] and West takes hole [w]. *)
Definition sow_round (fuel : nat) (lo hi e w : int) : outcome :=
  let a := get lo hi e in
  let b := get lo hi w in
  let lo1 := lo - unit_lo a e in
  let hi1 := hi - unit_hi a e in
  sow fuel (lo1 - unit_lo b w) (hi1 - unit_hi b w) e (head e minus_one) a w (head w 1) b.

Local Close Scope uint63_scope.

(** ** Soundness *)

Definition way_of (d : int) : Z := if (d =? 1)%uint63 then 1 else -1.

Definition is_way (d : int) : Prop := d = 1%uint63 \/ d = minus_one.

Definition unpack (lo hi ep ed eh wp wd wh : int) : state :=
  State (decode M lo hi) (Sower (to_Z ep) (way_of ed) (to_Z eh))
        (Sower (to_Z wp) (way_of wd) (to_Z wh)).

Hypothesis small : to_Z M <= 16.

Lemma eqb_Z x y : (x =? y)%uint63 = (to_Z x =? to_Z y).
Proof.
  destruct (Z.eqb_spec (to_Z x) (to_Z y)) as [E|E].
  - apply to_Z_inj in E. subst. apply eqb_refl.
  - apply eqb_false_complete. congruence.
Qed.

Lemma head_spec p d :
  is_way d ->
  way_of (head p d) = heading (to_Z M) (to_Z p) (way_of d) /\ is_way (head p d).
Proof.
  intros D. unfold head, heading. rewrite !eqb_Z. change (to_Z 1) with 1.
  destruct (to_Z p =? 1); [split; [reflexivity|now left]|].
  destruct (to_Z p =? to_Z M); [split; [reflexivity|now right]|].
  auto.
Qed.

Lemma add_way p d :
  is_way d -> 0 <= to_Z p + way_of d <= 16 -> to_Z (p + d)%uint63 = to_Z p + way_of d.
Proof.
  intros [-> | ->] H; rewrite add_spec; unfold way_of in *; simpl in *.
  - change (to_Z 1) with 1. apply Z.mod_small. rewrite wB_digits. lia.
  - change (to_Z minus_one) with (wB - 1). replace (to_Z p + (wB - 1)) with (to_Z p + -1 + 1 * wB) by lia.
    rewrite Z_mod_plus_full. apply Z.mod_small. rewrite wB_digits. lia.
Qed.

Lemma pred_spec' x : 0 < to_Z x -> to_Z (x - 1)%uint63 = to_Z x - 1.
Proof.
  intros. rewrite sub_spec. change (to_Z 1) with 1. apply Z.mod_small. int_bounds. lia.
Qed.

Lemma ltb_Z x y : (x <? y)%uint63 = (to_Z x <? to_Z y).
Proof.
  destruct (Z.ltb_spec (to_Z x) (to_Z y)).
  - now apply ltb_spec.
  - destruct (x <? y)%uint63 eqn:E; auto. apply ltb_spec in E. lia.
Qed.

(** The invariant of the loop. *)
Definition fit (ed wd : int) : Prop := 2 <= to_Z M /\ is_way ed /\ is_way wd.

Lemma landing lo hi ep ed eh wp wd wh :
  fit ed wd -> ready (unpack lo hi ep ed eh wp wd wh) ->
  let ep' := (ep + ed)%uint63 in
  let wp' := (wp + wd)%uint63 in
  let lo1 := (lo + unit_lo 1 ep')%uint63 in
  let hi1 := (hi + unit_hi 1 ep')%uint63 in
  (get lo hi ep' <? 127)%uint63 = true ->
  (get lo1 hi1 wp' <? 127)%uint63 = true ->
  step (unpack lo hi ep ed eh wp wd wh)
  = unpack (lo1 + unit_lo 1 wp')%uint63 (hi1 + unit_hi 1 wp')%uint63
      ep' (head ep' ed) (eh - 1) wp' (head wp' wd) (wh - 1).
Proof.
  intros [HM [De Dw]] [[_ [P [E [W [he hw]]]]] [he' hw']] ep' wp' lo1 hi1 L1 L2.
  unfold unpack in *; simpl in *. rewrite holes_decode in E, W.
  pose proof (inward_next _ _ E) as PE. pose proof (inward_next _ _ W) as PW. simpl in *.
  assert (Ee : to_Z ep' = to_Z ep + way_of ed) by (apply add_way; auto; lia).
  assert (Ew : to_Z wp' = to_Z wp + way_of wd) by (apply add_way; auto; lia).
  unfold step; simpl. unfold advance; simpl. rewrite holes_decode, <- Ee, <- Ew.
  destruct (head_spec ep' ed De) as [<- _]. destruct (head_spec wp' wd Dw) as [<- _].
  rewrite !pred_spec' by auto.
  rewrite (decode_put M lo1 hi1 wp') by (auto; lia).
  unfold lo1, hi1. rewrite (decode_put M lo hi ep') by (auto; lia). reflexivity.
Qed.

(** After a step, the holes of the last stones are not empty. *)
Lemma landed_east s : ready s -> 1 <= stones (ground (step s)) (place (east (step s))).
Proof.
  intros [[M2 [P [E [W _]]]] _].
  pose proof (inward_next _ _ E). pose proof (inward_next _ _ W).
  pose proof (stones_nonneg (ground s) (place (east s) + way (east s)) P).
  unfold step; simpl.
  rewrite !stones_put by (rewrite ?holes_put; lia).
  destruct (Z.eqb_spec (place (east s) + way (east s)) (place (west s) + way (west s)));
  rewrite ?Z.eqb_refl; try lia.
  destruct (Z.eqb_spec (place (west s) + way (west s)) (place (east s) + way (east s))); lia.
Qed.

Lemma landed_west s : ready s -> 1 <= stones (ground (step s)) (place (west (step s))).
Proof.
  intros [[M2 [P [E [W _]]]] _].
  pose proof (inward_next _ _ E). pose proof (inward_next _ _ W).
  pose proof (stones_nonneg (ground s) (place (west s) + way (west s)) P).
  pose proof (stones_nonneg (ground s) (place (east s) + way (east s)) P).
  unfold step; simpl.
  rewrite !stones_put by (rewrite ?holes_put; lia). rewrite !Z.eqb_refl.
  destruct (Z.eqb_spec (place (west s) + way (west s)) (place (east s) + way (east s))); lia.
Qed.

(** What one step of the machine may do. *)
Inductive agrees {A : Type} next quiet caught (fail : A) (s : state) : A -> Prop :=
| agrees_next lo hi ep ed eh wp wd wh :
    fit ed wd ->
    look r (step s) (GoesOn (unpack lo hi ep ed eh wp wd wh)) ->
    agrees next quiet caught fail s (next lo hi ep ed eh wp wd wh)
| agrees_quiet lo hi :
    look r (step s) (Over (Quiet (decode M lo hi))) ->
    agrees next quiet caught fail s (quiet lo hi)
| agrees_caught who k lo hi :
    look r (step s) (Over (Capture who (to_Z k) (decode M lo hi))) ->
    agrees next quiet caught fail s (caught who k lo hi)
| agrees_fail : agrees next quiet caught fail s fail.

Tactic Notation "abstract_as" constr(t) ident(x) :=
  let E := fresh in remember t as x eqn:E; clear E.

Theorem step1_sound {A : Type} next quiet caught (fail : A) lo hi ep ed eh wp wd wh :
  fit ed wd -> ready (unpack lo hi ep ed eh wp wd wh) ->
  agrees next quiet caught fail (unpack lo hi ep ed eh wp wd wh)
    (step1 next quiet caught fail lo hi ep ed eh wp wd wh).
Proof.
  intros F R. pose proof (landing _ _ _ _ _ _ _ _ F R) as L.
  pose proof (step_landed _ R) as Land. 
  pose proof (landed_east _ R) as LE. pose proof (landed_west _ R) as LW.
  destruct F as [HM [De Dw]].
  unfold step1. cbv zeta in *.
  pose proof (proj2 (head_spec (ep + ed)%uint63 ed De)) as De'.
  pose proof (proj2 (head_spec (wp + wd)%uint63 wd Dw)) as Dw'.
  set (s := unpack lo hi ep ed eh wp wd wh) in *. clearbody s.
  abstract_as (ep + ed)%uint63 ep'. abstract_as (wp + wd)%uint63 wp'.
  abstract_as (head ep' ed) ed'. abstract_as (head wp' wd) wd'.
  abstract_as (eh - 1)%uint63 eh'. abstract_as (wh - 1)%uint63 wh'.
  destruct (get lo hi ep' <? 127)%uint63; [|apply agrees_fail].
  destruct (get _ _ wp' <? 127)%uint63; [|apply agrees_fail].
  specialize (L eq_refl eq_refl).
  abstract_as (lo + unit_lo 1 ep' + unit_lo 1 wp')%uint63 lo'.
  abstract_as (hi + unit_hi 1 ep' + unit_hi 1 wp')%uint63 hi'.
  rewrite L in Land, LE, LW. unfold landed, unpack in Land. simpl in Land, LE, LW.
  rewrite holes_decode in Land. destruct Land as [_ [_ [IE [IW [he hw]]]]].
  apply inward_place in IE, IW. simpl in IE, IW.
  assert (SE : stones (decode M lo' hi') (to_Z ep') = to_Z (get lo' hi' ep'))
    by (apply stones_decode; lia).
  assert (SW : stones (decode M lo' hi') (to_Z wp') = to_Z (get lo' hi' wp'))
    by (apply stones_decode; lia).
  assert (CE := decode_clear M lo' hi' ep' small IE).
  assert (CW := decode_clear M lo' hi' wp' small IW).
  rewrite !eqb_Z, !ltb_Z. change (to_Z 0) with 0. change (to_Z 1) with 1.
  assert (Ft : fit ed' wd') by (unfold fit; auto).
  rewrite SE in LE. rewrite SW in LW.
  destruct (Z.eqb_spec (to_Z eh') 0) as [EH|EH];
  destruct (Z.eqb_spec (to_Z wh') 0) as [WH|WH].
  - destruct (Z.eqb_spec (to_Z ep') (to_Z wp')) as [EP|EP].
    { apply agrees_quiet. rewrite L. apply (same_hole r (unpack lo' hi' ep' ed' eh' wp' wd' wh')); auto. }
    destruct (Z.ltb_spec 1 (to_Z (get lo' hi' ep'))) as [A1|A1];
    destruct (Z.ltb_spec 1 (to_Z (get lo' hi' wp'))) as [B1|B1].
    + destruct (both_out r) eqn:O.
      * apply agrees_next; auto. rewrite L.
        assert (Q : lift_both (unpack lo' hi' ep' ed' eh' wp' wd' wh')
          = unpack (lo' - unit_lo (get lo' hi' ep') ep' - unit_lo (get lo' hi' wp') wp')
                   (hi' - unit_hi (get lo' hi' ep') ep' - unit_hi (get lo' hi' wp') wp')
                   ep' ed' (get lo' hi' ep') wp' wd' (get lo' hi' wp')).
        { unfold lift_both, unpack, lifted; simpl. rewrite SE, SW. f_equal.
          rewrite <- CE, <- decode_clear by lia.
          assert (G : get (lo' - unit_lo (get lo' hi' ep') ep')
                      (hi' - unit_hi (get lo' hi' ep') ep') wp' = get lo' hi' wp').
          { apply to_Z_inj. rewrite get_clear by lia.
            destruct (Z.eqb_spec (to_Z wp') (to_Z ep')); [congruence|reflexivity]. }
          rewrite G. reflexivity. }
        rewrite <- Q. apply both_relay; unfold unpack; simpl; auto; lia.
      * apply agrees_quiet. rewrite L.
        apply (both_end r (unpack lo' hi' ep' ed' eh' wp' wd' wh')); unfold unpack; simpl; auto; lia.
    + destruct (mixed_out r) eqn:O.
      * apply agrees_quiet. rewrite L.
        apply (mixed_end r (unpack lo' hi' ep' ed' eh' wp' wd' wh') East); unfold unpack; simpl; auto; lia.
      * apply agrees_caught. rewrite L, CE, <- SE.
        apply (mixed_forfeit r (unpack lo' hi' ep' ed' eh' wp' wd' wh') East); unfold unpack; simpl; auto; lia.
    + destruct (mixed_out r) eqn:O.
      * apply agrees_quiet. rewrite L.
        apply (mixed_end r (unpack lo' hi' ep' ed' eh' wp' wd' wh') West); unfold unpack; simpl; auto; lia.
      * apply agrees_caught. rewrite L, CW, <- SW.
        apply (mixed_forfeit r (unpack lo' hi' ep' ed' eh' wp' wd' wh') West); unfold unpack; simpl; auto; lia.
    + apply agrees_quiet. rewrite L.
      apply (one_each r (unpack lo' hi' ep' ed' eh' wp' wd' wh')); unfold unpack; simpl; auto; lia.
  - destruct (Z.ltb_spec 1 (to_Z (get lo' hi' ep'))) as [A1|A1].
    + apply agrees_next; auto. rewrite L.
      assert (Q : lift East (unpack lo' hi' ep' ed' eh' wp' wd' wh')
        = unpack (lo' - unit_lo (get lo' hi' ep') ep') (hi' - unit_hi (get lo' hi' ep') ep')
                 ep' ed' (get lo' hi' ep') wp' wd' wh').
      { unfold lift, unpack, lifted; simpl. rewrite SE, CE. reflexivity. }
      rewrite <- Q. apply one_lifts; unfold unpack; simpl; auto; lia.
    + apply agrees_caught. rewrite L.
      apply (one_stops r (unpack lo' hi' ep' ed' eh' wp' wd' wh') East); unfold unpack; simpl; auto; lia.
  - destruct (Z.ltb_spec 1 (to_Z (get lo' hi' wp'))) as [B1|B1].
    + apply agrees_next; auto. rewrite L.
      assert (Q : lift West (unpack lo' hi' ep' ed' eh' wp' wd' wh')
        = unpack (lo' - unit_lo (get lo' hi' wp') wp') (hi' - unit_hi (get lo' hi' wp') wp')
                 ep' ed' eh' wp' wd' (get lo' hi' wp')).
      { unfold lift, unpack, lifted; simpl. rewrite SW, CW. reflexivity. }
      rewrite <- Q. apply one_lifts; unfold unpack; simpl; auto; lia.
    + apply agrees_caught. rewrite L.
      apply (one_stops r (unpack lo' hi' ep' ed' eh' wp' wd' wh') West); unfold unpack; simpl; auto; lia.
  - apply agrees_next; auto. rewrite L. apply none_empty; unfold unpack; simpl; lia.
Qed.

(** The result that an outcome stands for. *)
Definition finds (o : outcome) (x : result) : Prop :=
  match o with
  | Still lo hi => x = Quiet (decode M lo hi)
  | Caught who k lo hi => x = Capture who (to_Z k) (decode M lo hi)
  | Unknown => False
  end.

Lemma sow_sound fuel : forall lo hi ep ed eh wp wd wh x,
  fit ed wd -> ready (unpack lo hi ep ed eh wp wd wh) ->
  finds (sow fuel lo hi ep ed eh wp wd wh) x ->
  sows r (unpack lo hi ep ed eh wp wd wh) x.
Proof.
  induction fuel as [|fuel IH]; intros lo hi ep ed eh wp wd wh x F R H; [contradiction|].
  simpl in H.
  destruct (step1_sound (sow fuel) Still Caught Unknown lo hi ep ed eh wp wd wh F R)
    as [lo' hi' ep' ed' eh' wp' wd' wh' F' L | lo' hi' L | who k lo' hi' L |].
  - eapply sows_more; [exact L|]. apply IH; auto.
    eapply goes_on_ready; eauto using step_landed.
  - simpl in H. subst x. now apply sows_last.
  - simpl in H. subst x. now apply sows_last.
  - contradiction.
Qed.

Lemma seats_unpack lo hi e w :
  2 <= to_Z M -> 1 <= to_Z e <= to_Z M -> 1 <= to_Z w <= to_Z M -> e <> w ->
  seats (decode M lo hi) (to_Z e) (to_Z w)
  = (let a := get lo hi e in
     let b := get lo hi w in
     let lo1 := lo - unit_lo a e in
     let hi1 := hi - unit_hi a e in
     unpack (lo1 - unit_lo b w) (hi1 - unit_hi b w) e (head e minus_one) a w (head w 1) b)%uint63.
Proof.
  intros HM E W N. cbv zeta. unfold seats, unpack, take; simpl.
  rewrite !holes_decode, !stones_decode by auto.
  destruct (head_spec e minus_one) as [-> _]; [now right|].
  destruct (head_spec w 1%uint63) as [-> _]; [now left|].
  assert (G : get (lo - unit_lo (get lo hi e) e)
              (hi - unit_hi (get lo hi e) e) w = get lo hi w).
  { apply to_Z_inj. rewrite get_clear by lia.
    destruct (Z.eqb_spec (to_Z w) (to_Z e)) as [K|K]; [|reflexivity].
    apply to_Z_inj in K. congruence. }
  pose proof (decode_clear M (lo - unit_lo (get lo hi e) e)
    (hi - unit_hi (get lo hi e) e) w small W) as D.
  rewrite G, decode_clear in D by lia. rewrite D. reflexivity.
Qed.

Theorem sow_round_sound fuel lo hi e w x :
  choice (decode M lo hi) (to_Z e) -> choice (decode M lo hi) (to_Z w) -> e <> w ->
  finds (sow_round fuel lo hi e w) x ->
  round r (decode M lo hi) East (to_Z e) (to_Z w) x.
Proof.
  intros E W N H. pose proof E as [PE _]. pose proof W as [PW _].
  rewrite holes_decode in PE, PW.
  assert (N' : to_Z e <> to_Z w) by (intros K; apply to_Z_inj in K; congruence).
  repeat split; try apply E; try apply W; auto.
  unfold start. 
  destruct (seats_ready (decode M lo hi) (to_Z e) (to_Z w)) as [R _];
    auto using proper_decode.
  rewrite seats_unpack in * by (auto; lia).
  eapply sow_sound; eauto.
  split; [lia|]. split; apply head_spec; [now right|now left].
Qed.

End Sow.
