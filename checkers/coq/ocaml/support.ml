(* Finds for each claim the rounds by which it follows.  Not trusted: what it
   finds, the verified checker checks again. *)

open Verified
open Game

type t = {
  g : game;
  top : int;                         (* tables hold fewer stones *)
  tables : Tables.layer array;
  known : Store.boards;              (* accepted claims above the tables *)
  notes : Store.boards array;        (* claims about tables, by layer *)
  out : Store.claims;                (* accepted claims in order *)
}

let make g tables = {
  g; top = Array.length tables; tables; known = Store.boards ();
  notes = Array.init (Array.length tables) (fun _ -> Store.boards ());
  out = Store.claims () }

let index sente = if sente then 0 else 1

(* Who gets the rest; East has sente now. *)
let rest_to_east g full quiet =
  let east = full > 0 || not quiet in
  let east = if g.rules.capture = Reversed then not east else east in
  if g.rules.rest = Exchanged then not east else east

let table_value t n lo hi sente =
  let r = rank t.g lo hi in
  if sente then t.tables.(n).Tables.lower.{r} else - t.tables.(n).Tables.upper.{r}

(* Verdicts on a round, with the board, side and gain that it needs. *)
type verdict = Fails | Holds | By_table | By_claim | Missing

let j_lo = ref 0 and j_hi = ref 0 and j_n = ref 0 and j_sente = ref false and j_need = ref 0

(* A board of n stones after the round, with sente for East. *)
let judge_board t n lo hi sente need quiet =
  if need <= - n then Holds
  else if need > n then Fails
  else begin
    let f = full t.g lo hi in
    if f < 2 then
      let margin = if rest_to_east t.g f quiet = sente then n else - n in
      if need <= margin then Holds else Fails
    else begin
      j_lo := lo; j_hi := hi; j_n := n; j_sente := sente; j_need := need;
      if n < t.top then
        if table_value t n lo hi sente >= need then By_table else Fails
      else
        let k = Store.find t.known lo hi in
        if k >= 0 && t.known.have.(index sente).a.{k} >= need then By_claim else Missing
    end
  end

let judge t n lo hi sente gain e w =
  match sow_round t.g.rules t.g.holes t.g.fuel lo hi e w with
  | Unknown -> if gain <= - n then Holds else Fails
  | Still (lo, hi) -> judge_board t n lo hi sente gain true
  | Caught (who, k, lo, hi) ->
      let mine = (who = East) = sente in
      let need = if mine then gain - k else gain + k in
      let lo = turn t.g lo hi in
      judge_board t (n - k) lo !turned_hi (not sente) need false

let holds = function Holds | By_table | By_claim -> true | Fails | Missing -> false

let is_choice lo hi h = stones lo hi h > 1

(* Sente: the first move all replies to which are good, or 0. *)
let find_move t lo hi good =
  let m = t.g.holes in
  let rec replies e w =
    w > m || ((w = e || not (is_choice lo hi w) || good e w) && replies e (w + 1)) in
  let rec moves e =
    if e > m then 0
    else if is_choice lo hi e && replies e 1 then e
    else moves (e + 1) in
  moves 1

(* Gote: a good reply to each move, four bits each, or -1. *)
let find_replies t lo hi good =
  let m = t.g.holes in
  let rec replies e w =
    if w > m then 0
    else if w <> e && is_choice lo hi w && good e w then w
    else replies e (w + 1) in
  let rec moves e acc =
    if e > m then acc
    else if is_choice lo hi e then
      let w = replies e 1 in
      if w = 0 then -1 else moves (e + 1) (acc lor (w lsl (4 * (e - 1))))
    else moves (e + 1) acc in
  moves 1 0

let support t lo hi sente good =
  if sente then find_move t lo hi good else find_replies t lo hi good

let failed hint sente = if sente then hint = 0 else hint < 0

