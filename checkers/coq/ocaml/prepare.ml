(* Prepares the statement of a proof file and the claims that show it, in an
   order in which each follows from those before.  Not trusted. *)

open Game

let clock = Unix.gettimeofday
let start = clock ()
let quiet = ref false
let progress fmt =
  Printf.ksprintf (fun s ->
    if not !quiet then Printf.eprintf "%7.1f s  %s\n%!" (clock () -. start) s) fmt

type t = {
  file : Proof_file.t;
  game : game;
  statement : Verified.statement;
  in_file : int;                (* claims of the file *)
  above : int;                  (* claims above the tables, with those left out *)
  notes : int;                  (* claims about tables *)
  lists : Store.claims array;
}

let statement rules opening (b : int array) = Verified.{ st_rules = rules;
  st_opening = List.map z (Array.to_list opening);
  st_lo = z b.(0); st_hi = z b.(1); st_pie_lo = z b.(2); st_pie_hi = z b.(3) }

let prepare file tables_dir fuel =
  let p = Proof_file.read file in
  let rules, holes = parse_name p.name in
  if holes > 15 then failwith "the driver takes at most 15 holes";
  let g = { rules; holes; fuel = nat fuel } in
  let tables = Array.init p.tables (fun n -> Tables.read tables_dir p n) in
  progress "tables read";
  let t = Support.make g tables in
  let claims = ref 0 in
  Proof_file.iter_groups p (fun n sente gain ranks ->
    claims := !claims + Array.length ranks;
    Support.group t n sente gain ranks);
  progress "%d claims of the file prepared, %d with those left out" !claims t.out.c_lo.n;
  let lo, hi = pack p.opening in
  Support.note_opening t lo hi p.bounds;
  let lists = Array.make (p.tables + 1) t.out in
  let notes = ref 0 in
  for n = p.tables - 1 downto 0 do
    lists.(n) <- Derive.layer t n;
    let k = lists.(n).c_lo.n in
    notes := !notes + k;
    if k > 0 then progress "%d notes about the table of %d stones" k n;
    t.notes.(n) <- Store.boards ()
  done;
  { file = p; game = g; statement = statement rules p.opening p.bounds;
    in_file = !claims; above = t.out.c_lo.n; notes = !notes; lists }

(* The claims in chunks: their number, and the claims of a chunk. *)
let chunks t chunk =
  let all = Array.concat (Array.to_list (Array.map (fun (c : Store.claims) ->
    Array.init ((c.c_lo.n + chunk - 1) / chunk) (fun i -> c, i * chunk)) t.lists)) in
  Array.length all, fun i ->
    let c, first = all.(i) in
    List.init (min chunk (c.c_lo.n - first)) (fun k -> Store.claim c t.game (first + k))

(* The checked statement as the bytes of a proof file. *)
let written statement =
  match Verified.header statement with
  | None -> failwith "the statement cannot be written"
  | Some l -> String.of_seq (List.to_seq (List.map (fun x -> Char.chr (int_of_z x)) l))
