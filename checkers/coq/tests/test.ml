(* Tests: the verified checker accepts what the driver prepares, and refuses
   it after a change.  The changes bypass the checks of the driver. *)

open Game
open Prepare

let failures = ref 0
let expect what ok = if not ok then (incr failures; Printf.printf "FAILED: %s\n%!" what)

let fuel = 10_000

let other_rules (r : Verified.rules) = Verified.[
  { r with both_out = if r.both_out = Relay then BothEnd else Relay };
  { r with mixed_out = if r.mixed_out = MixedEnd then Forfeit else MixedEnd };
  { r with capture = if r.capture = Normal then Reversed else Normal };
  { r with rest = if r.rest = Usual then Exchanged else Usual } ]

let refused_drops = ref 0 and drops = ref 0
let refused_raised = ref 0 and raised = ref 0
let refused_hints = ref 0 and hints = ref 0
let refused_rules = ref 0 and rules_tried = ref 0

let test dir file =
  let name = Filename.basename file in
  let t = prepare file dir fuel in
  let n, next = chunks t 1 in
  let check ?(statement = t.statement) next = Verified.check statement t.game.fuel (nat n) next in
  expect (name ^ ": accepted") (check next);
  expect (name ^ ": written") (written t.statement = String.sub t.file.bytes 0 t.file.header);
  (* Bounds overstated by one. *)
  List.iter (fun (i, d) ->
    let b = Array.copy t.file.bounds in
    b.(i) <- b.(i) + d;
    expect (Printf.sprintf "%s: bound %d overstated" name i)
      (not (check ~statement:(statement t.game.rules t.file.opening b) next)))
    [0, 1; 1, -1; 2, 1; 3, -1];
  (* Understated bounds hold. *)
  List.iter (fun (i, d) ->
    let b = Array.copy t.file.bounds in
    b.(i) <- b.(i) + d;
    expect (Printf.sprintf "%s: bound %d understated" name i)
      (check ~statement:(statement t.game.rules t.file.opening b) next))
    [0, -1; 1, 1; 2, -1; 3, 1];
  (* One claim changed. *)
  for k = 0 to n - 1 do
    let changed f i = if i = k then f (next i) else next i in
    incr drops;
    if not (check (changed (fun _ -> []))) then incr refused_drops;
    incr raised;
    if not (check (changed (List.map (fun (c : Verified.claim) ->
      { c with Verified.c_gain = c.Verified.c_gain + 1 })))) then incr refused_raised;
    incr hints;
    if not (check (changed (List.map (fun (c : Verified.claim) ->
      { c with Verified.c_hints = List.map (fun h -> h + 1) c.Verified.c_hints }))))
    then incr refused_hints
  done;
  (* Claims in reverse order, no claims, other rules, another opening. *)
  List.iter (fun r ->
    incr rules_tried;
    if not (check ~statement:{ t.statement with Verified.st_rules = r } next) then
      incr refused_rules) (other_rules t.game.rules);
  if t.file.bounds.(0) > - Array.fold_left (+) 0 t.file.opening then begin
    expect (name ^ ": no claims") (not (check (fun _ -> [])));
    expect (name ^ ": another opening") (not (check
      ~statement:{ t.statement with Verified.st_opening =
        List.map z (List.init t.game.holes (fun i -> if i = 0 then 9 else 2)) } next))
  end

(* Forged files. *)

let write file format raw =
  let temp = Filename.temp_file "forged" ".raw" in
  let oc = open_out_bin temp in
  output_string oc raw;
  close_out oc;
  let oc = open_out_bin file in
  output_string oc "SOWPROOF";
  output_string oc (String.init 4 (fun i -> if i = 0 then Char.chr format else '\000'));
  close_out oc;
  let rc = Sys.command (Printf.sprintf "zstd -q -c --check %s >> %s"
    (Filename.quote temp) (Filename.quote file)) in
  Sys.remove temp;
  if rc <> 0 then failwith "zstd"

let accepted dir file =
  match prepare file dir fuel with
  | exception (Failure _ | Invalid_argument _ | Not_found | End_of_file) -> false
  | t ->
      let n, next = chunks t 100 in
      Verified.check t.statement t.game.fuel (nat n) next
      && written t.statement = String.sub t.file.bytes 0 t.file.header

