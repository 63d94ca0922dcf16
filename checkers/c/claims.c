/* Endgame tables, and claims about values: what is known, what follows, and what rests on tables. */
#include "sowcheck.h"

enum { SPLIT = -128, HEADER = 88, NO_GAIN = -128 };

/* The decompressed blocks of one layer, of `step` positions each, as in the file. `start` has the place of each
 * block in `raw`, and the end of the last one. */
typedef struct { int8_t *raw; uint64_t *start, step, positions; } Table;
/* The greatest accepted gain by rank, for one layer and side: open addressing, at most half full. */
typedef struct { uint64_t *rank, room, used; int8_t *gain; } ClaimSet;

int table_count;
uint64_t note_count;
static Table tables[MAX_STONES + 1];
static ClaimSet accepted[2][MAX_STONES + 1];
static uint8_t *notes[2][MAX_STONES + 1];   /* by rank: gain + 128, 0 without a note; null if none are kept */
/* How infinite play counts: LOWER and UPPER as lost or won by the side of a claim, ZERO as a draw. Claims of
 * proofs always use LOWER. */
static int convention = LOWER;

/* ---- tables ---- */
static int field(const Table *table, uint64_t rank, int f) {
    uint64_t block = rank / table->step, at = rank % table->step, place = 0;
    const int8_t *raw = table->raw + table->start[block];
    if (raw[at] != SPLIT) return raw[at];
    uint64_t left = table->positions - block * table->step, count = left < table->step ? left : table->step;
    uint64_t splits = (table->start[block + 1] - table->start[block] - count) / 3;
    for (const int8_t *r = raw; (r = memchr(r, SPLIT, (size_t)(raw + at - r))); r++) place++;
    return raw[count + (uint64_t)f * splits + place];
}

/* Decompresses one block into `raw`, which has `room` bytes, and checks its values. Counts its positions with
 * lower < upper, and with a zero above, at and below 0. Returns its size, or 0 if it is refused. */
static uint64_t load_block(const uint8_t *frame, uint64_t size, int8_t *raw, uint64_t room, uint64_t count, int stones,
                           uint64_t counts[4]) {
    if (size < 4 || number(frame, 4) != ZSTD_MAGICNUMBER || ZSTD_findFrameCompressedSize(frame, size) != size) return 0;
    uint64_t got = ZSTD_decompress(raw, room, frame, size), splits = 0;
    if (ZSTD_isError(got) || got < count) return 0;
    for (uint64_t i = 0; i < count; i++) splits += raw[i] == SPLIT;
    if (got != count + 3 * splits) return 0;
    counts[0] += splits;
    for (uint64_t i = 0, at = count; i < count; i++) {
        bool split = raw[i] == SPLIT;
        int low = raw[split ? at : i], zero = raw[split ? at + splits : i], high = raw[split ? at + 2 * splits : i];
        if (low < -stones || zero < low || high < zero || high > stones || (split && low == high)) return 0;
        counts[zero > 0 ? 1 : zero == 0 ? 2 : 3]++;
        at += split;
    }
    return got;
}

/* Reads the table of a layer and checks all that can be checked without the rules. */
Hash128 load_table(const char *directory, int stones) {
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/%s.%03d.table", directory, rules.name, stones);
    require(length < (int)sizeof path, "the name of the directory is too long");
    for (char *c = path + strlen(directory); c < path + length; c++) if (strchr(":=,", *c)) *c = '-';
    uint64_t size, name_size = strlen(rules.name), positions = layer_size(stones), counts[4] = {0}, used = 0;
    uint8_t *file = read_file(path, UINT64_MAX, &size);
    require(size >= HEADER + name_size + 8 && !memcmp(file, "SOWTABLE\1\0\0\0", 12) && number(file + 12, 4) == name_size
            && number(file + 16, 4) == (uint64_t)stones && number(file + 20, 4) == 1 && number(file + 32, 8) == positions
            && !memcmp(file + HEADER, rules.name, name_size), "%s: another format, layer or name", path);
    uint64_t step = number(file + 24, 4), blocks = number(file + 28, 4), splits = number(file + 40, 8);
    uint64_t header = HEADER + name_size + 16 * blocks + 8, end = header, raw_size = positions + 3 * splits;
    require(step >= 1 && step <= 16777216 && blocks == positions / step + (positions % step != 0) && splits <= positions
            && positions < UINT64_MAX / 4 && header <= size, "%s: a wrong count", path);
    require(xxh3_64(file, header - 8) == number(file + header - 8, 8), "%s: a damaged header", path);
    Table *table = &tables[stones];
    *table = (Table){grab(raw_size, 1), grab(blocks + 1, sizeof *table->start), step, positions};
    for (uint64_t b = 0; b < blocks; b++) {
        const uint8_t *entry = file + HEADER + name_size + 16 * b;
        uint64_t start = end, left = positions - b * step;
        end = number(entry, 8) + header;
        require(start <= end && end <= size && xxh3_64(file + start, end - start) == number(entry + 8, 8), "%s: a damaged block", path);
        uint64_t got = load_block(file + start, end - start, table->raw + used, raw_size - used, left < step ? left : step, stones, counts);
        require(got, "%s: a wrong block", path);
        table->start[b + 1] = used += got;
    }
    Hash128 sum = xxh3_128((uint8_t *)table->raw, raw_size);
    require(end == size && used == raw_size && number(file + 72, 8) == sum.low && number(file + 80, 8) == sum.high
            && !memcmp(file + 40, counts, sizeof counts), "%s: a wrong size, count or checksum", path);
    return release(file, size, 1), sum;
}

