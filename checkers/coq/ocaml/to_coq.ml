(* Writes a small proof as a Coq file, so that Coq itself checks it. *)

open Prepare

let rules (r : Verified.rules) = Verified.(Printf.sprintf "(Rules %s %s %s %s)"
  (if r.both_out = Relay then "Relay" else "BothEnd")
  (if r.mixed_out = MixedEnd then "MixedEnd" else "Forfeit")
  (if r.capture = Normal then "Normal" else "Reversed")
  (if r.rest = Usual then "Usual" else "Exchanged"))

let claim (c : Verified.claim) =
  Printf.sprintf "Claim %b %d %d %d [%s]" c.Verified.c_sente c.c_gain c.c_lo c.c_hi
    (String.concat "; " (List.map string_of_int c.c_hints))

let write file dir fuel =
  let t = prepare file dir fuel in
  let n, next = chunks t 1_000_000 in
  let all = List.concat (List.init n next) in
  let b = t.file.bounds and p = print_endline in
  p "(** Written by `coqcheck coq`: a proof that Coq itself checks. *)\n";
  p "From Coq Require Import ZArith List Uint63.";
  p "From Stones Require Import Rules Check Statement.";
  p "Import ListNotations.\nOpen Scope Z_scope.\n";
  p "Definition claims : list claim := [";
  p (String.concat ";\n" (List.map (fun c -> "  " ^ claim c) all));
  p "]%uint63.\n";
  Printf.printf "Definition stated : statement :=\n  Statement %s (repeat %d %d) (%d) (%d) (%d) (%d).\n\n"
    (rules t.game.rules) t.file.opening.(0) t.game.holes b.(0) b.(1) b.(2) b.(3);
  p "Theorem proven : holds_true stated.";
  Printf.printf "Proof.\n  apply (check_sound stated %d 1 (fun _ => claims)). vm_cast_no_check (eq_refl true).\nQed.\n" fuel
