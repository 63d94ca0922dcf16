(* Growing columns of integers, and boards with four numbers each. *)

open Bigarray

type column = { mutable a : (int, int_elt, c_layout) Array1.t; mutable n : int }

let column () = { a = Array1.create int c_layout 1024; n = 0 }

let push c x =
  let size = Array1.dim c.a in
  if c.n = size then begin
    let b = Array1.create int c_layout (2 * size) in
    Array1.blit c.a (Array1.sub b 0 size);
    c.a <- b
  end;
  Array1.unsafe_set c.a c.n x;
  c.n <- c.n + 1

(* Boards by number, in the order in which they came.  Each has the numbers
   [want] and [have] for sente (0) and gote (1). *)
type boards = {
  lo : column; hi : column;
  want : column array; have : column array;
  mutable slots : (int, int_elt, c_layout) Array1.t;  (* number + 1, 0 if free *)
}

let boards () =
  let slots = Array1.create int c_layout 4096 in
  Array1.fill slots 0;
  { lo = column (); hi = column (); want = [| column (); column () |];
    have = [| column (); column () |]; slots }

let hash lo hi =
  let x = (lo lxor (hi * 0x9E3779B97F4A7C1)) * 0x2545F4914F6CDD1D in
  let x = (x lxor (x lsr 32)) * 0x369DEA0F31A53F85 in
  x lxor (x lsr 29)

let slot t lo hi =
  let mask = Array1.dim t.slots - 1 in
  let rec go i =
    let k = Array1.unsafe_get t.slots i in
    if k = 0 then i
    else if Array1.unsafe_get t.lo.a (k - 1) = lo && Array1.unsafe_get t.hi.a (k - 1) = hi then i
    else go ((i + 1) land mask) in
  go (hash lo hi land mask)

(* The number of a board, or -1. *)
let find t lo hi = Array1.unsafe_get t.slots (slot t lo hi) - 1

let none = -1000

let add t lo hi =
  let i = slot t lo hi in
  let k = Array1.unsafe_get t.slots i in
  if k > 0 then k - 1
  else begin
    let n = t.lo.n in
    push t.lo lo; push t.hi hi;
    Array.iter (fun c -> push c none) t.want;
    Array.iter (fun c -> push c none) t.have;
    Array1.unsafe_set t.slots i (n + 1);
    let size = Array1.dim t.slots in
    if 2 * (n + 1) > size then begin
      t.slots <- Array1.create int c_layout (2 * size);
      Array1.fill t.slots 0;
      for k = 0 to n do
        let i = slot t (Array1.get t.lo.a k) (Array1.get t.hi.a k) in
        Array1.set t.slots i (k + 1)
      done
    end;
    n
  end

(* Claims in an order in which each follows from those before. *)
type claims = { c_lo : column; c_hi : column; hint : column; meta : column }

let claims () = { c_lo = column (); c_hi = column (); hint = column (); meta = column () }

(* [hint]: for sente the move; for gote four bits for each move. *)
let push_claim c lo hi sente gain hint =
  push c.c_lo lo; push c.c_hi hi; push c.hint hint;
  push c.meta (2 * (gain + 4096) + if sente then 1 else 0)

let claim c (g : Game.game) i : Verified.claim =
  let hint = c.hint.a.{i} and meta = c.meta.a.{i} in
  let sente = meta land 1 = 1 in
  let hints =
    if sente then [hint]
    else List.init g.holes (fun h -> (hint lsr (4 * h)) land 15) in
  { c_sente = sente; c_gain = meta / 2; c_lo = c.c_lo.a.{i}; c_hi = c.c_hi.a.{i};
    c_hints = hints }
