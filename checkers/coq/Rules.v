(** The rules of the stones family, after docs/rules.md.

    The text of the rules is quoted in the comments.  Holes are numbered
    1 to M from West's end, as there.  Numbers of stones are integers. *)

From Coq Require Import ZArith List Bool Lia.
Import ListNotations.
Open Scope Z_scope.

(** * Rule options *)

Inductive both_out_option := Relay | BothEnd.
Inductive mixed_out_option := MixedEnd | Forfeit.
Inductive capture_option := Normal | Reversed.
Inductive rest_option := Usual | Exchanged.

Record rules := Rules {
  both_out : both_out_option;
  mixed_out : mixed_out_option;
  capture : capture_option;
  rest : rest_option
}.

Definition default_rules := Rules Relay MixedEnd Normal Usual.

(** * Board *)

Inductive side := East | West.

Definition other (x : side) : side :=
  match x with East => West | West => East end.

Definition side_eqb (x y : side) : bool :=
  match x, y with East, East | West, West => true | _, _ => false end.

(** The stones in the holes, from hole 1 on. *)
Definition board := list Z.

Definition holes (b : board) : Z := Z.of_nat (length b).

Definition stones (b : board) (h : Z) : Z := nth (Z.to_nat (h - 1)) b 0.

Fixpoint replace (n : nat) (x : Z) (b : board) : board :=
  match b, n with
  | [], _ => []
  | _ :: t, O => x :: t
  | y :: t, S k => y :: replace k x t
  end.

Definition set_hole (b : board) (h x : Z) : board :=
  replace (Z.to_nat (h - 1)) x b.

(** One stone more in a hole. *)
Definition put (b : board) (h : Z) : board := set_hole b h (stones b h + 1).

(** A hole whose stones were taken in hand. *)
Definition clear (b : board) (h : Z) : board := set_hole b h 0.

Definition total (b : board) : Z := fold_right Z.add 0 b.

(** * Round *)

(** One side while it sows: the hole of its last stone, its direction
    (+1 toward the last hole, -1 toward hole 1) and its hand. *)
Record sower := Sower { place : Z; way : Z; hand : Z }.

Record state := State { ground : board; east : sower; west : sower }.

Definition of (x : side) (s : state) : sower :=
  match x with East => east s | West => west s end.

(** "West sows toward hole 11, East toward hole 1." *)
Definition usual_way (x : side) : Z :=
  match x with East => -1 | West => 1 end.

(** "An end hole gets one stone and reverses the direction of the sower."
    "East from hole 1 and West from hole 11 start toward themselves."
    So a sower at an end hole always heads for the other end. *)
Definition heading (M h d : Z) : Z :=
  if h =? 1 then 1 else if h =? M then -1 else d.

(** "Both sides take all stones of their holes in hand." *)
Definition take (b : board) (x : side) (h : Z) : sower :=
  Sower h (heading (holes b) h (usual_way x)) (stones b h).

Definition seats (b : board) (e w : Z) : state :=
  State (clear (clear b e) w) (take b East e) (take b West w).

(** The side with sente takes hole [m], the side with gote hole [t]. *)
Definition start (b : board) (sente : side) (m t : Z) : state :=
  match sente with East => seats b m t | West => seats b t m end.

(** "In one step each hand drops one stone into its next hole." *)
Definition advance (M : Z) (w : sower) : sower :=
  let p := place w + way w in Sower p (heading M p (way w)) (hand w - 1).

Definition step (s : state) : state :=
  let e := advance (holes (ground s)) (east s) in
  let w := advance (holes (ground s)) (west s) in
  State (put (put (ground s) (place e)) (place w)) e w.

(** "The player takes all stones of this hole in hand and sows them in a
    new lap."  The direction stays.  "Lifting does not count as a step." *)
Definition lifted (b : board) (w : sower) : sower :=
  Sower (place w) (way w) (stones b (place w)).

Definition lift (x : side) (s : state) : state :=
  let b := clear (ground s) (place (of x s)) in
  match x with
  | East => State b (lifted (ground s) (east s)) (west s)
  | West => State b (east s) (lifted (ground s) (west s))
  end.

Definition lift_both (s : state) : state :=
  State (clear (clear (ground s) (place (east s))) (place (west s)))
        (lifted (ground s) (east s)) (lifted (ground s) (west s)).

(** How a round ends, and the board after it. *)
Inductive result :=
| Quiet (b : board)
| Capture (by_whom : side) (k : Z) (b : board).

Inductive verdict := GoesOn (s : state) | Over (r : result).

(** "After each step, look at the hands that are empty and at the holes
    where their last stones fell.  All stones in a hole count, also a stone
    that the other side dropped there in the same step."
    One constructor for each row of the table. *)
Inductive look (r : rules) (s : state) : verdict -> Prop :=
| none_empty :
    0 < hand (east s) -> 0 < hand (west s) ->
    look r s (GoesOn s)
| one_lifts x :
    hand (of x s) = 0 -> 0 < hand (of (other x) s) ->
    2 <= stones (ground s) (place (of x s)) ->
    look r s (GoesOn (lift x s))
(** "The player says Stop! and captures what the other player still holds in
    hand."  Reversed: "the player who still holds stones when the other stops
    captures these stones himself." *)
| one_stops x :
    hand (of x s) = 0 -> 0 < hand (of (other x) s) ->
    stones (ground s) (place (of x s)) = 1 ->
    look r s (Over (Capture
      (match capture r with Normal => x | Reversed => other x end)
      (hand (of (other x) s)) (ground s)))
| same_hole :
    hand (east s) = 0 -> hand (west s) = 0 ->
    place (east s) = place (west s) ->
    look r s (Over (Quiet (ground s)))
| one_each :
    hand (east s) = 0 -> hand (west s) = 0 ->
    place (east s) <> place (west s) ->
    stones (ground s) (place (east s)) = 1 ->
    stones (ground s) (place (west s)) = 1 ->
    look r s (Over (Quiet (ground s)))
| both_relay :
    hand (east s) = 0 -> hand (west s) = 0 ->
    place (east s) <> place (west s) ->
    2 <= stones (ground s) (place (east s)) ->
    2 <= stones (ground s) (place (west s)) ->
    both_out r = Relay ->
    look r s (GoesOn (lift_both s))
| both_end :
    hand (east s) = 0 -> hand (west s) = 0 ->
    place (east s) <> place (west s) ->
    2 <= stones (ground s) (place (east s)) ->
    2 <= stones (ground s) (place (west s)) ->
    both_out r = BothEnd ->
    look r s (Over (Quiet (ground s)))
| mixed_end x :
    hand (east s) = 0 -> hand (west s) = 0 ->
    place (east s) <> place (west s) ->
    2 <= stones (ground s) (place (of x s)) ->
    stones (ground s) (place (of (other x) s)) = 1 ->
    mixed_out r = MixedEnd ->
    look r s (Over (Quiet (ground s)))
(** "With forfeit the player at the fuller hole lifts it and the other player
    captures these stones.  With forfeit and capture=reversed, the player who
    lifted them captures them." *)
| mixed_forfeit x :
    hand (east s) = 0 -> hand (west s) = 0 ->
    place (east s) <> place (west s) ->
    2 <= stones (ground s) (place (of x s)) ->
    stones (ground s) (place (of (other x) s)) = 1 ->
    mixed_out r = Forfeit ->
    look r s (Over (Capture
      (match capture r with Normal => other x | Reversed => x end)
      (stones (ground s) (place (of x s)))
      (clear (ground s) (place (of x s))))).

(** Sowing from a state to the end of the round.  A round that never ends
    has no result. *)
Inductive sows (r : rules) : state -> result -> Prop :=
| sows_last s o : look r (step s) (Over o) -> sows r s o
| sows_more s s' o : look r (step s) (GoesOn s') -> sows r s' o -> sows r s o.

(** "chooses a hole with two or more stones" *)
Definition choice (b : board) (h : Z) : Prop :=
  1 <= h <= holes b /\ 2 <= stones b h.

(** "The side with gote chooses another hole with two or more stones." *)
Definition round (r : rules) (b : board) (sente : side) (m t : Z) (o : result) : Prop :=
  choice b m /\ choice b t /\ m <> t /\ sows r (start b sente m t) o.

(** * End of the game *)

Definition full_holes (b : board) : nat := length (filter (fun x => 2 <=? x) b).

(** "The game is over when fewer than two holes hold two or more stones." *)
Definition finished (b : board) : Prop := (full_holes b < 2)%nat.

(** No full hole: "the side that had gote in the last round".  One: "the side
    that would have sente in the next round".  [capture=reversed] and
    [rest=exchanged] each give the rest to the other side. *)
Definition gets_rest (r : rules) (b : board) (had_gote next_sente : side) : side :=
  let x := match full_holes b with O => had_gote | _ => next_sente end in
  let y := match capture r with Normal => x | Reversed => other x end in
  match rest r with Usual => y | Exchanged => other y end.

(** What side [p] gains by the rest. *)
Definition rest_for (r : rules) (p : side) (b : board) (had_gote next_sente : side) : Z :=
  if side_eqb p (gets_rest r b had_gote next_sente) then total b else - total b.

(** What side [p] gains by a capture of [k] stones. *)
Definition gain (p who : side) (k : Z) : Z := if side_eqb p who then k else - k.
