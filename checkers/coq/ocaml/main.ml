(* The driver: reads files, prepares the list of claims, and calls the
   verified checker.  Only Verified is trusted, and the comparison of its
   statement with the file. *)

open Game
open Prepare

let say fmt = Printf.ksprintf (fun s -> print_string s; print_newline ()) fmt

let check_proof file tables_dir fuel =
  let t = prepare file tables_dir fuel in
  let n, next = chunks t 4096 in
  progress "the verified checker starts";
  let before = Sys.time () in
  let ok = Verified.check t.statement t.game.fuel (nat n) next in
  progress "the verified checker took %.1f processor seconds" (Sys.time () -. before);
  progress "%.1f processor seconds in all" (Sys.time ());
  if not ok then (say "%s: REFUSED by the verified checker" file; false)
  else if written t.statement <> String.sub t.file.bytes 0 t.file.header then begin
    say "%s: REFUSED: the file does not state what was checked" file;
    false
  end else begin
    let b = t.file.bounds in
    say "%s: holds" file;
    say "  %d claims of the file, %d with those left out, %d about tables"
      t.in_file t.above t.notes;
    say "  %s, %d in each hole: margin %d to %d, with the pie rule %d to %d" t.file.name
      t.file.opening.(0) b.(0) b.(1) b.(2) b.(3);
    true
  end

let refused file reason = say "%s: REFUSED: %s" file reason; false

let guarded f file =
  try f file with
  | Failure s | Sys_error s | Invalid_argument s -> refused file s
  | End_of_file -> refused file "cut off"
  | Not_found -> refused file "damaged"

let usage = "usage: coqcheck proof FILE --tables DIR [--fuel N]\n       coqcheck certificate FILE...\n       coqcheck coq FILE --tables DIR      (writes a Coq file)"

let () =
  let tables = ref "." and fuel = ref 100_000 and words = ref [] in
  let spec = [
    "--tables", Arg.Set_string tables, "DIR  directory of the tables";
    "--fuel", Arg.Set_int fuel, "N  most steps of a round in a proof (100000)" ] in
  Arg.parse spec (fun f -> words := f :: !words) usage;
  let ok = match List.rev !words with
    | ["proof"; file] -> guarded (fun f -> check_proof f !tables !fuel) file
    | ["coq"; file] -> guarded (fun f -> To_coq.write f !tables (min !fuel 1000); true) file
    | "certificate" :: (_ :: _ as files) ->
        List.for_all (fun ok -> ok) (List.map (guarded (fun f -> Cert.check f !fuel)) files)
    | _ -> prerr_endline usage; exit 2 in
  if not ok then exit 1
