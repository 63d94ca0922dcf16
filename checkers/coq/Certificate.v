(** The checker of certificates: a play leads to a position, and a round from
    there never ends. *)

From Coq Require Import ZArith List Bool Lia Arith Uint63.
From Stones Require Import Rules Boards Round Never Packed Sow Check Sound Statement.
Import ListNotations.
Open Scope Z_scope.

(** ** Play *)

Record position := Position {
  p_board : board; p_sente : side; p_east_cup : Z; p_west_cup : Z
}.

Definition cup (p who : side) (k : Z) : Z := if side_eqb p who then k else 0.

(** Rounds lead from a position to a position.  A pie decision to stay
    changes nothing; decisions to swap are not covered. *)
Inductive plays (r : rules) : position -> position -> Prop :=
| plays_none p : plays r p p
| plays_quiet b s ce cw m t c q :
    round r b s m t (Quiet c) ->
    plays r (Position c s ce cw) q ->
    plays r (Position b s ce cw) q
| plays_capture b s ce cw m t who k c q :
    round r b s m t (Capture who k c) ->
    plays r (Position c (other s) (ce + cup East who k) (cw + cup West who k)) q ->
    plays r (Position b s ce cw) q.

Record certificate := Certificate {
  ct_rules : rules;
  ct_start : position;
  (** The rounds of the play: East's hole, West's hole. *)
  ct_play : list (int * int);
  ct_position : position;
  (** The round that never ends: East's hole, West's hole. *)
  ct_east : int;
  ct_west : int;
  ct_first : nat;
  ct_period : nat
}.

(** The holes of the side with sente and of the other side. *)
Definition by_role (s : side) (e w : Z) : Z * Z :=
  match s with East => (e, w) | West => (w, e) end.

Definition certified (c : certificate) : Prop :=
  let r := ct_rules c in
  let q := ct_position c in
  let e := to_Z (ct_east c) in
  let w := to_Z (ct_west c) in
  let m := fst (by_role (p_sente q) e w) in
  let t := snd (by_role (p_sente q) e w) in
  plays r (ct_start c) q /\
  never_ends r (p_board q) (p_sente q) m t /\
  recurs r (start (p_board q) (p_sente q) m t) (ct_first c) (ct_period c) /\
  least r (start (p_board q) (p_sente q) m t) (ct_first c) (ct_period c).

(** ** The checker *)

Record packed := Packed {
  p_lo : int; p_hi : int;
  p_ep : int; p_ed : int; p_eh : int;
  p_wp : int; p_wd : int; p_wh : int
}.

Section Certificate.

Variable r : rules.
Variable M : int.
Variable size : nat.
Variable fuel : nat.

Definition same (a b : packed) : bool :=
  ((p_ep a =? p_ep b) &&& (p_eh a =? p_eh b) &&& (p_wp a =? p_wp b) &&&
   (p_wh a =? p_wh b) &&& (p_ed a =? p_ed b) &&& (p_wd a =? p_wd b) &&&
   forall_holes size 1 (fun h => get (p_lo a) (p_hi a) h =? get (p_lo b) (p_hi b) h))%uint63.

Definition go (s : packed) : option packed :=
  step1 r M (fun lo hi ep ed eh wp wd wh => Some (Packed lo hi ep ed eh wp wd wh))
    (fun _ _ => None) (fun _ _ _ _ => None) None
    (p_lo s) (p_hi s) (p_ep s) (p_ed s) (p_eh s) (p_wp s) (p_wd s) (p_wh s).

Fixpoint go_on (n : nat) (s : packed) : option packed :=
  match n with
  | O => Some s
  | S n => match go s with Some s => go_on n s | None => None end
  end.

(** The same, but no state on the way is [a]. *)
Fixpoint go_without (a : packed) (n : nat) (s : packed) : option packed :=
  match n with
  | O => Some s
  | S n =>
      match go s with
      | None => None
      | Some s =>
          match n with
          | O => Some s
          | S _ => if same s a then None else go_without a n s
          end
      end
  end.

