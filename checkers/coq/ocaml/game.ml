(* Packed boards, ranks and names of rules for the driver.  Not trusted. *)

open Verified

let rec nat_from n acc = if n <= 0 then acc else nat_from (n - 1) (S acc)
let nat n = nat_from n O

let rec pos n =
  if n = 1 then XH else if n land 1 = 1 then XI (pos (n lsr 1)) else XO (pos (n lsr 1))

let z n = if n = 0 then Z0 else if n > 0 then Zpos (pos n) else Zneg (pos (-n))

let rec int_of_pos = function
  | XH -> 1 | XO p -> 2 * int_of_pos p | XI p -> 2 * int_of_pos p + 1

let int_of_z = function Z0 -> 0 | Zpos p -> int_of_pos p | Zneg p -> - (int_of_pos p)

type game = { rules : rules; holes : int; fuel : nat }

let pack b =
  let lo = ref 0 and hi = ref 0 in
  Array.iteri (fun i x ->
    let h = i + 1 in
    if h <= 8 then lo := !lo lor (x lsl (7 * h)) else hi := !hi lor (x lsl (7 * (h - 8)))) b;
  !lo, !hi

let stones lo hi h =
  if h <= 8 then (lo lsr (7 * h)) land 127 else (hi lsr (7 * (h - 8))) land 127

let total g lo hi =
  let n = ref 0 in
  for h = 1 to g.holes do n := !n + stones lo hi h done;
  !n

let full g lo hi =
  let n = ref 0 in
  for h = 1 to g.holes do if stones lo hi h > 1 then incr n done;
  !n

(* The board turned: both words, the second by a global. *)
let turned_hi = ref 0
let turn g lo hi =
  let l = ref 0 and r = ref 0 in
  for h = 1 to g.holes do
    let x = stones lo hi h and j = g.holes + 1 - h in
    if j <= 8 then l := !l lor (x lsl (7 * j)) else r := !r lor (x lsl (7 * (j - 8)))
  done;
  turned_hi := !r;
  !l

let binomials =
  let t = Array.make_matrix 160 17 0 in
  for a = 0 to 159 do
    t.(a).(0) <- 1;
    for b = 1 to 16 do
      if a > 0 then t.(a).(b) <- t.(a - 1).(b - 1) + t.(a - 1).(b)
    done
  done;
  t

let choose a b = if a < b then 0 else binomials.(a).(b)

let positions g n = choose (n + g.holes - 1) (g.holes - 1)

let rank g lo hi =
  let s = ref 0 and r = ref 0 in
  for i = 1 to g.holes - 1 do
    s := !s + stones lo hi i;
    let a = !s + i - 1 in
    if a >= i then r := !r + Array.unsafe_get (Array.unsafe_get binomials a) i
  done;
  !r

let unrank g n rank =
  let b = Array.make g.holes 0 in
  let r = ref rank and above = ref n in
  for i = g.holes - 1 downto 1 do
    let s = ref 0 in
    while !s < n && choose (!s + i) i <= !r do incr s done;
    r := !r - choose (!s + i - 1) i;
    b.(i) <- !above - !s;
    above := !s
  done;
  b.(0) <- !above;
  pack b

(* The name of the rules in files. *)
let parse_name name =
  let bad () = failwith ("rules not understood: " ^ name) in
  let fields =
    match String.index_opt name ':' with
    | Some i when String.sub name 0 i = "stones" ->
        String.split_on_char ',' (String.sub name (i + 1) (String.length name - i - 1))
    | _ -> bad () in
  let value key f =
    let k = key ^ "=" in
    let n = String.length k in
    if String.length f > n && String.sub f 0 n = k
    then String.sub f n (String.length f - n) else bad () in
  let choice a b x y v = if v = a then x else if v = b then y else bad () in
  match fields with
  | h :: c :: b :: m :: more ->
      let holes = int_of_string (value "holes" h) in
      let rest = match more with
        | [] -> Usual | ["rest=exchanged"] -> Exchanged | _ -> bad () in
      { both_out = choice "relay" "end" Relay BothEnd (value "both-out" b);
        mixed_out = choice "end" "forfeit" MixedEnd Forfeit (value "mixed-out" m);
        capture = choice "normal" "reversed" Normal Reversed (value "capture" c);
        rest }, holes
  | _ -> bad ()
