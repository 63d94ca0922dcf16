(* Derives the notes about tables, layer by layer from the largest, and lists
   them in an order in which each follows from those before.  Not trusted. *)

open Game
open Support

(* A note that waits: for each alternative the boards of its layer that it
   needs.  Sente needs all boards of one alternative (a move); gote needs one
   board of each alternative (a move; the labels are the replies). *)
type waiting = {
  board : int;
  alternatives : (int * (int * int) list) list;  (* move, (reply, board) *)
  hint : int;                                    (* gote: replies that hold *)
  mutable wanted_all : bool;
}

let threshold (t : Support.t) n sente gain (list : int Queue.t) out =
  let b = t.notes.(n) in
  let s = index sente in
  let waiters : (int, waiting list) Hashtbl.t = Hashtbl.create 64 in
  let pending = ref [] in
  let ready = Queue.create () in
  let derived k = b.have.(s).a.{k} >= gain in
  let want k =
    if b.want.(s).a.{k} < gain && not (derived k) then begin
      b.want.(s).a.{k} <- gain;
      Queue.add k list
    end in
  (* Verdict on a round; a quiet round to this layer gives the board. *)
  let inner = ref (-1) in
  let good lo hi e w =
    inner := -1;
    match judge t n lo hi sente gain e w with
    | By_table when !j_n = n ->
        let k = Store.add b !j_lo !j_hi in
        if not (derived k) then inner := k;
        true
    | v -> holds v in
  let derive k hint =
    let lo = b.lo.a.{k} and hi = b.hi.a.{k} in
    b.have.(s).a.{k} <- gain;
    iter_support t lo hi sente hint (fun e w ->
      match judge t n lo hi sente gain e w with
      | By_table when !j_n < n -> note t !j_n !j_lo !j_hi !j_sente !j_need
      | _ -> ());
    Store.push_claim out lo hi sente gain hint;
    match Hashtbl.find_opt waiters k with
    | None -> ()
    | Some l -> Hashtbl.remove waiters k; List.iter (fun w -> Queue.add w ready) l in
  let wait k alternatives hint =
    let w = { board = k; alternatives; hint; wanted_all = false } in
    pending := w :: !pending;
    List.iter (fun (_, l) -> List.iter (fun (_, c) ->
      let old = try Hashtbl.find waiters c with Not_found -> [] in
      if not (List.memq w old) then Hashtbl.replace waiters c (w :: old)) l) alternatives;
    if sente then begin
      let best = List.fold_left (fun a (_, l) -> match a with
        | Some m when List.length m <= List.length l -> a
        | _ -> Some l) None alternatives in
      match best with
      | Some l -> List.iter (fun (_, c) -> want c) l
      | None -> failwith "a note about a table does not follow"
    end else
      List.iter (fun (_, l) -> match l with
        | (_, c) :: _ -> want c
        | [] -> failwith "a note about a table does not follow") alternatives in
  let attempt k =
    let lo = b.lo.a.{k} and hi = b.hi.a.{k} in
    let m = t.g.holes in
    if sente then begin
      (* alternatives are moves *)
      let alternatives = ref [] in
      let rec moves e =
        if e > m then wait k (List.rev !alternatives) 0
        else if is_choice lo hi e then begin
          let rec replies w needs =
            if w > m then Some needs
            else if w = e || not (is_choice lo hi w) then replies (w + 1) needs
            else if good lo hi e w then
              replies (w + 1) (if !inner >= 0 then (w, !inner) :: needs else needs)
            else None in
          match replies 1 [] with
          | Some [] -> derive k e
          | Some needs -> alternatives := (e, needs) :: !alternatives; moves (e + 1)
          | None -> moves (e + 1)
        end else moves (e + 1) in
      moves 1
    end else begin
      let rec moves e hint alternatives =
        if e > m then
          if alternatives = [] then derive k hint else wait k alternatives hint
        else if is_choice lo hi e then begin
          let rec replies w needs =
            if w > m then `Needs (List.rev needs)
            else if w = e || not (is_choice lo hi w) then replies (w + 1) needs
            else if good lo hi e w then
              if !inner < 0 then `Reply w else replies (w + 1) ((w, !inner) :: needs)
            else replies (w + 1) needs in
          match replies 1 [] with
          | `Reply w -> moves (e + 1) (hint lor (w lsl (4 * (e - 1)))) alternatives
          | `Needs needs -> moves (e + 1) hint ((e, needs) :: alternatives)
        end else moves (e + 1) hint alternatives in
      moves 1 0 []
    end in
  let retry w =
    if not (derived w.board) then
      if sente then
        match List.find_opt (fun (_, l) -> List.for_all (fun (_, c) -> derived c) l) w.alternatives with
        | Some (e, _) -> derive w.board e
        | None ->
            List.iter (fun (_, l) -> List.iter (fun (_, c) ->
              if not (derived c) then
                let old = try Hashtbl.find waiters c with Not_found -> [] in
                if not (List.memq w old) then Hashtbl.replace waiters c (w :: old)) l) w.alternatives
      else begin
        let hint = ref w.hint and ok = ref true in
        List.iter (fun (e, l) ->
          match List.find_opt (fun (_, c) -> derived c) l with
          | Some (r, _) -> hint := !hint lor (r lsl (4 * (e - 1)))
          | None -> ok := false) w.alternatives;
        if !ok then derive w.board !hint
      end in
  let rec go () =
    if not (Queue.is_empty ready) then (retry (Queue.pop ready); go ())
    else if not (Queue.is_empty list) then begin
      let k = Queue.pop list in
      if not (derived k) then attempt k;
      go ()
    end else begin
      pending := List.filter (fun w -> not (derived w.board)) !pending;
      if !pending <> [] then begin
        let fresh = List.filter (fun w -> not w.wanted_all) !pending in
        if fresh = [] then failwith "notes about tables do not follow";
        List.iter (fun w ->
          w.wanted_all <- true;
          List.iter (fun (_, l) -> List.iter (fun (_, c) -> want c) l) w.alternatives) fresh;
        go ()
      end
    end in
  go ()

(* The notes of a layer, in order. *)
let layer (t : Support.t) n =
  let b = t.notes.(n) in
  let out = Store.claims () in
  List.iter (fun sente ->
    let s = index sente in
    let queues = Array.init (2 * n + 2) (fun _ -> Queue.create ()) in
    for k = 0 to b.lo.n - 1 do
      let x = b.want.(s).a.{k} in
      if x > - n then Queue.add k queues.(x + n)
    done;
    for x = n downto 1 - n do
      if not (Queue.is_empty queues.(x + n)) then
        threshold t n sente x queues.(x + n) out
    done) [true; false];
  out
