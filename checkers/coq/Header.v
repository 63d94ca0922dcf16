(** The beginning of a proof file, written from the checked statement.

    The driver compares these bytes with the file.  Equal bytes mean that the
    file states what was checked. *)

From Coq Require Import ZArith List Bool Lia String Ascii.
From Stones Require Import Rules Boards Check Sound Statement.
Import ListNotations.
Open Scope Z_scope.

Fixpoint codes (s : string) : list Z :=
  match s with
  | EmptyString => []
  | String c s => Z.of_N (N_of_ascii c) :: codes s
  end.

Definition decimal (n : Z) : list Z :=
  if n <? 10 then [48 + n] else [49; 38 + n].

(** The name of the rules, as in
    [stones:holes=11,capture=normal,both-out=relay,mixed-out=end]. *)
Definition name (r : rules) (holes : Z) : list Z :=
  codes "stones:holes=" ++ decimal holes ++
  codes (match capture r with
         | Normal => ",capture=normal" | Reversed => ",capture=reversed" end) ++
  codes (match both_out r with
         | Relay => ",both-out=relay" | BothEnd => ",both-out=end" end) ++
  codes (match mixed_out r with
         | MixedEnd => ",mixed-out=end" | Forfeit => ",mixed-out=forfeit" end) ++
  codes (match rest r with
         | Usual => "" | Exchanged => ",rest=exchanged" end).

(** LEB128, of numbers below 16,384. *)
Definition number (n : Z) : list Z :=
  if n <? 128 then [n] else [n mod 128 + 128; n / 128].

Definition signed (x : Z) : Z := if 0 <=? x then 2 * x else - 2 * x - 1.

Definition header (s : statement) : option (list Z) :=
  let b := st_opening s in
  let seeds := hd 0 b in
  if (1 <=? holes b) &&& (holes b <=? 16) &&& (0 <=? seeds) &&& (seeds <=? 1000)
     &&& board_eqb b (repeat seeds (List.length b))
     &&& moderate (st_lo s) &&& moderate (st_hi s)
     &&& moderate (st_pie_lo s) &&& moderate (st_pie_hi s)
  then
    let n := name (st_rules s) (holes b) in
    Some (number (Z.of_nat (List.length n)) ++ n ++ number seeds
      ++ number (signed (st_lo s)) ++ number (signed (st_hi s))
      ++ number (signed (st_pie_lo s)) ++ number (signed (st_pie_hi s)))
  else None.

(** ** Different statements have different headers *)

Lemma number_inj a b l l' :
  0 <= a < 16384 -> 0 <= b < 16384 -> number a ++ l = number b ++ l' -> a = b /\ l = l'.
Proof.
  unfold number. intros A B E.
  pose proof (Z.mod_pos_bound a 128 ltac:(lia)). pose proof (Z.mod_pos_bound b 128 ltac:(lia)).
  pose proof (Z.div_mod a 128 ltac:(lia)). pose proof (Z.div_mod b 128 ltac:(lia)).
  destruct (Z.ltb_spec a 128), (Z.ltb_spec b 128); simpl in E; injection E; intros; split;
    auto; lia.
Qed.

Lemma signed_inj x y : signed x = signed y -> x = y.
Proof. unfold signed. destruct (Z.leb_spec 0 x), (Z.leb_spec 0 y); lia. Qed.

Lemma signed_range x : moderate x = true -> 0 <= signed x < 16384.
Proof.
  unfold moderate, signed. rewrite lazy_and, !Z.leb_le. destruct (Z.leb_spec 0 x); lia.
Qed.

Definition all_rules : list rules :=
  flat_map (fun b => flat_map (fun m => flat_map (fun c => List.map (fun e => Rules b m c e)
    [Usual; Exchanged]) [Normal; Reversed]) [MixedEnd; Forfeit]) [Relay; BothEnd].

Lemma all_rules_in r : In r all_rules.
Proof. destruct r as [[] [] [] []]; vm_compute; tauto. Qed.

Definition sizes : list Z := [1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16].

Lemma sizes_in h : 1 <= h <= 16 -> In h sizes.
Proof. intros H. unfold sizes. simpl. lia. Qed.

Definition names : list (list Z) :=
  flat_map (fun r => List.map (fun h => name r h) sizes) all_rules.

Fixpoint distinct (l : list (list Z)) : bool :=
  match l with
  | [] => true
  | x :: l => forallb (fun y => negb (board_eqb x y)) l &&& distinct l
  end.

Lemma board_eqb_refl a : board_eqb a a = true.
Proof. induction a; simpl; auto. rewrite Z.eqb_refl. auto. Qed.

(** The names of all rules and sizes, in the order of the pairs. *)
Definition pairs : list (rules * Z) :=
  flat_map (fun r => List.map (fun h => (r, h)) sizes) all_rules.

