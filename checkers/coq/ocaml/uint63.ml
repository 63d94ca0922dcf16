(* The machine integers of Coq: 63 bits without sign, on a 64-bit machine.
   They have the bits of OCaml's own integers. *)

type t = int

let of_int (x : int) : t = x
let add (x : t) (y : t) : t = x + y
let sub (x : t) (y : t) : t = x - y
let mul (x : t) (y : t) : t = x * y
let l_and (x : t) (y : t) : t = x land y
let l_or (x : t) (y : t) : t = x lor y
let l_xor (x : t) (y : t) : t = x lxor y
let equal (x : t) (y : t) = x = y

(* Moving the least integer to zero turns the order without sign into that
   with sign. *)
let lt (x : t) (y : t) = x lxor min_int < y lxor min_int
let le (x : t) (y : t) = x lxor min_int <= y lxor min_int

let l_sl (x : t) (y : t) : t = if 0 <= y && y < 63 then x lsl y else 0
let l_sr (x : t) (y : t) : t = if 0 <= y && y < 63 then x lsr y else 0
