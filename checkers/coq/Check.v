(** The checker: a list of claims in an order in which each follows from the
    claims before it, and the bounds of the opening from all of them.

    A claim is about a board on which East has sente; other positions are
    turned first.  It brings hints: for sente the move, for gote one reply to
    each move.  Gains are written with an offset of 4096. *)

From Coq Require Import ZArith List Bool Lia Uint63.
From Stones Require Import Rules Boards Round Guarantee Packed Sow Map.
Import ListNotations.
Open Scope Z_scope.

Record claim := Claim {
  c_sente : bool;
  c_gain : int;
  c_lo : int;
  c_hi : int;
  c_hints : list int
}.

Notation "a &&& b" := (if a then b else false) (at level 40, left associativity).
Notation "a ||| b" := (if a then true else b) (at level 50, left associativity).

Section Check.

Variable r : rules.
Variable M : int.
(** The number of holes once more, to count with. *)
Variable size : nat.
Variable fuel : nat.

Local Open Scope uint63_scope.

Fixpoint forall_holes (n : nat) (h : int) (p : int -> bool) : bool :=
  match n with
  | O => true
  | S n => p h &&& forall_holes n (h + 1) p
  end.

Fixpoint exists_hole (n : nat) (h : int) (p : int -> bool) : bool :=
  match n with
  | O => false
  | S n => p h ||| exists_hole n (h + 1) p
  end.

Fixpoint count_full (n : nat) (h lo hi : int) : int :=
  match n with
  | O => 0
  | S n => if 1 <? get lo hi h then 1 + count_full n (h + 1) lo hi
           else count_full n (h + 1) lo hi
  end.

Fixpoint sum (n : nat) (h lo hi : int) : int :=
  match n with
  | O => 0
  | S n => get lo hi h + sum n (h + 1) lo hi
  end.

Fixpoint turn_lo (n : nat) (h lo hi : int) : int :=
  match n with
  | O => 0
  | S n => turn_lo n (h + 1) lo hi + unit_lo (get lo hi h) (M + 1 - h)
  end.

Fixpoint turn_hi (n : nat) (h lo hi : int) : int :=
  match n with
  | O => 0
  | S n => turn_hi n (h + 1) lo hi + unit_hi (get lo hi h) (M + 1 - h)
  end.

(** The second board is the first, turned. *)
Definition turned (lo hi lo' hi' : int) : bool :=
  forall_holes size 1 (fun h => get lo hi (M + 1 - h) =? get lo' hi' h).

Definition is_choice (lo hi h : int) : bool :=
  (1 <=? h) &&& (h <=? M) &&& (1 <? get lo hi h).

Definition role (sente : bool) : side := if sente then East else West.

Definition gets_rest' (none : bool) (had_gote next_sente : side) : side :=
  let x := if none then had_gote else next_sente in
  let y := match capture r with Normal => x | Reversed => other x end in
  match rest r with Usual => y | Exchanged => other y end.

