(* Reads certificates of rounds that never end.  Not trusted: the statement
   that is printed is written from what was checked. *)

open Verified
open Game

let pair a b x y v =
  if v = a then x else if v = b then y else failwith ("certificate: not understood: " ^ v)

let side = function 'E' -> East | 'W' -> West | _ -> failwith "certificate: no such side"
let letter = function East -> "E" | West -> "W"

let position s =
  match String.split_on_char ' ' s with
  | [board; sente; east; west; _; _] when String.length sente = 1 ->
      { p_board = List.map (fun x -> z (int_of_string x)) (String.split_on_char ',' board);
        p_sente = side sente.[0];
        p_east_cup = z (int_of_string east); p_west_cup = z (int_of_string west) }
  | _ -> failwith "certificate: no position"

(* A round as East's and West's hole, and the side with sente. *)
let round s =
  match Scanf.sscanf s "%c%d%c%d%!" (fun a m b t -> a, m, b, t) with
  | 'E', m, 'W', t -> East, (m, t)
  | 'W', m, 'E', t -> West, (t, m)
  | _ -> failwith ("certificate: no round: " ^ s)
  | exception _ -> failwith ("certificate: no round: " ^ s)

let show (q : position) =
  Printf.sprintf "%s %s %d %d"
    (String.concat "," (List.map (fun x -> string_of_int (int_of_z x)) q.p_board))
    (letter q.p_sente) (int_of_z q.p_east_cup) (int_of_z q.p_west_cup)

let show_round s (e, w) =
  match s with
  | East -> Printf.sprintf "E%dW%d" e w
  | West -> Printf.sprintf "W%dE%d" w e

let read file =
  let ic = open_in_bin file in
  let j = Json.parse (Zstd.read_all ic) in
  close_in ic;
  let open Json in
  let r = field "rules" j in
  let claim = field "claim" j in
  let rules = {
    both_out = pair "relay" "end" Relay BothEnd (string (field "both-out" r));
    mixed_out = pair "end" "forfeit" MixedEnd Forfeit (string (field "mixed-out" r));
    capture = pair "normal" "reversed" Normal Reversed (string (field "capture" r));
    rest = Usual } in
  let start = position (string (field "start" j)) in
  if List.length start.p_board <> number (field "holes" r) then
    failwith "certificate: another number of holes";
  let rounds l = List.filter_map (fun x -> match string x with
    | "stay" -> None
    | "turn" -> failwith "certificate: swaps are not covered"
    | x -> Some (snd (round x))) (list l) in
  let play = rounds (field "play" j) in
  let q = position (string (field "position" j)) in
  match string (field "kind" claim) with
  | "endless-round" ->
      let sente, (e, w) = round (string (field "round" claim)) in
      if sente <> q.p_sente then failwith "certificate: the other side has sente";
      `Round { ct_rules = rules; ct_start = start; ct_play = play; ct_position = q;
               ct_east = e; ct_west = w;
               ct_first = nat (number (field "first_step" claim));
               ct_period = nat (number (field "period" claim)) }
  | "repetition" ->
      `Repetition { rp_rules = rules; rp_start = start; rp_play = play; rp_position = q;
                    rp_rounds = rounds (field "rounds" claim) }
  | k -> failwith ("certificate: no such claim: " ^ k)

let rec int_of_nat n acc = match n with O -> acc | S n -> int_of_nat n (acc + 1)

let check file fuel =
  let before = Sys.time () in
  let ok, text = match read file with
    | `Repetition c ->
        check_repetition (nat fuel) c,
        Printf.sprintf "from %s quiet rounds lead back to it: %s" (show c.rp_position)
          (String.concat " " (List.map (show_round c.rp_position.p_sente) c.rp_rounds))
    | `Round c ->
        check_certificate (nat fuel) c,
        Printf.sprintf "from %s the round %s never ends: first step %d, period %d"
          (show c.ct_position) (show_round c.ct_position.p_sente (c.ct_east, c.ct_west))
          (int_of_nat c.ct_first 0) (int_of_nat c.ct_period 0) in
  if ok then Printf.printf "%s: holds (%.2f s)\n  %s\n%!" file (Sys.time () -. before) text
  else Printf.printf "%s: REFUSED\n%!" file;
  ok