/* ---- claims ---- */
void push(List *list, const Claim *claim) {
    if (list->count == list->room) {
        List old = *list;
        list->room = old.room ? 2 * old.room : 64;
        list->item = grab(list->room, sizeof *claim);
        for (uint64_t i = 0; i < old.count; i++) list->item[i] = old.item[i];
        release(old.item, old.room, sizeof *claim);
    }
    list->item[list->count++] = *claim;
}

/* The place of a rank in a set with room, or the free place where it belongs. */
static uint64_t place_of(const ClaimSet *set, uint64_t rank) {
    uint64_t place = (rank * 0x9E3779B97F4A7C15) >> 20 & (set->room - 1);
    while (set->gain[place] != NO_GAIN && set->rank[place] != rank) place = (place + 1) & (set->room - 1);
    return place;
}

void accept(const Claim *claim) {
    ClaimSet *set = &accepted[claim->side][claim->stones], old = *set;
    if (2 * old.used >= old.room) {
        uint64_t room = old.room ? 2 * old.room : 64;
        *set = (ClaimSet){grab(room, sizeof *set->rank), room, 0, memset(grab(room, 1), NO_GAIN, room)};
        for (uint64_t i = 0; i < old.room; i++)
            if (old.gain[i] != NO_GAIN) accept(&(Claim){old.rank[i], claim->stones, claim->side, old.gain[i], 0});
        release(old.rank, old.room, sizeof *old.rank), release(old.gain, old.room, 1);
    }
    uint64_t place = place_of(set, claim->rank);
    set->used += set->gain[place] == NO_GAIN, set->rank[place] = claim->rank;
    if (set->gain[place] < claim->gain) set->gain[place] = (int8_t)claim->gain;
}

/* The gain that is known for the board and side of a claim. */
int known(const Claim *c) {
    const Table *table = &tables[c->stones];
    if (c->stones < table_count) return c->side == SENTE ? field(table, c->rank, convention) : -field(table, c->rank, UPPER - convention);
    const ClaimSet *set = &accepted[c->side][c->stones];
    int gain = set->room ? set->gain[place_of(set, c->rank)] : NO_GAIN;
    if (gain != NO_GAIN) return gain < -c->stones ? -c->stones : gain;
    Board board = board_of(c->rank, c->stones);
    return finished(&board) ? rest_for(&board, c->stones, c->side, false) : -c->stones;
}

/* Tells if one round serves a claim. What it needs must pass one of two tests; either may be null. */
bool serves(const Claim *claim, const Board *board, int move, int reply, Test *easy, Test *hard, List *list) {
    Round round;
    play_round(board, claim->stones, move, reply, &round);
    if (round.ending == ENDLESS) return (convention - ZERO) * claim->stones >= claim->gain;
    Claim need = {.stones = (int16_t)round.stones, .side = claim->side, .gain = claim->gain};
    if (round.ending == CAPTURE) {
        need.side = !claim->side;
        need.gain = (int16_t)(claim->gain - (claim->side == SENTE ? round.gain : -round.gain));
        if (finished(&round.board)) return rest_for(&round.board, round.stones, need.side, true) >= need.gain;
    }
    if (need.gain <= -need.stones || need.gain > need.stones) return need.gain <= -need.stones;
    need.rank = rank_of(&round.board);
    return (easy && easy(&need, list)) || (hard && hard(&need, list));
}

/* Chooses rounds by which a claim follows: all replies to one move for sente, one reply to each move for gote. The
 * list then holds what the tests put there for these rounds. For gote the easy test goes through all replies first. */
bool follows(const Claim *claim, Test *easy, Test *hard, List *list) {
    Board board = board_of(claim->rank, claim->stones);
    int holes[MAX_HOLES], count = full_holes(&board, holes);
    bool sente = claim->side == SENTE;
    list->count = 0;
    if (count < 2) return rest_for(&board, claim->stones, claim->side, false) >= claim->gain;
    for (int m = 0; m < count; m++) {
        bool good = sente;
        for (int r = 0; good == sente && r < count; r++)
            if (r != m) good = serves(claim, &board, holes[m], holes[r], easy, sente ? hard : NULL, list);
        for (int r = 0; hard && !sente && !good && r < count; r++)
            if (r != m) good = serves(claim, &board, holes[m], holes[r], NULL, hard, list);
        if (good == sente) return good;
        if (sente) list->count = 0;
    }
    return !sente;
}

/* A test: it is known. It goes on the list. */
bool is_known(const Claim *need, List *list) { return known(need) >= need->gain && (push(list, need), true); }

/* ---- deriving what was taken from tables ---- */
/* One bit for each rank of the layer in work, set once the note there is derived. Notes with a greater gain
 * are derived before. */
