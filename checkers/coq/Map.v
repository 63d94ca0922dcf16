(** A map from packed boards to the greatest gains that were accepted for
    both sides.  It is a tree with four branches by the bits of a hash.

    Only one fact is needed of it: what it finds was put into it for the same
    board and side.  Zero means that there is no gain. *)

From Coq Require Import ZArith List Bool Uint63.

Local Open Scope uint63_scope.

Inductive map :=
| Empty
| Leaf (lo hi sente gote : int)
| Node (a b c d : map).

Definition hash (lo hi : int) : int :=
  let x := (lo lxor (hi * 2654435769)) * 6364136223846793005 in
  let y := (x lxor (x >> 29)) * 3935559000370003845 in
  y >> 15.

Fixpoint find (t : map) (k lo hi : int) (sente : bool) : int :=
  match t with
  | Empty => 0
  | Leaf lo' hi' s g =>
      if lo =? lo' then if hi =? hi' then if sente then s else g else 0 else 0
  | Node a b c d =>
      let i := k land 3 in
      let k := k >> 2 in
      if i <? 2 then
        if i =? 0 then find a k lo hi sente else find b k lo hi sente
      else
        if i =? 2 then find c k lo hi sente else find d k lo hi sente
  end.

Definition larger (x y : int) : int := if x <? y then y else x.

(** A node whose only child is [t], in the branch of the key [k]. *)
Definition alone (k : int) (t : map) : map :=
  let i := k land 3 in
  if i =? 0 then Node t Empty Empty Empty else
  if i =? 1 then Node Empty t Empty Empty else
  if i =? 2 then Node Empty Empty t Empty else Node Empty Empty Empty t.

Fixpoint insert (fuel : nat) (t : map) (k shift lo hi : int) (sente : bool) (x : int) : map :=
  match fuel with
  | O => t
  | S fuel =>
      match t with
      | Empty => if sente then Leaf lo hi x 0 else Leaf lo hi 0 x
      | Leaf lo' hi' s g =>
          if lo =? lo' then
            if hi =? hi' then
              if sente then Leaf lo hi (larger s x) g else Leaf lo hi s (larger g x)
            else insert fuel (alone (hash lo' hi' >> shift) t) k shift lo hi sente x
          else insert fuel (alone (hash lo' hi' >> shift) t) k shift lo hi sente x
      | Node a b c d =>
          let i := k land 3 in
          let k := k >> 2 in
          let shift := shift + 2 in
          if i <? 2 then
            if i =? 0 then Node (insert fuel a k shift lo hi sente x) b c d
            else Node a (insert fuel b k shift lo hi sente x) c d
          else
            if i =? 2 then Node a b (insert fuel c k shift lo hi sente x) d
            else Node a b c (insert fuel d k shift lo hi sente x)
      end
  end.

Definition depth : nat := 60.

Definition lookup (t : map) (lo hi : int) (sente : bool) : int :=
  find t (hash lo hi) lo hi sente.

Definition add_gain (t : map) (lo hi : int) (sente : bool) (x : int) : map :=
  insert depth t (hash lo hi) 0 lo hi sente x.

Section All.

Variable P : int -> int -> bool -> int -> Prop.

Fixpoint all (t : map) : Prop :=
  match t with
  | Empty => True
  | Leaf lo hi s g => (s <> 0 -> P lo hi true s) /\ (g <> 0 -> P lo hi false g)
  | Node a b c d => all a /\ all b /\ all c /\ all d
  end.

Lemma find_all t : forall k lo hi sente,
  all t -> find t k lo hi sente <> 0 -> P lo hi sente (find t k lo hi sente).
Proof.
  induction t as [|lo' hi' s g|a IHa b IHb c IHc d IHd]; simpl; intros k lo hi sente A N.
  - congruence.
  - destruct (lo =? lo') eqn:E; [|congruence]. apply eqb_correct in E. subst lo'.
    destruct (hi =? hi') eqn:E; [|congruence]. apply eqb_correct in E. subst hi'.
    destruct sente; tauto.
  - destruct A as [A [B [C D]]].
    destruct (k land 3 <? 2); [destruct (k land 3 =? 0)|destruct (k land 3 =? 2)]; auto.
Qed.

Lemma larger_all lo hi b x y :
  (x <> 0 -> P lo hi b x) -> (y <> 0 -> P lo hi b y) ->
  larger x y <> 0 -> P lo hi b (larger x y).
Proof. unfold larger. destruct (x <? y); auto. Qed.

Lemma alone_all k t : all t -> all (alone k t).
Proof.
  unfold alone. intros.
  destruct (k land 3 =? 0); [simpl; tauto|].
  destruct (k land 3 =? 1); [simpl; tauto|].
  destruct (k land 3 =? 2); simpl; tauto.
Qed.

Lemma insert_all fuel : forall t k shift lo hi sente x,
  all t -> (x <> 0 -> P lo hi sente x) -> all (insert fuel t k shift lo hi sente x).
Proof.
  induction fuel as [|fuel IH]; intros t k shift lo hi sente x A X; [assumption|].
  destruct t as [|lo' hi' s g|a b c d]; cbn [insert]; cbv zeta.
  - destruct sente; simpl; intuition.
  - destruct (lo =? lo') eqn:E; [|auto using alone_all].
    destruct (hi =? hi') eqn:F; [|auto using alone_all].
    apply eqb_correct in E, F. subst lo' hi'. simpl in A.
    destruct sente; simpl; split; try apply larger_all; tauto.
  - simpl in A. destruct A as [A [B [C D]]].
    destruct (k land 3 <? 2); [destruct (k land 3 =? 0)|destruct (k land 3 =? 2)];
    simpl; auto.
Qed.

Lemma lookup_all t lo hi sente :
  all t -> lookup t lo hi sente <> 0 -> P lo hi sente (lookup t lo hi sente).
Proof. apply find_all. Qed.

Lemma add_all t lo hi sente x :
  all t -> P lo hi sente x -> all (add_gain t lo hi sente x).
Proof. intros. apply insert_all; auto. Qed.

End All.