Local Open Scope uint63_scope.

Definition begin (lo hi e w : int) : packed :=
  let a := get lo hi e in
  let b := get lo hi w in
  let lo1 := lo - unit_lo a e in
  let hi1 := hi - unit_hi a e in
  Packed (lo1 - unit_lo b w) (hi1 - unit_hi b w)
    e (head M e minus_one) a w (head M w 1) b.

Local Close Scope uint63_scope.

Definition can_choose (lo hi e w : int) : bool :=
  is_choice M lo hi e &&& is_choice M lo hi w &&& negb (e =? w)%uint63.

Definition recurs_check (s0 : packed) (first period : nat) : bool :=
  match go_on first s0 with
  | None => false
  | Some s =>
      negb (Nat.eqb period 0) &&&
      match go_without s period s with
      | None => false
      | Some s' => same s' s
      end &&&
      match first with
      | O => true
      | S f =>
          match go_on f s0, go_on (Nat.pred period) s with
          | Some a, Some d => negb (same d a)
          | _, _ => false
          end
      end
  end.

Fixpoint replay (l : list (int * int)) (lo hi : int) (s : side) (ce cw : Z)
    : option (int * int * side * Z * Z) :=
  match l with
  | [] => Some (lo, hi, s, ce, cw)
  | (e, w) :: l =>
      if can_choose lo hi e w then
        match sow_round r M fuel lo hi e w with
        | Unknown => None
        | Still lo hi => replay l lo hi s ce cw
        | Caught who k lo hi =>
            replay l lo hi (other s) (ce + cup East who (to_Z k)) (cw + cup West who (to_Z k))
        end
      else None
  end.

Hypothesis size_M : size = Z.to_nat (to_Z M).
Hypothesis M_small : to_Z M <= 16.

Definition unpacked (s : packed) : state :=
  unpack M (p_lo s) (p_hi s) (p_ep s) (p_ed s) (p_eh s) (p_wp s) (p_wd s) (p_wh s).

Definition valid (s : packed) : Prop :=
  fit M (p_ed s) (p_wd s) /\ ready (unpacked s).

Lemma forall_holes_intro n : forall h p,
  to_Z h + Z.of_nat n <= 17 ->
  (forall j, to_Z h <= to_Z j < to_Z h + Z.of_nat n -> p j = true) ->
  forall_holes n h p = true.
Proof.
  induction n as [|n IH]; intros h p B F; [reflexivity|].
  simpl. apply lazy_and. split; [apply F; lia|].
  assert (to_Z (h + 1)%uint63 = to_Z h + 1) by (apply small_add; change (to_Z 1) with 1; lia).
  apply IH; [lia|]. intros j J. apply F. lia.
Qed.

Lemma same_eq a b : same a b = true -> unpacked a = unpacked b.
Proof.
  unfold same. rewrite !lazy_and. intros [[[[[[A B] C] D] E] F] G].
  apply eqb_correct in A, B, C, D, E, F.
  assert (K : decode M (p_lo a) (p_hi a) = decode M (p_lo b) (p_hi b)).
  { apply board_ext; [now rewrite !holes_decode|]. rewrite holes_decode.
    intros h H. destruct (hole_int M h H) as [j ->]. rewrite !stones_decode by lia.
    pose proof (forall_holes_all M size size_M M_small _ G j H) as Q. cbv beta in Q.
    apply eqb_correct in Q. now rewrite Q. }
  unfold unpacked, unpack. rewrite A, B, C, D, E, F, K. reflexivity.
Qed.

Lemma way_inj a b : is_way a -> is_way b -> way_of a = way_of b -> a = b.
Proof.
  intros [-> | ->] [-> | ->] H; auto; unfold way_of in H; simpl in H; discriminate.
Qed.

