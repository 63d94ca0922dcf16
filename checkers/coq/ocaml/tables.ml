(* The reader of tables.  They only tell what to look for. *)

open Bigarray

type layer = { lower : (int, int8_signed_elt, c_layout) Array1.t;
               upper : (int, int8_signed_elt, c_layout) Array1.t }

let file_name dir name n =
  let safe = String.map (fun c -> match c with
    | 'a'..'z' | 'A'..'Z' | '0'..'9' -> c | _ -> '-') name in
  Printf.sprintf "%s/%s.%03d.table" dir safe n

let read dir (t : Proof_file.t) n =
  let file = file_name dir t.name n in
  let ic = try open_in_bin file with Sys_error e -> failwith e in
  let head = really_input_string ic 88 in
  if String.sub head 0 8 <> "SOWTABLE" then failwith (file ^ ": not a table");
  let int4 i = Int32.to_int (String.get_int32_le head i) in
  let int8 i = Int64.to_int (String.get_int64_le head i) in
  let name_len = int4 12 and per_block = int4 24 and blocks = int4 28 in
  let count = int8 32 in
  let sum = String.init 16 (fun i -> head.[72 + 15 - i]) in
  let name = really_input_string ic name_len in
  close_in ic;
  if int4 8 <> 1 || int4 16 <> n || int4 20 <> 1 || name <> t.name then
    failwith (file ^ ": another table");
  if sum <> t.sums.(n) then failwith (file ^ ": not the table of the proof");
  let start = 88 + name_len + 16 * blocks + 8 in
  let s = Zstd.decompress file start in
  let byte i = let x = Char.code (String.unsafe_get s i) in if x > 127 then x - 256 else x in
  let lower = Array1.create int8_signed c_layout count in
  let upper = Array1.create int8_signed c_layout count in
  let p = ref 0 in
  for b = 0 to blocks - 1 do
    let first = b * per_block in
    let k = min per_block (count - first) in
    let loose = ref 0 in
    for i = 0 to k - 1 do if byte (!p + i) = -128 then incr loose done;
    let j = ref (!p + k) in
    for i = 0 to k - 1 do
      let v = byte (!p + i) in
      if v = -128 then begin
        lower.{first + i} <- byte !j;
        upper.{first + i} <- byte (!j + 2 * !loose);
        incr j
      end else begin
        lower.{first + i} <- v;
        upper.{first + i} <- v
      end
    done;
    p := !p + k + 3 * !loose
  done;
  if !p <> String.length s then failwith (file ^ ": wrong length");
  { lower; upper }