Lemma distinct_inj (l : list (rules * Z)) :
  distinct (List.map (fun p => name (fst p) (snd p)) l) = true ->
  forall p q, In p l -> In q l -> name (fst p) (snd p) = name (fst q) (snd q) -> p = q.
Proof.
  induction l as [|x l IH]; [contradiction|]. intros D p q P Q E.
  cbn [List.map distinct] in D. apply lazy_and in D. destruct D as [D1 D2].
  rewrite forallb_forall in D1.
  assert (F : forall y, In y l -> name (fst x) (snd x) <> name (fst y) (snd y)).
  { intros y Y K. specialize (D1 (name (fst y) (snd y))).
    rewrite K, board_eqb_refl in D1. simpl in D1. discriminate D1.
    apply in_map_iff. exists y. auto. }
  destruct P as [<-|P], Q as [<-|Q]; auto.
  - exfalso. eapply F; eauto.
  - exfalso. eapply F; eauto.
Qed.

Lemma name_inj r h r' h' :
  1 <= h <= 16 -> 1 <= h' <= 16 -> name r h = name r' h' -> r = r' /\ h = h'.
Proof.
  intros H H' E.
  assert (A : forall r h, 1 <= h <= 16 -> In (r, h) pairs).
  { intros x y Y. apply in_flat_map. exists x. split; [apply all_rules_in|].
    apply in_map_iff. exists y. split; auto. now apply sizes_in. }
  assert (D : distinct (List.map (fun p => name (fst p) (snd p)) pairs) = true)
    by (vm_compute; reflexivity).
  pose proof (distinct_inj pairs D (r, h) (r', h') (A _ _ H) (A _ _ H') E) as K.
  clear - K. injection K as K1 K2. exact (conj K1 K2).
Qed.

Lemma app_inj_length (a b l l' : list Z) :
  List.length a = List.length b -> a ++ l = b ++ l' -> a = b /\ l = l'.
Proof.
  revert b. induction a as [|x a IH]; intros [|y b] L E; simpl in *; try discriminate; auto.
  injection E as -> E. injection L as L. destruct (IH b L E) as [-> ->]. auto.
Qed.

Lemma name_length r h : (List.length (name r h) < 100)%nat.
Proof.
  unfold name, decimal. destruct r as [[] [] [] []], (h <? 10); vm_compute; lia.
Qed.

Lemma some_inj (a b : list Z) : Some a = Some b -> a = b.
Proof. intros H. now injection H. Qed.

Local Opaque name number signed.

Theorem header_injective s s' l : header s = Some l -> header s' = Some l -> s = s'.
Proof.
  unfold header. cbv zeta. intros H H'.
  destruct ((1 <=? holes (st_opening s)) &&& _ &&& _ &&& _ &&& _ &&& _ &&& _ &&& _ &&& _) eqn:C;
    [|discriminate].
  destruct ((1 <=? holes (st_opening s')) &&& _ &&& _ &&& _ &&& _ &&& _ &&& _ &&& _ &&& _) eqn:C';
    [|discriminate].
  rewrite !lazy_and, !Z.leb_le in C, C'.
  destruct C as [[[[[[[[A1 A2] A3] A4] A5] A6] A7] A8] A9].
  destruct C' as [[[[[[[[B1 B2] B3] B4] B5] B6] B7] B8] B9].
  apply some_inj in H, H'. rewrite <- H' in H. clear H'.
  pose proof (name_length (st_rules s) (holes (st_opening s))).
  pose proof (name_length (st_rules s') (holes (st_opening s'))).
  apply number_inj in H; [|lia|lia]. destruct H as [E H].
  apply app_inj_length in H; [|lia]. destruct H as [N H].
  apply name_inj in N; [|lia|lia]. destruct N as [R L].
  apply number_inj in H; [|lia|lia]. destruct H as [S H].
  apply number_inj in H; [|now apply signed_range|now apply signed_range]. destruct H as [E1 H].
  apply number_inj in H; [|now apply signed_range|now apply signed_range]. destruct H as [E2 H].
  apply number_inj in H; [|now apply signed_range|now apply signed_range]. destruct H as [E3 H].
  rewrite <- (app_nil_r (number (signed (st_pie_hi s)))) in H.
  rewrite <- (app_nil_r (number (signed (st_pie_hi s')))) in H.
  apply number_inj in H; [|now apply signed_range|now apply signed_range]. destruct H as [E4 _].
  apply signed_inj in E1, E2, E3, E4. apply board_eqb_eq in A5, B5.
  unfold holes in L. destruct s, s'; simpl in *. subst.
  f_equal. rewrite A5, B5. f_equal; [exact S|lia].
Qed.

Local Transparent name number signed.

Example header_22 : header (Statement default_rules (repeat 2 11) 0 0 (-4) 4)
  = Some (59 :: codes "stones:holes=11,capture=normal,both-out=relay,mixed-out=end"
          ++ [2; 0; 0; 7; 8]).
Proof. reflexivity. Qed.