Lemma eq_same a b : valid a -> valid b -> unpacked a = unpacked b -> same a b = true.
Proof.
  intros [[_ [Ae Aw]] _] [[_ [Be Bw]] _] E.
  unfold unpacked, unpack in E.
  pose proof (f_equal ground E) as G.
  pose proof (f_equal (fun x => place (east x)) E) as A.
  pose proof (f_equal (fun x => way (east x)) E) as B.
  pose proof (f_equal (fun x => hand (east x)) E) as C.
  pose proof (f_equal (fun x => place (west x)) E) as D.
  pose proof (f_equal (fun x => way (west x)) E) as F.
  pose proof (f_equal (fun x => hand (west x)) E) as H.
  clear E. cbn [ground east west place way hand] in *.
  apply to_Z_inj in A, C, D, H. apply way_inj in B, F; auto.
  unfold same. rewrite A, B, C, D, F, H, !eqb_refl.
  apply forall_holes_intro; change (to_Z 1) with 1; [lia|].
  intros j J. apply Uint63.eqb_spec. apply to_Z_inj.
  rewrite <- !(stones_decode M) by lia. now rewrite G.
Qed.

Lemma go_sound s s' :
  valid s -> go s = Some s' -> valid s' /\ look r (step (unpacked s)) (GoesOn (unpacked s')).
Proof.
  intros [F R] G. unfold go in G.
  destruct (step1_sound r M M_small
    (fun lo hi ep ed eh wp wd wh => Some (Packed lo hi ep ed eh wp wd wh))
    (fun _ _ => None) (fun _ _ _ _ => None) None
    (p_lo s) (p_hi s) (p_ep s) (p_ed s) (p_eh s) (p_wp s) (p_wd s) (p_wh s) F R)
    as [lo hi ep ed eh wp wd wh F' L | | |]; try discriminate.
  inversion G; subst; clear G. split; [|exact L]. split; [exact F'|].
  eapply goes_on_ready; eauto using step_landed.
Qed.

Lemma go_on_sound n : forall s s',
  valid s -> go_on n s = Some s' -> valid s' /\ steps r n (unpacked s) (unpacked s').
Proof.
  induction n as [|n IH]; simpl; intros s s' V G.
  - inversion G; subst. split; auto. constructor.
  - destruct (go s) as [s1|] eqn:E; [|discriminate].
    destruct (go_sound _ _ V E) as [V1 L]. destruct (IH _ _ V1 G) as [V' S].
    split; auto. econstructor; eauto.
Qed.

Lemma go_without_sound a n : forall s s',
  valid a -> valid s -> go_without a n s = Some s' ->
  steps r n (unpacked s) (unpacked s') /\
  forall i, (0 < i < n)%nat -> ~ steps r i (unpacked s) (unpacked a).
Proof.
  induction n as [|n IH]; intros s s' A V G.
  - simpl in G. inversion G; subst. split; [constructor|]. lia.
  - cbn [go_without] in G. destruct (go s) as [s1|] eqn:E; [|discriminate].
    destruct (go_sound _ _ V E) as [V1 L].
    destruct n as [|n].
    + inversion G; subst. split; [|lia]. econstructor; eauto. constructor.
    + destruct (same s1 a) eqn:Q; [discriminate|].
      destruct (IH _ _ A V1 G) as [S N]. split; [econstructor; eauto|].
      intros i I T. destruct i as [|i]; [lia|].
      apply (steps_next r i _ _ _ T) in L. clear T.
      destruct i as [|i].
      * apply steps_zero in L. rewrite eq_same in Q; auto. discriminate Q.
      * apply (N (Datatypes.S i)); [lia|exact L].
Qed.

Lemma begin_valid lo hi e w :
  can_choose lo hi e w = true ->
  valid (begin lo hi e w) /\
  unpacked (begin lo hi e w) = seats (decode M lo hi) (to_Z e) (to_Z w).
Proof.
  unfold can_choose. rewrite !lazy_and. intros [[E W] N].
  apply (is_choice_spec M size size_M) in E, W. apply neq_int in N.
  pose proof E as [PE _]. pose proof W as [PW _]. rewrite holes_decode in PE, PW.
  assert (N' : to_Z e <> to_Z w) by (intros K; apply to_Z_inj in K; congruence).
  assert (U : unpacked (begin lo hi e w) = seats (decode M lo hi) (to_Z e) (to_Z w)).
  { symmetry. apply seats_unpack; auto. lia. }
  split; auto. split.
  - split; [lia|]. split; apply head_spec; [now right|now left].
  - rewrite U. apply seats_ready; auto using proper_decode.
Qed.

Lemma recurs_check_sound s0 first period :
  valid s0 -> recurs_check s0 first period = true ->
  (0 < period)%nat /\ recurs r (unpacked s0) first period /\
  least r (unpacked s0) first period.
Proof.
  unfold recurs_check. intros V H.
  destruct (go_on first s0) as [s|] eqn:G; [|discriminate].
  rewrite !lazy_and in H. destruct H as [[P H] K].
  apply negb_true_iff in P. apply Nat.eqb_neq in P.
  destruct (go_without s period s) as [s'|] eqn:W; [|discriminate].
  destruct (go_on_sound _ _ _ V G) as [V1 S1].
  destruct (go_without_sound _ _ _ _ V1 V1 W) as [S2 N].
  apply same_eq in H. rewrite H in S2.
  split; [lia|]. split; [exists (unpacked s); auto|].
  apply both_least with (s := unpacked s); auto; [lia|].
  destruct first as [|f]; [now left|right].
  destruct (go_on f s0) as [a|] eqn:A; [|discriminate].
  destruct (go_on (Nat.pred period) s) as [d|] eqn:D; [|discriminate].
  destruct (go_on_sound _ _ _ V A) as [Va Sa].
  destruct (go_on_sound _ _ _ V1 D) as [Vd Sd].
  exists f, (unpacked a). split; auto. split; auto.
  intros T. pose proof (steps_det _ _ _ _ Sd _ T) as Q.
  rewrite eq_same in K; auto. discriminate K.
Qed.

Lemma can_choose_round lo hi e w s o :
  can_choose lo hi e w = true ->
  finds M (sow_round r M fuel lo hi e w) o ->
  round r (decode M lo hi) s (fst (by_role s (to_Z e) (to_Z w)))
    (snd (by_role s (to_Z e) (to_Z w))) o.
Proof.
  unfold can_choose. rewrite !lazy_and. intros [[E W] N] F.
  apply (is_choice_spec M size size_M) in E, W. apply neq_int in N.
  destruct (sow_round_sound r M M_small fuel lo hi e w o E W N F) as [A [B [C D]]].
  destruct s; simpl; unfold round; auto.
Qed.

Lemma replay_sound l : forall lo hi s ce cw lo' hi' s' ce' cw',
  replay l lo hi s ce cw = Some (lo', hi', s', ce', cw') ->
  plays r (Position (decode M lo hi) s ce cw) (Position (decode M lo' hi') s' ce' cw').
Proof.
  induction l as [|[e w] l IH]; simpl; intros lo hi s ce cw lo' hi' s' ce' cw' H.
  - inversion H; subst. constructor.
  - destruct (can_choose lo hi e w) eqn:C; [|discriminate].
    pose proof (can_choose_round lo hi e w s) as R.
    destruct (sow_round r M fuel lo hi e w) as [lo1 hi1|who k lo1 hi1|]; [| |discriminate].
    + eapply plays_quiet; [apply R; simpl; eauto|]. now apply IH.
    + eapply plays_capture; [apply R; simpl; eauto|]. now apply IH.
Qed.

Lemma never_sound lo hi e w s first period :
  can_choose lo hi e w = true ->
  recurs_check (begin lo hi e w) first period = true ->
  let m := fst (by_role s (to_Z e) (to_Z w)) in
  let t := snd (by_role s (to_Z e) (to_Z w)) in
  never_ends r (decode M lo hi) s m t /\
  recurs r (start (decode M lo hi) s m t) first period /\
  least r (start (decode M lo hi) s m t) first period.
Proof.
  intros C H m t. destruct (begin_valid _ _ _ _ C) as [V U].
  destruct (recurs_check_sound _ _ _ V H) as [P [R L]]. rewrite U in R, L.
  unfold can_choose in C. rewrite !lazy_and in C. destruct C as [[E W] N].
  apply (is_choice_spec M size size_M) in E, W. apply neq_int in N.
  assert (N' : to_Z e <> to_Z w) by (intros K; apply to_Z_inj in K; congruence).
  assert (S : start (decode M lo hi) s m t = seats (decode M lo hi) (to_Z e) (to_Z w))
    by (destruct s; reflexivity).
  rewrite S. split; auto. destruct R as [x [R1 R2]].
  apply recurring_round with (first := first) (period := period) (s := x); auto.
  - destruct s; assumption.
  - destruct s; assumption.
  - unfold m, t. destruct s; simpl; auto.
  - now rewrite S.
Qed.

End Certificate.

Definition check_certificate (fuel : nat) (c : certificate) : bool :=
  let r := ct_rules c in
  let p := ct_start c in
  let q := ct_position c in
  let size := length (p_board p) in
  let M := of_Z (Z.of_nat size) in
  let lo := pack_lo (p_board p) 1 in
  let hi := pack_hi (p_board p) 1 in
  Nat.leb size 16 &&& board_eqb (decode M lo hi) (p_board p) &&&
  match replay r M fuel (ct_play c) lo hi (p_sente p) (p_east_cup p) (p_west_cup p) with
  | None => false
  | Some (lo, hi, s, ce, cw) =>
      board_eqb (decode M lo hi) (p_board q) &&& side_eqb s (p_sente q) &&&
      (ce =? p_east_cup q) &&& (cw =? p_west_cup q) &&&
      can_choose M lo hi (ct_east c) (ct_west c) &&&
      recurs_check r M size (begin M lo hi (ct_east c) (ct_west c)) (ct_first c) (ct_period c)
  end.

Theorem check_certificate_sound fuel c : check_certificate fuel c = true -> certified c.
Proof.
  destruct c as [r [b s ce cw] play [b' s' ce' cw'] e w first period].
  unfold check_certificate, certified. simpl. intros H.
  rewrite !lazy_and in H. destruct H as [[Sz B] H]. apply Nat.leb_le in Sz.
  remember (of_Z (Z.of_nat (length b))) as M.
  remember (pack_lo b 1) as lo. remember (pack_hi b 1) as hi.
  assert (EM : to_Z M = Z.of_nat (length b)).
  { subst M. rewrite of_Z_spec. apply Z.mod_small. rewrite wB_digits.
    assert (16 < 128 ^ 9) by reflexivity. lia. }
  assert (SM : length b = Z.to_nat (to_Z M)) by lia.
  assert (M16 : to_Z M <= 16) by lia.
  destruct (replay r M fuel play lo hi s ce cw) as [[[[[lo1 hi1] s1] ce1] cw1]|] eqn:R;
    [|discriminate].
  rewrite !lazy_and in H. destruct H as [[[[[H1 H2] H3] H4] H5] H6].
  apply board_eqb_eq in B, H1. apply side_eqb_eq in H2. apply Z.eqb_eq in H3, H4. subst s1 ce1 cw1.
  apply (replay_sound r M (length b) fuel SM M16) in R. rewrite B, H1 in R. split; [exact R|].
  rewrite <- H1. exact (never_sound r M (length b) SM M16 lo1 hi1 e w s' first period H5 H6).
Qed.
