(** Extraction of the checker to OCaml.  Machine integers become OCaml
    integers of 63 bits (ocaml/uint63.ml). *)

From Coq Require Import Uint63 ExtrOcamlBasic ExtrOCamlInt63.
From Stones Require Import Rules Packed Sow Map Check Statement Header Certificate Repetition.

Extraction Language OCaml.
Extraction Inline step1.
Extract Inlined Constant Uint63.add => "Uint63.add".
Extract Inlined Constant Uint63.sub => "Uint63.sub".
Extract Inlined Constant Uint63.mul => "Uint63.mul".
Extract Inlined Constant Uint63.lsl => "Uint63.l_sl".
Extract Inlined Constant Uint63.lsr => "Uint63.l_sr".
Extract Inlined Constant Uint63.land => "Uint63.l_and".
Extract Inlined Constant Uint63.lor => "Uint63.l_or".
Extract Inlined Constant Uint63.lxor => "Uint63.l_xor".
Extract Inlined Constant Uint63.eqb => "Uint63.equal".
Extract Inlined Constant Uint63.ltb => "Uint63.lt".
Extract Inlined Constant Uint63.leb => "Uint63.le".

Extraction "ocaml/verified.ml" check header check_certificate check_repetition
  sow_round.
