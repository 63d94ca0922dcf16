(* The reader of proof files.  Not trusted. *)

type t = {
  name : string;
  opening : int array;
  bounds : int array;  (* lo, hi, and both with the pie rule *)
  tables : int;
  sums : string array;
  header : int;        (* bytes before the number of tables *)
  bytes : string;
  groups : int;        (* offset of the first group *)
}

let number s p =
  let rec go shift acc =
    if !p >= String.length s then failwith "proof: cut off";
    let b = Char.code s.[!p] in
    incr p;
    if shift > 56 then failwith "proof: number too long";
    let acc = acc lor ((b land 127) lsl shift) in
    if b land 128 <> 0 then go (shift + 7) acc else acc in
  go 0 0

let signed s p =
  let x = number s p in
  if x land 1 = 0 then x / 2 else - (x + 1) / 2

let read file =
  let ic = open_in_bin file in
  let head = really_input_string ic 12 in
  close_in ic;
  if String.sub head 0 8 <> "SOWPROOF" then failwith "not a proof";
  let format = Int32.to_int (String.get_int32_le head 8) in
  if format <> 2 && format <> 3 then failwith "proof: unknown format";
  let s = Zstd.decompress file 12 in
  let p = ref 0 in
  let n = number s p in
  if n > 200 then failwith "proof: name too long";
  let name = String.sub s !p n in
  p := !p + n;
  let _, holes = Game.parse_name name in
  let opening = Array.make holes (number s p) in
  let bounds = Array.init 4 (fun _ -> signed s p) in
  let header = !p in
  let tables = number s p in
  if tables > 64 then failwith "proof: too many tables";
  let sums = Array.init tables (fun _ -> let x = String.sub s !p 16 in p := !p + 16; x) in
  { name; opening; bounds; tables; sums; header; bytes = s; groups = !p }

(* All groups in order; [f] gets the stones, the side, the gain and a function
   that runs over the ranks. *)
let iter_groups t f =
  let s = t.bytes in
  let p = ref t.groups in
  let rec go () =
    let claims = number s p in
    if claims > 0 then begin
      let layer = number s p in
      let side = number s p in
      if side > 1 then failwith "proof: no such side";
      let gain = signed s p in
      let ranks = Array.make claims 0 in
      for i = 0 to claims - 1 do
        let d = number s p in
        ranks.(i) <- if i = 0 then d else ranks.(i - 1) + d + 1
      done;
      f layer (side = 0) gain ranks;
      go ()
    end in
  go ();
  if !p <> String.length s then failwith "proof: bytes after the end"
