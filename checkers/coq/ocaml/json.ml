(* A small reader of JSON.  Not trusted. *)

type t = Object of (string * t) list | Array of t list | String of string | Number of int

let parse s =
  let p = ref 0 in
  let fail () = failwith (Printf.sprintf "JSON not understood at byte %d" !p) in
  let peek () = if !p < String.length s then s.[!p] else fail () in
  let rec space () =
    if !p < String.length s && String.contains " \t\r\n" s.[!p] then (incr p; space ()) in
  let expect c = space (); if peek () = c then incr p else fail () in
  let text () =
    expect '"';
    let from = !p in
    while peek () <> '"' do if peek () = '\\' then fail (); incr p done;
    incr p;
    String.sub s from (!p - from - 1) in
  let rec items close item acc =
    space ();
    if peek () = close then (incr p; List.rev acc)
    else begin
      if acc <> [] then expect ',';
      items close item (item () :: acc)
    end in
  let rec value () =
    space ();
    match peek () with
    | '{' -> incr p; Object (items '}' (fun () ->
        space (); let k = text () in expect ':'; k, value ()) [])
    | '[' -> incr p; Array (items ']' value [])
    | '"' -> String (text ())
    | '0'..'9' ->
        let from = !p in
        while !p < String.length s && s.[!p] >= '0' && s.[!p] <= '9' do incr p done;
        Number (int_of_string (String.sub s from (!p - from)))
    | _ -> fail () in
  let v = value () in
  space ();
  if !p < String.length s then fail ();
  v

let field k = function
  | Object l -> (try List.assoc k l with Not_found -> failwith ("certificate: no field " ^ k))
  | _ -> failwith "certificate: not an object"

let string = function String s -> s | _ -> failwith "certificate: not a string"
let number = function Number n -> n | _ -> failwith "certificate: not a number"
let list = function Array l -> l | _ -> failwith "certificate: not a list"