(* Where the groups of a file begin; the end last. *)
let group_starts (p : Proof_file.t) =
  let pos = ref p.groups in
  let rec go acc =
    let from = !pos in
    let claims = Proof_file.number p.bytes pos in
    if claims = 0 then List.rev (from :: acc)
    else begin
      for _ = 1 to claims + 3 do ignore (Proof_file.number p.bytes pos) done;
      go (from :: acc)
    end in
  go []

let refused_groups = ref 0 and groups = ref 0

let forge dir file =
  let name = Filename.basename file in
  let p = Proof_file.read file in
  let raw = p.bytes in
  let forged = Filename.temp_file "forged" ".complete" in
  write forged 2 raw;
  expect (name ^ ": written again") (accepted dir forged);
  (* The four bounds, each in one byte before the number of tables: an even
     byte is a number that is not negative. *)
  let patch at x = String.mapi (fun i c -> if i = at then Char.chr x else c) raw in
  for i = 0 to 3 do
    let x = p.bounds.(i) + (if i land 1 = 0 then 1 else -1) in
    let code = if x >= 0 then 2 * x else - 2 * x - 1 in
    write forged 2 (patch (p.header - 4 + i) code);
    expect (Printf.sprintf "%s: bound %d overstated in the file" name i) (not (accepted dir forged))
  done;
  write forged 2 (patch (p.header - 5) (p.opening.(0) + 1));
  expect (name ^ ": another opening in the file") (not (accepted dir forged));
  write forged 1 raw;
  expect (name ^ ": format 1") (not (accepted dir forged));
  write forged 2 (raw ^ "\000");
  expect (name ^ ": bytes after the end") (not (accepted dir forged));
  write forged 2 (String.sub raw 0 (String.length raw - 1));
  expect (name ^ ": no end") (not (accepted dir forged));
  (* A group dropped.  The driver finds some claims again. *)
  let rec drop = function
    | a :: (b :: _ as more) ->
        incr groups;
        write forged 2 (String.sub raw 0 a ^ String.sub raw b (String.length raw - b));
        if not (accepted dir forged) then incr refused_groups;
        drop more
    | _ -> () in
  drop (group_starts p);
  Sys.remove forged

(* The certificate of docs/checking.md, and changes of it. *)
let certificates () =
  let open Verified in
  let q = Cert.position "0,1,0,1,0,1,0,1,0,2,2 E 47 0 - 3" in
  let rules = { both_out = Relay; mixed_out = MixedEnd; capture = Normal; rest = Usual } in
  let c = { ct_rules = rules; ct_start = q; ct_play = []; ct_position = q;
            ct_east = 10; ct_west = 11; ct_first = O; ct_period = nat 20 } in
  let check c = check_certificate (nat 1000) c in
  expect "certificate: accepted" (check c);
  List.iter (fun (what, c) -> expect ("certificate: " ^ what) (not (check c))) [
    "period 19", { c with ct_period = nat 19 };
    "period 21", { c with ct_period = nat 21 };
    "period 40", { c with ct_period = nat 40 };
    "period 0", { c with ct_period = O };
    "first step 1", { c with ct_first = nat 1 };
    "another round", { c with ct_east = 11; ct_west = 10 };
    "no round", { c with ct_west = 10 };
    "no hole", { c with ct_west = 12 };
    "another cup", { c with ct_position = { q with p_west_cup = z 1 } };
    "the other sente", { c with ct_position = { q with p_sente = West } };
    "a play", { c with ct_play = [10, 11] };
    "rules that end it", { c with ct_rules = { rules with both_out = BothEnd } } ]

let () =
  quiet := true;
  certificates ();
  let dir = Sys.argv.(1) in
  let files = List.sort compare (Array.to_list (Sys.readdir dir)) in
  let proofs = List.filter (fun f -> Filename.check_suffix f ".complete") files in
  List.iter (fun f -> test dir (Filename.concat dir f)) proofs;
  Printf.printf "%d proofs accepted; refused: %d of %d with a claim dropped, %d of %d with a gain raised, \
%d of %d with other hints, %d of %d under other rules\n"
    (List.length proofs) !refused_drops !drops !refused_raised !raised !refused_hints !hints
    !refused_rules !rules_tried;
  List.iter (fun f -> forge dir (Filename.concat dir f)) proofs;
  Printf.printf "refused: %d of %d files with a group dropped\n" !refused_groups !groups;
  expect "some dropped groups are missed" (!refused_groups > 0);
  expect "some dropped claims are missed" (!refused_drops > 0);
  expect "most raised gains are refused" (2 * !refused_raised > !raised);
  expect "other rules are refused" (!refused_rules > 0);
  if !failures > 0 then exit 1
