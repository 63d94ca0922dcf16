(* Decompression by the zstd program. *)

let read_all ic =
  let b = Buffer.create 65536 in
  let chunk = Bytes.create 65536 in
  let rec go () =
    let n = input ic chunk 0 65536 in
    if n > 0 then (Buffer.add_subbytes b chunk 0 n; go ())
  in
  go ();
  Buffer.contents b

(* What the frames of a file from byte [skip] on hold. *)
let decompress file skip =
  let command =
    Printf.sprintf "tail -c +%d %s | zstd -q -dc" (skip + 1) (Filename.quote file) in
  let ic = Unix.open_process_in command in
  set_binary_mode_in ic true;
  let s = read_all ic in
  match Unix.close_process_in ic with
  | Unix.WEXITED 0 -> s
  | _ -> failwith (file ^ ": zstd cannot read it")