(* Runs over the rounds of a support. *)
let iter_support t lo hi sente hint f =
  let m = t.g.holes in
  if sente then
    for w = 1 to m do
      if w <> hint && is_choice lo hi w then f hint w
    done
  else
    for e = 1 to m do
      if is_choice lo hi e then f e ((hint lsr (4 * (e - 1))) land 15)
    done

let note t n lo hi sente need =
  let b = t.notes.(n) in
  let k = Store.add b lo hi in
  let c = b.want.(index sente) in
  if c.a.{k} < need then c.a.{k} <- need

(* Notes what the support takes from tables. *)
let note_support t n lo hi sente gain hint =
  iter_support t lo hi sente hint (fun e w ->
    match judge t n lo hi sente gain e w with
    | By_table -> note t !j_n !j_lo !j_hi !j_sente !j_need
    | _ -> ())

let accept t n lo hi sente gain hint =
  let k = Store.add t.known lo hi in
  let c = t.known.have.(index sente) in
  if c.a.{k} < gain then begin
    c.a.{k} <- gain;
    if full t.g lo hi > 1 then note_support t n lo hi sente gain hint;
    Store.push_claim t.out lo hi sente gain hint
  end

(* The support of a claim by what is known, if any. *)
let known_support t n lo hi sente gain =
  let f = full t.g lo hi in
  if f < 2 then
    let margin = if rest_to_east t.g f true = sente then n else - n in
    if gain <= margin then Some 0 else None
  else
    let hint = support t lo hi sente (fun e w -> holds (judge t n lo hi sente gain e w)) in
    if failed hint sente then None else Some hint

(* Missing claims that do not follow, within a group. *)
let hopeless : (int * int * bool * int, unit) Hashtbl.t = Hashtbl.create 1000

let missing_follows t n lo hi sente gain =
  let key = lo, hi, sente, gain in
  if Hashtbl.mem hopeless key then false
  else match known_support t n lo hi sente gain with
    | Some hint -> accept t n lo hi sente gain hint; true
    | None -> Hashtbl.add hopeless key (); false

let prove t n lo hi sente gain =
  match known_support t n lo hi sente gain with
  | Some hint -> accept t n lo hi sente gain hint
  | None ->
      let hint = support t lo hi sente (fun e w ->
        match judge t n lo hi sente gain e w with
        | Missing -> missing_follows t !j_n !j_lo !j_hi !j_sente !j_need
        | v -> holds v) in
      if failed hint sente then failwith "a claim does not follow";
      accept t n lo hi sente gain hint

let group t n sente gain ranks =
  Hashtbl.reset hopeless;
  Array.iter (fun r ->
    let lo, hi = unrank t.g n r in
    if n < t.top then begin
      if gain > - n && full t.g lo hi > 1 then note t n lo hi sente gain
    end
    else prove t n lo hi sente gain) ranks

(* The bounds of the opening rest on tables too. *)
let note_opening t lo hi bounds =
  let n = total t.g lo hi in
  let need sente gain =
    match judge_board t n lo hi sente gain true with
    | By_table -> note t n lo hi sente gain
    | _ -> () in
  need true bounds.(0);
  need false (- bounds.(1));
  if full t.g lo hi > 1 then begin
    let either gain e w =
      match judge t n lo hi true gain e w with
      | Holds | By_claim -> true
      | By_table -> note t !j_n !j_lo !j_hi !j_sente !j_need; true
      | _ ->
          match judge t n lo hi false gain e w with
          | Holds | By_claim -> true
          | By_table -> note t !j_n !j_lo !j_hi !j_sente !j_need; true
          | _ -> false in
    let both gain e w =
      let ok sente = match judge t n lo hi sente gain e w with
        | Holds | By_claim -> true
        | By_table -> note t !j_n !j_lo !j_hi !j_sente !j_need; true
        | _ -> false in
      ok true && ok false in
    ignore (find_move t lo hi (either bounds.(2)));
    ignore (find_replies t lo hi (both (- bounds.(3))))
  end
