(** Lemmas about boards: reading, writing, turning, counting. *)

From Coq Require Import ZArith List Bool Lia.
From Stones Require Import Rules.
Import ListNotations.
Open Scope Z_scope.

Lemma other_other x : other (other x) = x.
Proof. destruct x; reflexivity. Qed.

Lemma other_neq x : other x <> x.
Proof. destruct x; discriminate. Qed.

Lemma side_eqb_eq x y : side_eqb x y = true <-> x = y.
Proof. destruct x, y; simpl; split; congruence. Qed.

Lemma side_eqb_other x y : side_eqb (other x) (other y) = side_eqb x y.
Proof. destruct x, y; reflexivity. Qed.

Lemma gain_other p q k : gain (other p) (other q) k = gain p q k.
Proof. unfold gain. now rewrite side_eqb_other. Qed.

Lemma gain_opp p q k : gain (other p) q k = - gain p q k.
Proof. destruct p, q; unfold gain; simpl; lia. Qed.

Lemma gain_le p q k : 0 <= k -> gain p q k <= k.
Proof. unfold gain. destruct (side_eqb p q); lia. Qed.

(** ** Reading and writing *)

Lemma length_replace n x b : length (replace n x b) = length b.
Proof. revert n; induction b; destruct n; simpl; auto. Qed.

Lemma nth_replace n x b k :
  (n < length b)%nat ->
  nth k (replace n x b) 0 = if Nat.eqb k n then x else nth k b 0.
Proof.
  revert n k; induction b as [|y b IH]; simpl; intros n k H; [lia|].
  destruct n, k; simpl; try reflexivity. apply IH. lia.
Qed.

Lemma holes_set b h x : holes (set_hole b h x) = holes b.
Proof. unfold holes, set_hole. now rewrite length_replace. Qed.

Lemma holes_put b h : holes (put b h) = holes b.
Proof. apply holes_set. Qed.

Lemma holes_clear b h : holes (clear b h) = holes b.
Proof. apply holes_set. Qed.

Lemma stones_set b h x j :
  1 <= h <= holes b -> 1 <= j ->
  stones (set_hole b h x) j = if j =? h then x else stones b j.
Proof.
  unfold holes, stones, set_hole. intros H J.
  rewrite nth_replace by lia.
  destruct (Nat.eqb_spec (Z.to_nat (j - 1)) (Z.to_nat (h - 1)));
  destruct (Z.eqb_spec j h); auto; lia.
Qed.

Lemma stones_clear b h j :
  1 <= h <= holes b -> 1 <= j ->
  stones (clear b h) j = if j =? h then 0 else stones b j.
Proof. apply stones_set. Qed.

Lemma stones_put b h j :
  1 <= h <= holes b -> 1 <= j ->
  stones (put b h) j = if j =? h then stones b h + 1 else stones b j.
Proof. apply stones_set. Qed.

Lemma board_ext a b :
  holes a = holes b ->
  (forall h, 1 <= h <= holes a -> stones a h = stones b h) -> a = b.