(** After a quiet round to this board, the claimant gains X - 4096. *)
Definition after_quiet (m : map) (x lo hi : int) (sente : bool) : bool :=
  if x <=? lookup m lo hi sente then true else
  let n := sum size 1 lo hi in
  if x + n <=? 4096 then true else
  let full := count_full size 1 lo hi in
  (full <? 2) &&& (x <=? 4096 + n) &&&
  side_eqb (role sente) (gets_rest' (full =? 0) West East).

(** After a capture of k stones, with this board. *)
Definition after_capture (m : map) (x lo hi : int) (sente : bool) (who : side) (k : int) : bool :=
  if k <=? 4096 then
    let mine := side_eqb (role sente) who in
    let have := if mine then k else 0 in
    let need := if mine then x else x + k in
    let full := count_full size 1 lo hi in
    if full <? 2 then
      let n := sum size 1 lo hi in
      if side_eqb (role sente) (gets_rest' (full =? 0) West West)
      then need <=? 4096 + have + n
      else need + n <=? 4096 + have
    else
      let lo' := turn_lo size 1 lo hi in
      let hi' := turn_hi size 1 lo hi in
      let known := lookup m lo' hi' (negb sente) in
      if (1 <=? known) &&& (need <=? known + have) then turned lo hi lo' hi' else
      need + sum size 1 lo hi <=? 4096 + have
  else false.

(** The round in which East takes [e] and West takes [w] gains it. *)
Definition holds (m : map) (x lo hi : int) (sente : bool) (e w : int) : bool :=
  match sow_round r M fuel lo hi e w with
  | Still lo hi => after_quiet m x lo hi sente
  | Caught who k lo hi => after_capture m x lo hi sente who k
  | Unknown => false
  end.

Fixpoint replies_hold (m : map) (x lo hi : int) (n : nat) (h : int) (hints : list int) : bool :=
  match n with
  | O => true
  | S n =>
      match hints with
      | [] => false
      | t :: hints =>
          (if is_choice lo hi h then
             is_choice lo hi t &&& negb (t =? h) &&& holds m x lo hi false h t
           else true)
          &&& replies_hold m x lo hi n (h + 1) hints
      end
  end.

Definition move_holds (m : map) (x lo hi e : int) : bool :=
  is_choice lo hi e &&&
  forall_holes size 1 (fun t =>
    if is_choice lo hi t then if t =? e then true else holds m x lo hi true e t
    else true).

Definition in_range (x : int) : bool := (1 <=? x) &&& (x <=? 8192).

Definition follows (m : map) (c : claim) : bool :=
  let x := c_gain c in
  let lo := c_lo c in
  let hi := c_hi c in
  in_range x &&&
  (let full := count_full size 1 lo hi in
   if full <? 2 then
     (x <=? 4096 + sum size 1 lo hi) &&&
     side_eqb (role (c_sente c)) (gets_rest' (full =? 0) West East)
   else if c_sente c then
     match c_hints c with
     | e :: _ => move_holds m x lo hi e
     | [] => false
     end
   else replies_hold m x lo hi size 1 (c_hints c)).

Fixpoint accept_all (l : list claim) (m : map) : option map :=
  match l with
  | [] => Some m
  | c :: l =>
      if follows m c
      then accept_all l (add_gain m (c_lo c) (c_hi c) (c_sente c) (c_gain c))
      else None
  end.

(** The claims come in chunks, so that they need not be in memory at once. *)
Fixpoint run (n : nat) (i : int) (next : int -> list claim) (m : map) : option map :=
  match n with
  | O => Some m
  | S n =>
      match accept_all (next i) m with
      | Some m => run n (i + 1) next m
      | None => None
      end
  end.

Definition pie_first_holds (m : map) (x lo hi : int) : bool :=
  let n := sum size 1 lo hi in
  if x + n <=? 4096 then true else
  let full := count_full size 1 lo hi in
  if full <? 2 then
    (x <=? 4096 + n) &&& side_eqb East (gets_rest' (full =? 0) West East)
  else
    exists_hole size 1 (fun e =>
      is_choice lo hi e &&&
      forall_holes size 1 (fun t =>
        if is_choice lo hi t then
          if t =? e then true else
          holds m x lo hi true e t ||| holds m x lo hi false e t
        else true)).

Definition pie_second_holds (m : map) (x lo hi : int) : bool :=
  let n := sum size 1 lo hi in
  if x + n <=? 4096 then true else
  let full := count_full size 1 lo hi in
  if full <? 2 then
    (x <=? 4096 + n) &&& side_eqb West (gets_rest' (full =? 0) West East)
  else
    forall_holes size 1 (fun e =>
      if is_choice lo hi e then
        exists_hole size 1 (fun t =>
          is_choice lo hi t &&& negb (t =? e) &&&
          holds m x lo hi true e t &&& holds m x lo hi false e t)
      else true).

End Check.