static uint8_t *derived;
static int layer;

void keep_notes(int n) { notes[SENTE][n] = grab(layer_size(n), 1), notes[GOTE][n] = grab(layer_size(n), 1); }

void note(const List *list) {
    for (const Claim *c = list->item; c < list->item + list->count; c++) {
        uint8_t *held = notes[c->side][c->stones];
        if (held && c->gain > -c->stones && held[c->rank] < c->gain + 128) held[c->rank] = (uint8_t)(c->gain + 128);
    }
}

/* A test: it is a derived note, or the table of a smaller layer tells it. */
static bool is_derived(const Claim *need, List *list) {
    if (need->stones < layer) return is_known(need, list);
    int held = notes[need->side][layer][need->rank] - 128;
    return held > need->gain || (held == need->gain && (derived[need->rank / 8] >> need->rank % 8 & 1));
}

/* Adds notes of this layer that a claim could rest on, by the values of the table: of one support or of all.
 * Tells if there are new ones. */
static bool add_support(const Claim *claim, bool all, List *pending) {
    static List needs;
    uint64_t before = pending->count;
    if (!follows(claim, is_derived, is_known, &needs))
        fail(FAILS_EXIT, "the value of rank %" PRIu64 " in the table of %d stones is wrong", claim->rank, layer);
    Board board = board_of(claim->rank, layer);
    int holes[MAX_HOLES], count = full_holes(&board, holes);
    for (int k = 0; all && k < count * count; k++)
        if (k / count != k % count) serves(claim, &board, holes[k / count], holes[k % count], is_known, NULL, &needs);
    for (const Claim *need = needs.item; need < needs.item + needs.count; need++) {
        if (need->stones < layer || notes[need->side][layer][need->rank] >= need->gain + 128) continue;
        note(&(List){(Claim *)need, 1, 1}), push(pending, need);
    }
    return pending->count > before;
}

/* Derives the notes of one gain. Where one is not derived, those that it could rest on are added: of one support
 * the first time, and all once nothing else makes progress. The latest come first: earlier ones rest on them. */
static void derive_gain(List *pending) {
    static List needs;
    for (bool all = false, progress; pending->count; all = !progress) {
        progress = false;
        for (uint64_t i = pending->count; i-- > 0;) {
            Claim claim = pending->item[i];
            if (follows(&claim, is_derived, NULL, &needs)) {
                note(&needs);
                derived[claim.rank / 8] |= (uint8_t)(1 << claim.rank % 8);
                pending->item[i] = pending->item[--pending->count];
                progress = true, note_count++;
            } else if (!claim.expanded++ || all) {
                pending->item[i] = claim;
                progress |= add_support(&claim, all, pending);
            }
        }
        if (!progress && all) fail(FAILS_EXIT, "%" PRIu64 " values for %d stones cannot be derived", pending->count, layer);
    }
}

/* Derives all notes of a layer and drops them. What they take from smaller layers is noted there. */
void derive_layer(int stones) {
    static List pending;
    uint64_t size = layer_size(stones);
    layer = stones;
    for (int side = SENTE; side <= GOTE; side++) {
        uint8_t *held = notes[side][stones];
        derived = grab(size / 8 + 1, 1);
        for (int gain = stones; gain > -stones; gain--) {
            for (uint8_t *at = held; (at = memchr(at, gain + 128, (size_t)(held + size - at))); at++)
                push(&pending, &(Claim){(uint64_t)(at - held), (int16_t)stones, (int16_t)side, (int16_t)gain, 0});
            derive_gain(&pending);
        }
        release(derived, size / 8 + 1, 1), release(held, size, 1);
        notes[side][stones] = NULL;
    }
    fprintf(stderr, "layer %d: %" PRIu64 " values derived so far\n", layer, note_count);
}

/* Checks that a table is the solution that it should be. All its bounds are derived, and so is `zero` where
 * it differs from them, for the side that it favours. That the values solve the equations needs no
 * derivation: each side must have rounds that give it what the value says, by the values. */
uint64_t check_layer(int stones) {
    static List ignored;
    const Table *table = &tables[stones];
    table_count = stones + 1;
    for (convention = LOWER; convention <= UPPER; convention++) {
        if (convention < UPPER) keep_notes(stones);
        for (uint64_t rank = 0; rank < table->positions; rank++) {
            if (convention == ZERO && field(table, rank, LOWER) == field(table, rank, UPPER)) continue;
            for (int16_t side = SENTE; side <= GOTE; side++) {
                Claim claim = {rank, (int16_t)stones, side, 0, 0};
                claim.gain = (int16_t)known(&claim);
                if (convention != LOWER && !follows(&claim, is_known, NULL, &ignored))
                    fail(FAILS_EXIT, "the value of rank %" PRIu64 " in the table of %d stones is wrong", rank, stones);
                if (convention == LOWER || (convention == ZERO && claim.gain > 0)) note(&(List){&claim, 1, 1});
            }
        }
        if (convention < UPPER) derive_layer(stones);
    }
    convention = LOWER;
    return table->positions;
}