Proof.
  unfold holes, stones. intros L H.
  apply nth_ext with (d := 0) (d' := 0); [lia|].
  intros n N. specialize (H (Z.of_nat n + 1)).
  replace (Z.to_nat (Z.of_nat n + 1 - 1)) with n in H by lia.
  apply H. lia.
Qed.

Ltac board :=
  apply board_ext; repeat rewrite ?holes_put, ?holes_clear, ?holes_set; [reflexivity|];
  intros; unfold put, clear;
  repeat (rewrite stones_set by (rewrite ?holes_set; lia));
  repeat match goal with
  | |- context [?x =? ?y] => destruct (Z.eqb_spec x y); subst
  end; try lia; try reflexivity.

Lemma put_comm b i j :
  1 <= i <= holes b -> 1 <= j <= holes b -> put (put b i) j = put (put b j) i.
Proof. intros. board. Qed.

Lemma clear_comm b i j :
  1 <= i <= holes b -> 1 <= j <= holes b -> clear (clear b i) j = clear (clear b j) i.
Proof. intros. board. Qed.

(** ** Turning by 180 degrees *)

Lemma holes_rev (b : board) : holes (rev b) = holes b.
Proof. unfold holes. now rewrite rev_length. Qed.

Lemma stones_rev b h :
  1 <= h <= holes b -> stones (rev b) h = stones b (holes b + 1 - h).
Proof.
  unfold holes, stones. intros H. rewrite rev_nth by lia. f_equal. lia.
Qed.

Lemma set_rev b h x :
  1 <= h <= holes b ->
  set_hole (rev b) (holes b + 1 - h) x = rev (set_hole b h x).
Proof.
  intros H. apply board_ext.
  - now rewrite holes_set, !holes_rev, holes_set.
  - intros j J. rewrite holes_set, holes_rev in J.
    rewrite stones_set by (rewrite ?holes_rev; lia).
    rewrite !stones_rev by (rewrite ?holes_set; lia).
    rewrite holes_set, stones_set by lia.
    destruct (Z.eqb_spec j (holes b + 1 - h)), (Z.eqb_spec (holes b + 1 - j) h);
    auto; lia.
Qed.

Lemma stones_rev' b h :
  1 <= h <= holes b -> stones (rev b) (holes b + 1 - h) = stones b h.
Proof. intros. rewrite stones_rev by lia. f_equal. lia. Qed.

Lemma put_rev b h :
  1 <= h <= holes b -> put (rev b) (holes b + 1 - h) = rev (put b h).
Proof. intros. unfold put. now rewrite stones_rev', set_rev. Qed.

Lemma clear_rev b h :
  1 <= h <= holes b -> clear (rev b) (holes b + 1 - h) = rev (clear b h).
Proof. intros. now apply set_rev. Qed.

Lemma total_app a b : total (a ++ b) = total a + total b.
Proof. induction a; simpl; [reflexivity|]. unfold total in *. simpl in *. lia. Qed.

Lemma total_rev b : total (rev b) = total b.
Proof.
  induction b; simpl; [reflexivity|]. rewrite total_app, IHb.
  change (total (a :: b)) with (a + total b). unfold total. simpl. lia.
Qed.

Lemma full_holes_app a b : full_holes (a ++ b) = (full_holes a + full_holes b)%nat.
Proof. unfold full_holes. now rewrite filter_app, app_length. Qed.

Lemma full_holes_rev b : full_holes (rev b) = full_holes b.
Proof.
  induction b; simpl; [reflexivity|]. rewrite full_holes_app, IHb.
  unfold full_holes. simpl. destruct (2 <=? a); simpl; lia.
Qed.

Lemma finished_rev b : finished (rev b) <-> finished b.
Proof. unfold finished. rewrite full_holes_rev. tauto. Qed.

Lemma finished_dec b : {finished b} + {~ finished b}.
Proof. unfold finished. apply Compare_dec.lt_dec. Qed.

Lemma gets_rest_turn r b g s :
  gets_rest r (rev b) (other g) (other s) = other (gets_rest r b g s).
Proof.
  unfold gets_rest. rewrite full_holes_rev.
  destruct (full_holes b), (capture r), (Rules.rest r); now rewrite ?other_other.
Qed.

Lemma rest_for_turn r p b g s :
  rest_for r (other p) (rev b) (other g) (other s) = rest_for r p b g s.
Proof.
  unfold rest_for. rewrite gets_rest_turn, total_rev, side_eqb_other. reflexivity.
Qed.

Lemma rest_for_opp r p b g s :
  rest_for r (other p) b g s = - rest_for r p b g s.
Proof.
  unfold rest_for. destruct p, (gets_rest r b g s); simpl; lia.
Qed.

Lemma choice_rev b h :
  choice b h -> choice (rev b) (holes b + 1 - h).
Proof.
  unfold choice. intros [H S]. rewrite holes_rev, stones_rev' by lia. split; [lia|auto].
Qed.

Lemma choice_rev' b h :
  choice (rev b) h -> choice b (holes b + 1 - h).
Proof.
  intros H. apply choice_rev in H. rewrite rev_involutive, holes_rev in H. exact H.
Qed.

(** ** Counting *)

Definition proper (b : board) : Prop := Forall (fun x => 0 <= x) b.

Lemma total_nonneg b : proper b -> 0 <= total b.
Proof. induction 1; simpl; lia. Qed.

Lemma total_replace n x b :
  (n < length b)%nat -> total (replace n x b) = total b + x - nth n b 0.
Proof.
  revert n; induction b as [|y b IH]; simpl; intros n H; [lia|].
  destruct n; simpl; [lia|]. rewrite IH by lia. lia.
Qed.

Lemma total_set b h x :
  1 <= h <= holes b -> total (set_hole b h x) = total b + x - stones b h.
Proof. unfold holes, set_hole, stones. intros. apply total_replace. lia. Qed.

Lemma proper_replace n x b : 0 <= x -> proper b -> proper (replace n x b).
Proof.
  intros X H. revert n. induction H; intros [|n]; simpl; constructor; auto.
  apply IHForall.
Qed.

Lemma stones_nonneg b h : proper b -> 0 <= stones b h.
Proof.
  unfold stones. intros H. generalize (Z.to_nat (h - 1)) as n.
  induction H; destruct n; simpl; auto; lia.
Qed.

Lemma proper_put b h : proper b -> proper (put b h).
Proof.
  intros H. apply proper_replace; auto. pose proof (stones_nonneg b h H). lia.
Qed.

Lemma proper_clear b h : proper b -> proper (clear b h).
Proof. intros H. apply proper_replace; auto. lia. Qed.

Lemma total_put b h : 1 <= h <= holes b -> total (put b h) = total b + 1.
Proof. intros. unfold put. rewrite total_set by lia. lia. Qed.

Lemma total_clear b h : 1 <= h <= holes b -> total (clear b h) = total b - stones b h.
Proof. intros. unfold clear. rewrite total_set by lia. lia. Qed.

(** A board that is not finished has two choices. *)
Lemma full_choice b :
  (0 < full_holes b)%nat -> exists h, choice b h.
Proof.
  unfold full_holes. intros H.
  destruct (filter (fun x => 2 <=? x) b) as [|x l] eqn:E; simpl in H; [lia|].
  assert (I : In x (filter (fun x => 2 <=? x) b)) by (rewrite E; now left).
  apply filter_In in I. destruct I as [I X]. apply In_nth with (d := 0) in I. destruct I as [n [N I]].
  exists (Z.of_nat n + 1). unfold choice, holes, stones.
  replace (Z.to_nat (Z.of_nat n + 1 - 1)) with n by lia.
  rewrite I. apply Z.leb_le in X. lia.
Qed.

Lemma full_replace n b :
  (full_holes b <= S (full_holes (replace n 0 b)))%nat.
Proof.
  unfold full_holes. revert n. induction b as [|y b IH]; intros n; simpl; [lia|].
  destruct n; simpl.
  - destruct (2 <=? y); simpl; lia.
  - specialize (IH n). destruct (2 <=? y); simpl; lia.
Qed.

Lemma unfinished_move b : ~ finished b -> exists m, choice b m.
Proof. unfold finished. intros H. apply full_choice. lia. Qed.

Lemma unfinished_reply b m :
  ~ finished b -> choice b m -> exists t, choice b t /\ t <> m.
Proof.
  unfold finished. intros F [M S].
  destruct (full_choice (clear b m)) as [t [T U]].
  - pose proof (full_replace (Z.to_nat (m - 1)) b). unfold clear, set_hole. lia.
  - rewrite holes_clear in T. exists t.
    unfold clear in U. rewrite stones_set in U by lia.
    destruct (Z.eqb_spec t m); [lia|]. repeat split; auto; lia.
Qed.
